/// Finds spans of hours that only another span tells from last digits.
extension TokenWriter {
  /// 9-12 14-17 behind a number: two spans of hours, each later than the one before.
  func markTwoSpans(_ index: Int) {
    guard isHour(index), tokens[index].followsBlank, digits[Int(tokens[index].first)] != 48,
      tokens[index + 1].kind == .dash, isHour(index + 2)
    else { return }
    var next = index + 3
    switch tokens[next].kind {
    case .comma, .slash, .ampersand, .enumeration, .semicolon: next += 1
    case .word where tokens[next].word == .joiner: next += 1
    default: break
    }
    guard isHour(next), tokens[next].followsBlank, tokens[next + 1].kind == .dash,
      isHour(next + 2), endsSpans(next + 3)
    else { return }
    let hours = [index, index + 2, next, next + 2].map { value(of: tokens[$0]) }
    guard hours[0] < hours[1], hours[1] <= hours[2], hours[2] < hours[3] else { return }
    for token in index..<next + 3 { tokens[token].kind = .hours }
    facts.kinds.insert(.hours)
  }

  private func endsSpans(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .dash, .slash, .digits: false
    default: true
    }
  }
}
