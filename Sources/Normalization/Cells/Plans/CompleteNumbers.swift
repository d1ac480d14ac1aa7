import NumberingPlans

/// What one walk through the plan tells of all lengths.
extension PlanQuery {
  /// The numbers that digits begin with, the trunk 0 included.
  struct CompleteNumbers: BitwiseCopyable {
    /// Bit n: the first n digits are a number that `national` finds valid.
    var lengths: UInt32 = 0
    /// Digits of the longest one that the plan has; its areas may not have it.
    var longest = 0
    var type: NumberType?
    var areaDigits: UInt8 = 0
  }

  /// The numbers that digits begin with; nil where every length must be asked.
  ///
  /// One walk through the plan for all lengths, where digits begin with the region's trunk 0.
  func completeNumbers(of digits: UnsafeBufferPointer<UInt8>) -> CompleteNumbers? {
    guard digits.count > 5, digits[0] == 48, digits[1] != 48, overseas == nil,
      let lengths = resolver.completeLengths(of: digits), lengths.lines & 0x1F == 0
    else { return nil }
    var numbers = CompleteNumbers()
    var lines = lengths.lines
    if !areas.isEmpty, lines != 0, let base = digits.baseAddress {
      let area = areas.area(of: base + 1)
      lines &= area.nationalLengths | hotlines.lengths(of: digits, behind: Int(area.digits))
      numbers.areaDigits = area.digits
    }
    numbers.lengths = (lines | lengths.others) << 1
    if !notGiven.isEmpty { numbers.lengths = given(numbers.lengths, of: digits) }
    numbers.longest = 32 - ((lengths.lines | lengths.others) << 1).leadingZeroBitCount - 1
    numbers.type = lengths.type
    return numbers
  }

  /// What `national` says of digits that are the longest of complete numbers.
  func answer(on digits: UnsafeBufferPointer<UInt8>, longestOf numbers: CompleteNumbers) -> Answer {
    var answer = Answer()
    for index in 1..<digits.count {
      answer.nationalNumber = answer.nationalNumber &* 10 &+ Int64(digits[index] &- 48)
    }
    answer.code = UInt16(truncatingIfNeeded: callingCode)
    answer.digitCount = UInt8(truncatingIfNeeded: digits.count &- 1)
    answer.validity = .valid
    answer.type = numbers.type
    if case .fixedLine? = numbers.type { answer.areaDigits = numbers.areaDigits }
    return answer
  }
}
