/// What the readers of cells ask of numbering plans, in the reader's own terms.
struct PlanQuery {
  /// What a plan makes of a string of digits.
  struct Answer {
    /// Calling code, 1 … 999; 0 when unknown.
    var callingCode: Int64 = 0
    /// The national significant number without its leading zeros.
    var nationalNumber: Int64 = 0
    /// Digits of the national significant number with its leading zeros.
    var nationalDigits = 0
    /// How far the plan agrees.
    var validity = Validity.impossible
  }

  /// How far a plan agrees with a number.
  enum Validity: UInt8, Comparable {
    case impossible
    case possible
    case valid

    static func < (left: Validity, right: Validity) -> Bool { left.rawValue < right.rawValue }
  }

  let callingCode: Int64
  let isTaiwan: Bool

  init?(region: String) {
    switch region {
    case "TW": (callingCode, isTaiwan) = (886, true)
    case "CN": (callingCode, isTaiwan) = (86, false)
    default: return nil
    }
  }

  /// Reads digits in national form, with or without the trunk prefix.
  func national(_ digits: UnsafeBufferPointer<UInt8>) -> Answer {
    var answer = Answer(callingCode: callingCode)
    var start = 0
    if digits.count > 1, digits[0] == 48 { start = 1 }
    guard digits.count - start >= 7, digits.count - start <= 12 else { return answer }
    for index in start..<digits.count {
      answer.nationalNumber = answer.nationalNumber &* 10 &+ Int64(digits[index] &- 48)
    }
    answer.nationalDigits = digits.count - start
    let expected = isTaiwan ? 8...9 : 9...11
    answer.validity = expected.contains(answer.nationalDigits) ? .valid : .impossible
    return answer
  }
}
