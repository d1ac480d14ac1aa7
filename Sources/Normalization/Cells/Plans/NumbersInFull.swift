import NumberingPlans

/// What the reader asks of the plan about numbers that it has, written in full.
extension PlanQuery {
  /// Whether digits begin with the region's own calling code.
  @inline(__always)
  func starts(withCallingCode digits: UnsafeBufferPointer<UInt8>) -> Bool {
    guard digits.count >= callingCodeLength else { return false }
    var head: Int64 = 0
    for index in 0..<callingCodeLength { head = head &* 10 &+ Int64(digits[index] & 15) }
    return head == callingCode
  }

  /// Whether digits are the region's own calling code and nothing else.
  @inline(__always)
  func isCallingCode(_ digits: UnsafeBufferPointer<UInt8>) -> Bool {
    digits.count == callingCodeLength && starts(withCallingCode: digits)
  }

  /// Whether a number in full, "+" and at most 15 digits, reads as itself.
  func isStable(_ answer: Answer) -> Bool {
    let digits = answer.callingCodeDigits
    return digits + answer.nationalDigits <= 15 && again(answer).isSame(as: answer)
  }

  /// Whether digits behind "+" are no valid number; false where only `international` tells.
  func refuses(international digits: UnsafeBufferPointer<UInt8>) -> Bool {
    resolver.refuses(international: digits)
  }

  /// Reads a number in full, "+" and its digits.
  func again(_ answer: Answer) -> Answer { inFull(answer) { international($0) } }

  /// Whether letters may stand for the digits of a number of this type.
  func isTollFreeOrPremium(_ answer: Answer) -> Bool {
    switch answer.type {
    case .tollFree, .premiumRate: true
    default: false
    }
  }

  /// Lends the digits of a number in full, without the "+"; none when they are too many.
  func inFull<Outcome>(
    _ answer: Answer, _ body: (UnsafeBufferPointer<UInt8>) -> Outcome
  ) -> Outcome {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { whole in
      let callingCodeDigits = answer.callingCodeDigits
      let count = callingCodeDigits + answer.nationalDigits
      guard count <= 24 else { return body(UnsafeBufferPointer(rebasing: whole[..<0])) }
      var (code, number) = (answer.callingCode, answer.nationalNumber)
      for index in stride(from: count - 1, through: callingCodeDigits, by: -1) {
        whole[index] = UInt8(number % 10) + 48
        number /= 10
      }
      for index in stride(from: callingCodeDigits - 1, through: 0, by: -1) {
        whole[index] = UInt8(code % 10) + 48
        code /= 10
      }
      return body(UnsafeBufferPointer(rebasing: whole[..<count]))
    }
  }
}

extension PlanQuery.Answer {
  /// Puts digits in place of the last ones; of more than 18 then, no number is left.
  mutating func replace(last replaced: Int, with value: Int64, digits: Int) {
    guard value >= 0, (0...nationalDigits).contains(replaced),
      (1...18).contains(nationalDigits - replaced + digits)
    else {
      (nationalNumber, digitCount) = (0, 0)
      return
    }
    nationalNumber = nationalNumber / powerOfTen(replaced) &* powerOfTen(digits) &+ value
    digitCount = UInt8(truncatingIfNeeded: nationalDigits &- replaced &+ digits)
  }
}

extension PlanQuery.Answer {
  /// Whether it is a valid mobile number.
  var isMobile: Bool { validity == .valid && type == .mobile }
}
