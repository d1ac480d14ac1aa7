/// Leaves floors and rooms beside a number unused: Zimmer 214, (02) 9265 9333 Level 12.
extension TokenWriter {
  /// Sets aside words of a place with the few digits behind them, where those can be no other number.
  func markPlaces() {
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

  /// Whether digits behind a word of a place are its own: few, and nothing goes on with them.
  private func isOfPlace(_ index: Int) -> Bool {
    guard tokens[index].kind == .digits, tokens[index].count <= 4 else { return false }
    let next = tokens[index + 1]
    switch next.kind {
    case .dash, .slash, .dot, .plus: return tokens[index + 2].kind != .digits
    case .digits:
      return next.followsBlank && startsFullNumber(at: index + 1)
        && !startsFullNumber(at: index)
    case .letters, .text: return next.followsBlank
    default: return true
    }
  }
}
