import NumberingPlans

/// Sets prices and ordinals aside that a blank or a sign parts from a number in full, and that would else be its last
/// digits, lines or extensions: 0621 293012 20 ct/min, 02-2133-1234/5,000원, 212-743-8166,2nd floor.
///
/// What the sign of a currency touches is set aside before.
extension TokenWriter {
  /// The most digits of an amount before its signs.
  private static let mostDigits = 6

  /// Whether the cell may hold one.
  var mayHoldAmountsBehindNumbers: Bool {
    facts.mayHoldNumber
      && facts.kinds.contains(anyOf: .word, .letters, .text)
  }

  func markAmountsBehindNumbers() {
    guard mayHoldAmountsBehindNumbers else { return }
    for index in 1..<max(tokenCount, 1)
    where tokens[index].kind == .digits && tokens[index].count <= Self.mostDigits {
      if let price = priceBehindWord(index) {
        mark(price, as: .amount)
        continue
      }
      guard let end = endOfPriceWithUnit(index) ?? endOfOrdinal(index),
        let first = beginningOfAmount(index)
      else { continue }
      mark(first..<end, as: .amount)
    }
  }

  /// The tokens of a price with thousands behind a word that else is that of a room: RM 2,500.
  private func priceBehindWord(_ index: Int) -> Range<Int>? {
    guard tokens[index - 1].count > 0,
      letters(of: tokens[index - 1]).isOne(of: EmbeddedWords.currencyOrRoom)
    else { return nil }
    let end = endOfAmount(index)
    return end > index + 1 ? index - 1..<end : nil
  }

  /// The first token that is set aside with an amount: the sign before it, if one parts it from a number in full; nil where
  /// none does.
  private func beginningOfAmount(_ index: Int) -> Int? {
    let before = index - 1
    switch tokens[before].kind {
    case .digits, .close:
      let isApart = tokens[index].followsBlank && number(before: index, goingOnWith: index) != nil
      return isApart ? index : nil
    case .dash, .slash, .comma, .ampersand:
      guard before > 0, tokens[before].kind != .dash || isSetApart(before),
        number(before: before, goingOnWith: index) != nil
      else { return nil }
      return before
    default: return nil
    }
  }

  /// The token behind an amount, or the span of two, and its currency or the time that it is for; nil for others.
  private func endOfPriceWithUnit(_ index: Int) -> Int? {
    var unit = endOfAmount(index)
    if tokens[unit].kind == .dash || tokens[unit].kind == .tilde, tokens[unit + 1].kind == .digits,
      tokens[unit + 1].count <= Self.mostDigits,
      tokens[unit].followsBlank == tokens[unit + 1].followsBlank
    {
      unit = endOfAmount(unit + 1)
    }
    if isOfIdeographs(unit) {
      var last = unit
      while last < unit + 2, isOfIdeographs(last + 1), !tokens[last + 1].followsBlank { last += 1 }
      let isCurrency = text(from: unit, through: last).isOne(of: EmbeddedWords.currencyBehind)
      return isCurrency ? last + 1 : nil
    }
    // 20 ct/min.
    let time = unit + 2
    guard tokens[unit].kind == .letters, tokens[unit + 1].kind == .slash,
      UnitsOfNotes.contains(letters(of: tokens[unit])), !tokens[time].followsBlank,
      tokens[time].count > 0,
      isWord(.unit, at: time) || UnitsOfNotes.contains(letters(of: tokens[time]))
    else { return nil }
    return time + 1
  }

  /// The token behind digits that the ending of an ordinal touches: 2nd.
  private func endOfOrdinal(_ index: Int) -> Int? {
    let ending = index + 1
    guard tokens[index].count <= 2, tokens[ending].count == 2, !tokens[ending].followsBlank,
      tokens[ending].kind == .letters || tokens[ending].kind == .word,
      letters(of: tokens[ending]).isOne(of: EmbeddedWords.ordinalEnding)
    else { return nil }
    return ending + 1
  }

  /// The token behind digits, their thousands and decimals: 2,500, 5.000,00.
  private func endOfAmount(_ index: Int) -> Int {
    var end = index + 1
    while tokens[end].kind == .comma || tokens[end].kind == .dot, !tokens[end].followsBlank,
      tokens[end + 1].kind == .digits, !tokens[end + 1].followsBlank,
      (2...3).contains(tokens[end + 1].count), end < index + 6
    { end += 2 }
    return end
  }
}
