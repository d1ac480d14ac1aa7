/// Finds hours whose minutes stand behind a dot: 9.00-17.00 is 0900 1700 without it, a number of
/// many plans.
extension TokenWriter {
  /// A time of day in a cell.
  private struct Time {
    /// The token behind it.
    let end: Int
    /// Whether minutes stand behind a dot.
    var isDotted = false
    /// Whether it is one at which people open and close: every five minutes.
    var isRound = true
  }

  /// Sets aside spans of dotted hours, and dotted hours beside words of hours.
  func markDottedHours() {
    var index = 0
    while index < tokenCount {
      guard let time = time(at: index), !touchesDigits(index) else {
        index += 1
        continue
      }
      let end = endOfDottedSpan(index, from: time) ?? endOfDottedHour(index, time)
      if let end { setAside(index..<end) }
      index = end ?? index + 1
    }
  }

  private func setAside(_ range: Range<Int>) {
    for index in range { tokens[index].kind = .hours }
    facts.kinds.insert(.hours)
  }

  /// 9, 9.30: a time of day; nil for others, and in longer dotted digits such as 21.03.1986.
  private func time(at index: Int) -> Time? {
    guard isHour(index) else { return nil }
    guard tokens[index + 1].kind == .dot, !tokens[index + 1].followsBlank else {
      return Time(end: index + 1)
    }
    let minutes = tokens[index + 2]
    guard minutes.kind == .digits, minutes.count == 2, !minutes.followsBlank,
      value(of: minutes) < (value(of: tokens[index]) == 24 ? 1 : 60)
    else { return nil }
    if tokens[index + 3].kind == .dot, tokens[index + 4].kind == .digits,
      !tokens[index + 4].followsBlank
    {
      return nil
    }
    return Time(end: index + 3, isDotted: true, isRound: value(of: minutes) % 5 == 0)
  }

  /// The token behind a span of hours that begins at a token: 9.00-17.00, 8.00 bis 16.30 Uhr.
  private func endOfDottedSpan(_ start: Int, from first: Time) -> Int? {
    let open = behindUnit(first.end)
    let close = endOfSpanSigns(open)
    guard close > first.end, let second = time(at: close) else { return nil }
    let end = behindUnit(second.end)
    guard endsSpan(end) else { return nil }
    if first.isDotted && second.isDotted {
      return first.isRound && second.isRound || standsAlone(start..<end) ? end : nil
    }
    return first.isRound && second.isRound && joinsWholeHour(open, first, second, before: end)
      && (standsAlone(start..<end) || startsFullNumber(at: end) || tokens[end].kind != .digits)
      ? end : nil
  }

  /// Whether a sign joins a dotted hour with one that has no minutes: 9.00-17, but not the digits
  /// before the slash in 85 00 / 9.00-17.00.
  private func joinsWholeHour(
    _ sign: Int, _ first: Time, _ second: Time, before end: Int
  ) -> Bool {
    (first.isDotted || second.isDotted) && (tokens[sign].kind == .dash || isRange(sign))
      && tokens[end].kind != .dash && !isRange(end)
  }

  /// Whether words tell hours, or no digits stand beside them.
  private func standsAlone(_ range: Range<Int>) -> Bool {
    let end = range.upperBound
    return tokens[end - 1].kind != .digits || followsHourWord(range.lowerBound)
      || (range.lowerBound == 0 || tokens[range.lowerBound - 1].kind != .digits)
        && tokens[end].kind != .digits
  }

  /// The token behind one time of day: 8.00 Uhr, ab 8.00.
  private func endOfDottedHour(_ index: Int, _ time: Time) -> Int? {
    guard time.isDotted else { return nil }
    let end = behindUnit(time.end)
    // od 2.55 62-1234.533: a word before digits does not part them from those behind them.
    let isTold =
      end > time.end
      || (followsHourWord(index) || isWord(.range, at: index - 1) && time.isRound)
        && tokens[end].kind != .digits
    return isTold && endsSpan(end) ? end : nil
  }

  /// Whether digits are joined with others before them.
  private func touchesDigits(_ index: Int) -> Bool {
    guard index > 0 else { return false }
    switch tokens[index - 1].kind {
    case .digits: return !tokens[index].followsBlank
    case .dash: return index > 1 && tokens[index - 2].kind == .digits && !isSetApart(index - 1)
    case .comma where hasDigitsOfNumber(before: index - 1): return false
    case .dot, .colon, .comma:
      return index > 1 && tokens[index - 2].kind == .digits
        && !tokens[index].followsBlank
    case .plus, .hash, .star: return true
    case .word: return tokens[index - 1].word == .marker
    default: return false
    }
  }

  /// Whether blanks stand around a sign.
  func isSetApart(_ index: Int) -> Bool {
    tokens[index].followsBlank && tokens[index + 1].followsBlank
  }

  /// The token behind a unit of hours, or an index itself: 9.00 Uhr, 9.00h, 9.00 u.
  private func behindUnit(_ index: Int) -> Int {
    let token = tokens[index]
    guard token.kind == .word || token.kind == .letters, !namesPerson(index) else { return index }
    if token.kind == .word, token.word == .unit { return index + 1 }
    guard token.count == 1 else { return index }
    switch letters[Int(token.first)] {
    case UInt8(ascii: "h"), UInt8(ascii: "u"), UInt8(ascii: "g"): return index + 1
    default: return index
    }
  }

  /// The token behind what parts the ends of a span: signs, or a few words, as in dalle 9.00 alle ore
  /// 13.00.
  private func endOfSpanSigns(_ start: Int) -> Int {
    var index = start
    while tokens[index].kind == .dash || tokens[index].kind == .slash || isRange(index) {
      index += 1
    }
    if index > start { return passingOrdinaryWord(index) }
    while index < start + 4, isOrdinaryWord(index) || index > start && isSignOfWords(index) {
      index += 1
    }
    return index
  }

  /// The token behind one word: 9.00 - ore 13.00.
  private func passingOrdinaryWord(_ index: Int) -> Int {
    isOrdinaryWord(index) ? index + 1 : index
  }

  /// A dot or a slash of an abbreviated word: s.d., s/d.
  private func isSignOfWords(_ index: Int) -> Bool {
    tokens[index].kind == .dot || tokens[index].kind == .slash
  }

  /// Whether a word says nothing of numbers.
  private func isOrdinaryWord(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .letters, .text: return true
    case .word:
      switch tokens[index].word {
      case .unit, .joiner, .range, .hours: return true
      default: return false
      }
    default: return false
    }
  }

  /// Whether hours may end before a token: digits behind a dash or a sign go on unless they are a
  /// number, or further hours.
  private func endsSpan(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .dash, .slash, .tilde, .colon:
      guard tokens[index + 1].kind == .digits else { return true }
      return time(at: index + 1)?.isDotted == true || startsFullNumber(at: index + 1)
    case .digits:
      return tokens[index].followsBlank
    case .hash, .star, .at, .percent: return false
    default: return true
    }
  }
}
