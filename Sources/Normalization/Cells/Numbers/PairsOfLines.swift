import NumberingPlans

/// Two lines behind one area code, or two numbers written alike, that a sign between blanks parts: 0621/832 089 / 797 227.
///
/// In an open plan part of the first line is a number, too, and the rest of it may look like the area code of the
/// second: 0621 832 and 089 797227.
extension NumberGrammar {
  /// How many groups the first of two such numbers has, in national form; nil for others.
  func countBeforePair(_ lengths: UInt32?, hasPlus: Bool) -> Int? {
    guard groupCount > 2, digits[groups[0].first] == 48, facts.kinds.contains(anyOf: .slash, .dash),
      let end = endOfItem(behind: 1) ?? endOfItem(behind: 2), end <= fittingCount,
      isComplete(0..<end, lengths, hasPlus: hasPlus), isSecondOfPair(end)
    else { return nil }
    return end
  }

  /// How many groups a number has before the postcode of a town that a dash between blanks parts from it: 089 273771 -
  /// 80331 München; nil for others.
  func countBeforePostcode(_ count: Int, _ lengths: UInt32?, hasPlus: Bool) -> Int? {
    guard count > 2, plan.notation.hasDirectDialling,
      groups[count - 1].count == plan.notation.postcodeDigits,
      groups[count - 1].separator == .dash, isBetweenBlanks(count - 1),
      isCapital(groups[count - 1].token + 1), isComplete(0..<count - 1, lengths, hasPlus: hasPlus)
    else { return nil }
    return count - 1
  }

  /// The first group from one on that a sign between blanks parts from those before it; nil where that is the line behind
  /// an area code.
  private func endOfItem(behind first: Int) -> Int? {
    guard let end = (first..<groupCount).first(where: isApart), end > 1 else { return nil }
    return end
  }

  /// Whether a slash or a dash between blanks stands before a group.
  private func isApart(_ group: Int) -> Bool {
    switch groups[group].separator {
    case .slash, .dash: isBetweenBlanks(group)
    default: false
    }
  }

  private func isBetweenBlanks(_ group: Int) -> Bool {
    let first = groups[group].opens ? groups[group].token - 1 : groups[group].token
    return tokens[first].followsBlank && tokens[first - 1].followsBlank
  }

  /// Whether all groups from one on are a line about as long as the one before them, which begins with no 0, or a number
  /// written alike.
  private func isSecondOfPair(_ start: Int) -> Bool {
    if groupCount == 2 * start, repeatsLayout(at: start) { return true }
    guard digits[groups[start].first] != 48, !groups[start].opens else { return false }
    let (line, other) = (digits(of: 1..<start).count, digits(of: start..<groupCount).count)
    // (02)45677 - 3173: what is dialled behind a dash is shorter.
    let fewest = groups[start].separator == .dash ? 6 : 5
    return min(line, other) >= fewest && abs(line - other) < 2
  }
}
