/// Finds spans of hours that only another span tells from last digits.
extension TokenWriter {
  /// 9-12 14-17 behind a number: two spans of hours, each later than the one before.
  func markTwoSpans(_ index: Int) {
    guard tokens[index + 1].kind == .dash, isHour(index), digits[Int(tokens[index].first)] != 48,
      tokens[index].followsBlank || index > 0 && tokens[index - 1].kind == .open,
      isHour(index + 2)
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

  /// Whether a word of days stands before a span of hours, or a word parts and another one precedes them.
  func followsDays(_ index: Int, to last: Int) -> Bool {
    isSpanBehindWord(index, to: last) || followsDays(index)
  }

  /// Whether a word joins two hours of which the second is the later one, behind a word: das 9 às 17.
  private func isSpanBehindWord(_ index: Int, to last: Int) -> Bool {
    guard index > 0, last == index + 2, isWord(.range, at: index + 1), isHour(index), isHour(last),
      value(of: tokens[index]) < value(of: tokens[last]), tokens[last + 1].kind != .digits
    else { return false }
    return tokens[index - 1].kind == .letters && tokens[index - 1].count > 1
  }

  /// Whether a word of days or hours stands before digits, or before signs and a short word before
  /// them.
  ///
  /// Other hours do, too: (Mo-Do 8-12 u. 14-16, Fr 8-12).
  func followsDays(_ index: Int) -> Bool {
    var before = index - 1
    var hasShortWord = false
    while before >= 0 {
      switch tokens[before].kind {
      case .colon, .open, .close, .comma, .dot, .ampersand, .semicolon, .slash: break
      case .hours: return isAscendingSpan(index)
      case .word where tokens[before].word == .joiner: break
      default:
        if isHours(before) || endsSpanOfDays(before) { return true }
        guard tokens[before].kind == .letters, tokens[before].count <= 4, !hasShortWord else {
          return false
        }
        hasShortWord = true
      }
      before -= 1
    }
    return false
  }

  /// Whether digits and those behind a sign are hours that ascend, and nothing goes on with them.
  private func isAscendingSpan(_ index: Int) -> Bool {
    isHour(index) && isHour(index + 2) && digits[Int(tokens[index].first)] != 48
      && value(of: tokens[index]) < value(of: tokens[index + 2]) && endsSpans(index + 3)
  }

  /// Whether a token ends a span of days in any language, perhaps with a short word behind it: Mo-Fr,
  /// pn-pt, L a V de.
  func endsSpanOfDays(_ index: Int) -> Bool {
    if isNameOfDay(index), isSpan(endingAt: index) { return true }
    return index > 2 && tokens[index].kind == .letters && tokens[index].count <= 3
      && isSpan(endingAt: index - 1)
  }

  private func isSpan(endingAt last: Int) -> Bool {
    var end = last
    if end > 0, tokens[end].kind == .dot { end -= 1 }
    guard end > 1, isNameOfDay(end), tokens[end - 1].kind == .dash || isRange(end - 1) else {
      return false
    }
    var first = end - 2
    if first > 0, tokens[first].kind == .dot { first -= 1 }
    return isNameOfDay(first)
      && (first == 0 || tokens[first].followsBlank || tokens[first - 1].kind != .digits)
  }

  private func isNameOfDay(_ index: Int) -> Bool {
    // do is Thursday in German, and to in Czech.
    tokens[index].kind == .letters && tokens[index].count <= 16 || isHours(index)
      || tokens[index].kind == .word && (1...3).contains(tokens[index].count)
  }

  private func endsSpans(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .dash, .slash, .digits: false
    default: true
    }
  }
}
