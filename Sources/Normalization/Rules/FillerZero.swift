import Records

/// Drops a zero too many in front of a number: 004-…, +0….
extension NumberGrammar {
  /// What the plan says of digits without the zero in front; behind a plus of those that are the region's with it.
  func withoutFillerZero(
    _ digits: UnsafeBufferPointer<UInt8>, hasPlus: Bool
  ) -> PlanQuery.Answer {
    guard digits.count > 8, digits[0] == 48, digits.count <= 20,
      mayHoldFillerZero(hasPlus: hasPlus)
    else { return PlanQuery.Answer() }
    if hasPlus { return plan.national(digits, needsTrunk: true) }
    guard mayBeNational(from: groups[0].first + 1, count: digits.count - 1) else {
      return PlanQuery.Answer()
    }
    let rest = UnsafeBufferPointer(rebasing: digits[1...])
    return plan.national(rest, needsTrunk: true)
  }

  /// Whether the zero before the groups may be one too many.
  func mayHoldFillerZero(hasPlus: Bool) -> Bool {
    let all = digits(of: 0..<groupCount)
    guard all.count > 8 else { return false }
    if hasPlus { return true }
    guard all[1] == 48 else {
      // 011 of the North American plan leads abroad, too.
      return all[1] == plan.callingCodeDigits[0] && !context.answer({ $0.leadsAbroad(all) })
    }
    // 00 leads abroad, or is meant to: what follows is no number of the region.
    return groups[0].count < 2
      || !plan.dialsAbroadWithTwoZeros && !all[2...].starts(with: plan.callingCodeDigits)
  }

  /// Whether the digits of all groups only fill a cell: all zeros, or zeros behind an area code, two at least.
  func isFiller(_ digits: UnsafeBufferPointer<UInt8>, zeros least: Int = 2) -> Bool {
    guard digits[digits.count - 1] == 48, digits.count < 2 || digits[digits.count - 2] == 48 else {
      return false
    }
    if digits.allSatisfy({ $0 == 48 }) { return true }
    guard groupCount > 1, digits[0] == 48 || digits.count > 8 else { return false }
    var group = 1
    if digits.count > 6, groupCount > 2, context.answer({ $0.starts(withCallingCode: digits) }) {
      group = 2
    }
    let rest = self.digits(of: group..<groupCount)
    return rest.count >= least && rest.allSatisfy { $0 == 48 }
  }
}
