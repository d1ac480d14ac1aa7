import Records

/// Drops a zero too many in front of a number: 004-…, +0….
extension NumberGrammar {
  func withoutFillerZero(
    _ digits: UnsafeBufferPointer<UInt8>, hasPlus: Bool
  ) -> PlanQuery.Answer {
    guard digits.count > 8, digits[0] == 48, digits.count <= 20 else {
      return PlanQuery.Answer()
    }
    if hasPlus { return plan.national(digits, needsTrunk: true) }
    guard digits[1] == 48 || digits[1] == plan.callingCodeDigits[0] else {
      return PlanQuery.Answer()
    }
    // 00 leads abroad, or is meant to: what follows is no number of the region.
    if digits[1] == 48, groups[0].count > 1,
      plan.dialsAbroadWithTwoZeros || digits[2...].starts(with: plan.callingCodeDigits)
    {
      return PlanQuery.Answer()
    }
    let rest = UnsafeBufferPointer(rebasing: digits[1...])
    return plan.national(rest, needsTrunk: true)
  }

  /// Whether the digits of all groups only fill a cell: all zeros, or zeros behind an area code.
  func isFiller(_ digits: UnsafeBufferPointer<UInt8>, zeros least: Int = 2) -> Bool {
    guard digits[digits.count - 1] == 48 else { return false }
    if digits.allSatisfy({ $0 == 48 }) { return true }
    guard groupCount > 1, digits[0] == 48 || digits.count > 8 else { return false }
    var group = 1
    if digits.count > 6, plan.starts(withCallingCode: digits), groupCount > 2 { group = 2 }
    let rest = self.digits(of: group..<groupCount)
    return rest.count >= least && rest.allSatisfy { $0 == 48 }
  }
}
