/// The hours of time zones.
extension TokenWriter {
  /// Sets the hours of a time zone aside: GMT+10, UTC +5:30.
  func markTimeZones() {
    guard facts.kinds.contains(.letters), facts.kinds.contains(anyOf: .plus, .dash) else { return }
    for index in 0..<tokenCount where tokens[index].kind == .letters && tokens[index].count == 3 {
      let hours = index + 2
      guard tokens[index + 1].kind == .plus || tokens[index + 1].kind == .dash,
        tokens[hours].kind == .digits, tokens[hours].count <= 2, !tokens[hours].followsBlank,
        letters(of: tokens[index]).isOne(of: EmbeddedWords.timeZone)
      else { continue }
      let hasMinutes =
        tokens[hours + 1].kind == .colon && tokens[hours + 2].kind == .digits
        && tokens[hours + 2].count == 2
      for token in index...(hasMinutes ? hours + 2 : hours) { tokens[token].kind = .amount }
      facts.kinds.insert(.amount)
    }
  }
}
