import NumberingPlans

/// Sets spans of hours aside that a sign of lists parts from a number or its extension, and that would else be lines or
/// extensions: 0664 7098856/9-17 Uhr, ext. 12, 10-18.
extension TokenWriter {
  /// Whether the cell may hold one.
  var mayHoldHoursBehindSigns: Bool {
    facts.kinds.contains(.dash) && facts.kinds.contains(anyOf: .slash, .comma, .semicolon)
      && (facts.hasToken(digits: 1) || facts.hasToken(digits: 2))
  }

  func markHoursBehindSigns() {
    guard mayHoldHoursBehindSigns else { return }
    for index in 2..<max(tokenCount, 2)
    where tokens[index].kind == .digits && tokens[index].count <= 2
      && tokens[index + 1].kind == .dash
    {
      guard partsHours(index - 1), isSpanOfHours(index), let end = endOfHours(index) else {
        continue
      }
      mark(index - 1..<end, as: .hours)
    }
  }

  private func partsHours(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .comma, .slash, .semicolon: tokens[index - 1].kind == .digits
    default: false
    }
  }

  private func isSpanOfHours(_ index: Int) -> Bool {
    let last = index + 2
    return isHour(index) && isHour(last) && !tokens[index + 1].followsBlank
      && !tokens[last].followsBlank && value(of: tokens[index]) < value(of: tokens[last])
  }

  /// The token behind a span with its unit, or without one where no extension may begin with it; nil for others.
  private func endOfHours(_ index: Int) -> Int? {
    let (before, unit) = (index - 2, index + 3)
    if namesPerson(unit) { return nil }
    let isExtension = isMarkedExtension(before)
    if isWord(.unit, at: unit) || !tokens[unit].followsBlank && isLetter("h", at: unit)
      || isLetterOfHour(unit, behind: index + 2)
    {
      return isExtension || number(before: index - 1, goingOnWith: index) != nil ? unit + 1 : nil
    }
    // 12, 14-18 are extensions, and 12, 10-18 or 112, 10-18 are not.
    guard isExtension, isSpanOfDay(index), tokens[index].followsBlank,
      tokens[before].count != tokens[index].count
        || value(of: tokens[index]) < value(of: tokens[before])
    else { return nil }
    switch tokens[unit].kind {
    case .end, .close, .comma, .semicolon, .newline: return unit
    default: return nil
    }
  }
}
