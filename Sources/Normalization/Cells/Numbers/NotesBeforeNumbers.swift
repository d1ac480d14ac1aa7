import NumberingPlans

/// Few digits of something else before a number in full, which would be its area code, or its first digits behind that of
/// the number before: 9-18 / 0341 4237888, m. 12 - (71) 671-78-89, ca. 20 0621 888217.
extension NumberGrammar {
  /// Whether the groups before a sign between blanks may be such a note: without a trunk 0, a bracket or a plus.
  func mayBeNote(upTo group: Int) -> Bool {
    guard !hasPlus, !groups[0].opens, digits[groups[0].first] != 48 else { return false }
    return digits(of: 0..<group).count > 1 || digits[groups[group].first] == 48
  }

  /// Whether the number in full behind such a note is no number together with it, or has brackets or a trunk 0 of its own,
  /// and the note is no calling code.
  func isNote(upTo group: Int) -> Bool {
    let whole = digits(of: 0..<min(groupCount, max(fittingCount, group + 1)))
    let abroad = international(from: groups[0].first, count: whole.count)
    if abroad.validity == .valid, abroad.callingCodeDigits == digits(of: 0..<group).count {
      return false
    }
    if groups[group].opens || digits[groups[group].first] == 48 { return true }
    return !(group + 1...max(fittingCount, group + 1)).contains {
      let answer = direct(0..<$0, hasPlus: false)
      return answer.validity == .valid && answer.nationalDigits <= Self.mostWithoutTrunk
    }
  }

  /// The most digits of a number that lacks its trunk 0.
  private static let mostWithoutTrunk = 11

  /// The most digits of a note that only a blank parts from a number, and the fewest of the group with which that begins.
  private static let mostOfNote = 3
  private static let fewestOfArea = 3

  /// Whether a number in full with its trunk 0 begins at a group, which no line of an area takes for its own digits: 20 0621
  /// 888217.
  func beginsInFull(behindNote group: Int) -> Bool {
    group > 0 && digits[groups[group].first] == 48 && groups[group].count >= Self.fewestOfArea
      && digits(of: 0..<group).count <= Self.mostOfNote && startsFullNumber(group: group)
  }
}
