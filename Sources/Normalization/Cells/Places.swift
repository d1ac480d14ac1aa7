/// Leaves floors and rooms beside a number unused: Zimmer 214, (02) 9265 9333 Level 12.
extension TokenWriter {
  /// Sets aside words of a place with the few digits behind them, where those can be no other number.
  func markPlaces() {
    for index in 0..<tokenCount where isFloor(index) {
      tokens[index].kind = .amount
      tokens[index + 1].kind = .amount
      facts.kinds.insert(.amount)
    }
    for index in 0..<tokenCount where isWord(.place, at: index) && tokens[index].count > 0 {
      var digits = index + 1
      while tokens[digits].kind == .dot || tokens[digits].kind == .colon
        || tokens[digits].kind == .ordinal
      { digits += 1 }
      guard isOfPlace(digits) else { continue }
      for marked in index...digits { tokens[marked].kind = .amount }
      facts.kinds.insert(.amount)
    }
  }

  /// Whether digits and an F are a floor: 02-27123456 3F, and not 01 42 76 40 41F.
  private func isFloor(_ index: Int) -> Bool {
    guard tokens[index].kind == .digits, tokens[index].count <= 2, isWord(.fax, at: index + 1),
      tokens[index + 1].end - tokens[index + 1].start == 1, !tokens[index + 1].followsBlank,
      tokens[index + 2].kind != .digits || tokens[index + 2].followsBlank
    else { return false }
    guard index > 0 else { return true }
    switch tokens[index - 1].kind {
    case .digits: return tokens[index].followsBlank && tokens[index - 1].count >= 4
    case .comma, .enumeration, .open, .text, .newline, .close: return true
    default: return false
    }
  }

  /// Whether digits behind a word of a place are its own: few, and nothing goes on with them.
  private func isOfPlace(_ index: Int) -> Bool {
    guard tokens[index].kind == .digits, tokens[index].count <= 4 else { return false }
    let next = tokens[index + 1]
    switch next.kind {
    case .dash where next.followsBlank && tokens[index + 2].followsBlank:
      return tokens[index + 2].kind != .digits || startsFullNumber(at: index + 2)
    case .dash, .slash, .dot, .plus: return tokens[index + 2].kind != .digits
    case .digits:
      return next.followsBlank && startsFullNumber(at: index + 1)
        && !startsFullNumber(at: index)
    case .letters, .text: return next.followsBlank
    default: return true
    }
  }

  /// Whether digits are a room: 301室, and not 8889室內設計.
  func isRoom(_ index: Int) -> Bool {
    guard isWord(.place, at: index + 1), !tokens[index + 1].followsBlank else { return false }
    let next = tokens[index + 2]
    return next.followsBlank || next.kind != .text && next.kind != .word && next.kind != .letters
  }

  /// Whether a word behind digits makes them an amount, a floor or a room.
  func isAmount(_ index: Int) -> Bool {
    tokens[index].word == .amount || tokens[index].word == .place
  }
}
