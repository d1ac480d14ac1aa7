/// Reads calling codes with "+", 00, the region's own prefix, or nothing before them: 886-2-….
extension CellScan {
  /// A second reading of a number with an international prefix: as one with a zero too many.
  func otherReading(of base: Base, groups count: Int, hasPlus: Bool) -> Base? {
    let digits = digits(of: 0..<count)
    guard !hasPlus, base.answer.callingCode != plan.callingCode, digits[0] == 48 else { return nil }
    // In an open plan as Germany's nearly any digits are a number; its own prefix says more.
    if plan.dialsAbroadWithTwoZeros, digits[1] == 48 { return nil }
    let answer = withoutFillerZero(digits, hasPlus: false)
    guard answer.validity == .valid else { return nil }
    let other = makeBase(
      answer, count, start: base.firstToken, repair: .fillerZero, additions: 0)
    return other.isSame(as: base) ? nil : other
  }

  /// Whether a trunk prefix stands where a calling code should: +8 495 … is Moscow with its 8, and
  /// not Vietnam, +84.
  func writesTrunkBehindPlus(_ range: Range<Int>) -> Bool {
    let first = groups[range.lowerBound]
    return range.count > 1 && first.count == 1
      && plan.callingCode != Int64(digits[first.first] & 15)
      && plan.isTrunk(digits[first.first])
  }

  /// Whether an answer may be used: with the rule off, only numbers of the region without prefix.
  func allows(_ answer: PlanQuery.Answer, hasPlus: Bool) -> Bool {
    isOn(.internationalPrefixes) || hasPlus || answer.callingCode == plan.callingCode
  }
}
