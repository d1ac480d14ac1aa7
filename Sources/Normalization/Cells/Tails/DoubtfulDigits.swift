import NumberingPlans

/// Tells last digits and extensions from what else stands behind a sign, where a word goes on with it or nothing like
/// it stands before it: and 1987, / 92 Nanterre, # 12 Elm.
extension TailGrammar {
  /// The token behind digits and the word that counts with them: up to 250 guests; nil for others.
  func endOfCounted(_ index: Int) -> Int? {
    guard tokens[index].kind == .digits, tokens[index].count <= 4, tokens[index].followsBlank
    else { return nil }
    if let end = endOfSpanOfCounts(index) { return end }
    return endOfUnitOfMeasure(index + 1) ?? (isCounted(index + 1) ? index + 2 : nil)
  }

  /// How far last digits lie above those that they replace, at most, where they may be something else.
  private static let farthest: Int64 = 20
  /// The same of four digits that look like a year.
  private static let farthestOfYear: Int64 = 100

  /// Whether digits behind a word such as and, or before the word for something behind a slash, may be no last digits.
  func mayBeCount(_ index: Int, of base: Base) -> Bool {
    guard !plan.notation.namesTouchNumbers, index > 0 else { return false }
    let (sign, token) = (tokens[index - 1], tokens[index])
    let isJoined = sign.kind == .ampersand || isWord(.joiner, at: index - 1)
    guard isJoined || sign.kind == .slash && token.followsBlank else { return false }
    let hasName = isCapitalName(index + 1)
    if token.count == 1 { return isJoined && hasName }
    guard isJoined || hasName, token.count != 3 else { return false }
    let replaced = base.answer.nationalNumber % powerOfTen(Int(token.count))
    let distance = value(of: token) - replaced
    if hasName || token.count == 2 { return distance > Self.farthest }
    return (1900...2099).contains(value(of: token)) && distance > Self.farthestOfYear
  }

  /// Whether # and digits with a blank between may be a house before the name of its street: # 12 Elm.
  func mayBeHouse(marker: Int, digits index: Int) -> Bool {
    !plan.notation.namesTouchNumbers && marker == index - 1 && tokens[marker].kind == .hash
      && tokens[index].followsBlank && isCapitalName(index + 1)
  }

  /// Whether digits behind a comma dial nothing, for a blank or a name stands beside them: ,12 Elm.
  func standsApart(_ index: Int) -> Bool {
    tokens[index].followsBlank || !plan.notation.namesTouchNumbers && isCapitalName(index + 1)
  }

  /// Whether a word with a capital stands behind digits, and no number that it names behind that.
  func isCapitalName(_ index: Int) -> Bool {
    guard tokens[index].kind == .letters, tokens[index].followsBlank, tokens[index].count > 1,
      isCapital(index)
    else { return false }
    let next = token(afterSigns: index + 1)
    return tokens[next].kind != .digits && tokens[next].kind != .plus
  }
}

extension TokenReading {
  /// Whether a plus stands before so few digits that no calling code begins there, and nothing goes on with them.
  func leadsToFewDigits(behindPlus index: Int) -> Bool {
    guard !plan.notation.plusJoinsNumbers, tokens[index + 1].kind == .digits,
      tokens[index + 1].count <= 3
    else { return false }
    switch tokens[index + 2].kind {
    case .digits, .dash, .dot, .open, .close, .plus, .slash: return false
    default: return true
    }
  }

  /// Whether letters begin with a capital.
  func isCapital(_ index: Int) -> Bool {
    let written = text(of: tokens[index])
    let small = letters(of: tokens[index])
    return !written.prefix(2).elementsEqual(small.prefix(2))
  }
}
