import NumberingPlans
import Records

/// Digits that the plan takes for a number, and that are none by how they are written: (02)0982-9111, 0 0151-23456789.
extension NumberGrammar {
  /// Rejects groups that are none; nil for a number.
  func readMisleading(_ base: Base, _ count: Int) -> NumberOutcome? {
    if leadsAbroadTwice(base, count) || contradictsArea(base) {
      return .rejected(.unassigned, token: groups[0].token, next: token(behind: groupCount))
    }
    if joinsCodes(count) {
      return .rejected(.ambiguous, token: groups[0].token, next: token(behind: count))
    }
    if mayLackArea(base, count) {
      return .rejected(.missingAreaCode, token: groups[0].token, next: token(behind: count))
    }
    return nil
  }

  /// Whether the region's international prefix stands behind what reads as 00 and a calling code:
  /// 0033-010-1-415-555-2671 of Japan begins with the number of a carrier.
  ///
  /// Behind 0594 and its like zeros are digits of the number: 05943 00670.
  private func leadsAbroadTwice(_ base: Base, _ count: Int) -> Bool {
    guard base.answer.callingCode != callingCode, count > 1, !hasPlus else { return false }
    return context.answer {
      $0.leadsAbroad(digits(of: 1..<groupCount)) && $0.dialledOverseas(digits(of: 0..<count)) == nil
    }
  }

  /// Whether a 0 of its own stands before a number in full with its trunk 0, with which it only looks like a prefix
  /// that leads abroad: 0 0151-23456789.
  func followsLoneZero(hasPlus: Bool) -> Bool {
    !hasPlus && groupCount > 1 && groups[0].count == 1 && groups[1].count > 1
      && digits[groups[0].first] == 48 && digits[groups[1].first] == 48
      && startsFullNumber(group: 1)
  }

  /// Whether the first group is an area code in brackets, or behind a dash, and the number has none:
  /// (02)0982-9111 is no premium number 020-982-9111, nor is +886-2-0134-5678.
  private func contradictsArea(_ base: Base) -> Bool {
    if hasPlus, groupCount > 2, plan.notation.mobilesStandAlone, base.answer.type != .mobile,
      base.answer.type != .sharedCost, isCallingCode(group: 0),
      groups[1].separator == .dash, groups[2].separator == .dash,
      context.answer({ $0.lacksArea(base.answer) })
    {
      return context.answer { $0.isAreaCode(behindCode: digits(of: 1..<2)) }
    }
    guard groupCount > 1, !hasPlus, digits[groups[0].first] == 48,
      context.answer({ $0.lacksArea(base.answer) })
    else { return false }
    let isInBrackets = groups[0].opens && !groups[1].opens && base.answer.type != .sharedCost
    guard isInBrackets || base.answer.type == .premiumRate && groups[1].separator == .dash else {
      return false
    }
    return isAreaCode(group: 0)
  }

  /// Whether digits behind a calling code are a hotline behind its area code, or a line that lacks one, for no sign parts
  /// them and no trunk 0 stands there: +86 87012345, and not +86 571 12345.
  ///
  /// A compact +8657112345 is how numbers are written out.
  func mayLackArea(_ base: Base, _ count: Int) -> Bool {
    let area = context.answer { $0.areaOfHotline(base.answer) }
    guard area > 0, count > 1 || !hasPlus else { return false }
    let written = digits(of: 0..<count)
    let before = written.count - base.answer.nationalDigits
    guard before > 0, written[before - 1] != 48 else { return false }
    let hotline = groups[0].first + before + area
    return !(0..<count).contains { groups[$0].first == hotline }
  }

  /// Whether a number is one only with the digits behind a slash, which are the last ones of another line: 031-235104/5
  /// and 08-123 45/46 lack some.
  func takesDigitsBehindSlash(_ count: Int) -> Bool {
    guard count > 2 else { return false }
    let (last, previous) = (groups[count - 1], groups[count - 2])
    guard last.separator == .slash else { return false }
    if last.count == 1 { return previous.count > 3 }
    return last.count == 2 && previous.count == 2
      && (1..<count - 1).allSatisfy { groups[$0].separator != .slash }
  }

  /// Whether a slash parts two codes that only together are as long as a number: postes 61234 / 61235, locals 41234/51235.
  ///
  /// An area code before a slash has fewer digits, or begins with the trunk 0.
  private func joinsCodes(_ count: Int) -> Bool {
    guard count == 2, !hasPlus, groups[1].separator == .slash, groups[0].count > 3,
      !groups[0].opens, !groups[1].opens
    else { return false }
    let isSpaced = tokens[groups[1].token].followsBlank && tokens[groups[1].token - 1].followsBlank
    guard isSpaced || groups[0].count > 4 else { return false }
    let areAlike =
      isSpaced && groups[0].count == groups[1].count && digits[groups[1].first] == 48
    return (digits[groups[0].first] != 48 || areAlike)
      && !(plan.hasAreaTable && isAreaCode(group: 0))
  }
}
