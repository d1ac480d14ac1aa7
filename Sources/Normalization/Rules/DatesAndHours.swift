/// Finds dates and opening hours, which are no phone numbers: 1986-03-21, 08:00-17:00.
extension CellScan {
  func markDatesAndHours() {
    guard isOn(.datesAndHours) else { return }
    var index = 0
    while index < tokenCount {
      if tokens[index].kind == .digits, !isJoined(before: index) {
        markUnit(index)
        if tokens[index].kind == .digits { markTime(index) }
        if tokens[index].kind == .digits { markSpan(index) }
        if tokens[index].kind == .digits { markDate(index) }
      }
      index += 1
    }
    for index in 0..<tokenCount where tokens[index].kind == .digits { markBesideHours(index) }
    markMonths()
  }

  /// Whether digits belong to something that stands right before them.
  private func isJoined(before index: Int) -> Bool {
    guard index > 0 else { return false }
    switch tokens[index - 1].kind {
    case .hash, .star, .digits:
      return !tokens[index].followsBlank || tokens[index - 1].kind != .digits
    case .dash, .dot, .plus: return index > 1 && tokens[index - 2].kind == .digits
    case .word: return tokens[index - 1].word == .marker
    default: return false
    }
  }

  /// 24小時, 3樓: a quantity.
  private func markUnit(_ index: Int) {
    if index > 0, tokens[index].count <= 2, isWord(.hours, at: index - 1),
      tokens[index + 1].kind != .colon, tokens[index + 1].kind != .dash
    {
      tokens[index].kind = .hours
      return
    }
    let next = index + 1
    guard tokens[index].count <= 4, tokens[next].kind == .word else { return }
    let isLetter =
      tokens[next].end - tokens[next].start == 1 && !tokens[next].followsBlank
      && letters[Int(tokens[next].first)] == UInt8(ascii: "h")
    guard tokens[next].word == .unit || tokens[next].word == .dateUnit || isLetter else { return }
    if index > 0, case .digits = tokens[index - 1].kind { return }
    let kind: Token.Kind = tokens[next].word == .dateUnit ? .date : .hours
    tokens[index].kind = kind
    tokens[next].kind = kind
  }

  /// 08:30, 08:30:00: a time of day.
  private func markTime(_ index: Int) {
    guard tokens[index + 1].kind == .colon, tokens[index + 2].kind == .digits,
      tokens[index].count <= 2, tokens[index + 2].count == 2, value(of: tokens[index]) <= 24,
      value(of: tokens[index + 2]) < 60
    else { return }
    for offset in 0..<3 { tokens[index + offset].kind = .hours }
    guard tokens[index + 3].kind == .colon, tokens[index + 4].kind == .digits,
      tokens[index + 4].count == 2
    else { return }
    tokens[index + 3].kind = .hours
    tokens[index + 4].kind = .hours
  }

  /// 0800-1730, 0800~1700: from a time of day to another.
  private func markSpan(_ index: Int) {
    guard isClock(index) else { return }
    var next = index + 1
    while tokens[next].kind == .dash || tokens[next].kind == .tilde || isWord(.range, at: next) {
      next += 1
    }
    guard next > index + 1, isClock(next) || tokens[next].kind == .hours else { return }
    if tokens[next].kind == .digits {
      let follows = tokens[next + 1]
      if follows.kind == .digits || follows.kind == .dash { return }
      let isDashed = tokens[index + 1].kind == .dash
      let first = digits[Int(tokens[index].first)]
      if isDashed, first != 48, first != 49 { return }
      let whole = UnsafeBufferPointer(start: digits + Int(tokens[index].first), count: 8)
      if isDashed, first == 49, plan.national(whole, needsTrunk: true).validity == .valid { return }
      if isDashed, endsNumber(index) { return }
    }
    for marked in index...next { tokens[marked].kind = .hours }
  }

  /// Whether the eight digits of a span end a number that begins before them: (011) 1021-1234.
  private func endsNumber(_ index: Int) -> Bool {
    var count = 8
    for before in stride(from: index - 1, through: 0, by: -1) {
      switch tokens[before].kind {
      case .open, .close, .dash: continue
      case .digits:
        count += Int(tokens[before].count)
        if count > 15 { return false }
        let whole = UnsafeBufferPointer(start: digits + Int(tokens[before].first), count: count)
        if plan.national(whole, needsTrunk: true).validity == .valid { return true }
      case .plus:
        let whole = UnsafeBufferPointer(start: digits + Int(tokens[before + 1].first), count: count)
        return count > 8 && plan.international(whole).validity == .valid
      default: return false
      }
    }
    return false
  }

  private func isClock(_ index: Int) -> Bool {
    guard tokens[index].kind == .digits, tokens[index].count == 4 else { return false }
    let value = value(of: tokens[index])
    return value / 100 <= 24 && value % 100 < 60
  }

  /// 0800 beside a time: 0800~22:00.
  private func markBesideHours(_ index: Int) {
    guard tokens[index].count <= 5, index > 1 else { return }
    let before = tokens[index - 1].kind
    if before == .tilde || before == .dash, tokens[index - 2].kind == .hours {
      tokens[index].kind = .hours
    }
  }

  /// 1986-03-21, 21.03.1986, 2013年5月3日: a day.
  private func markDate(_ index: Int) {
    let separator = tokens[index + 1].kind
    guard separator == .dash || separator == .slash || separator == .dot,
      tokens[index + 3].kind == separator, tokens[index + 2].kind == .digits,
      tokens[index + 4].kind == .digits
    else { return }
    let after = tokens[index + 5].kind
    if after == .dash || after == .slash || after == .digits && !tokens[index + 5].followsBlank {
      return
    }
    let parts = (tokens[index], tokens[index + 2], tokens[index + 4])
    let isForward =
      isYear(parts.0) && parts.1.count <= 2 && parts.2.count <= 2
      && isDay(month: parts.1, day: parts.2)
    let isBackward =
      isYear(parts.2) && parts.0.count <= 2 && parts.1.count <= 2
      && (isDay(month: parts.0, day: parts.1) || isDay(month: parts.1, day: parts.0))
    guard isForward || isBackward else { return }
    for offset in 0..<5 { tokens[index + offset].kind = .date }
  }

  private func isYear(_ token: Token) -> Bool {
    token.count == 4 && (1900...2099).contains(value(of: token))
  }

  private func isDay(month: Token, day: Token) -> Bool {
    (1...12).contains(value(of: month)) && (1...31).contains(value(of: day))
  }

  private static let months: [String] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
    "january", "february", "march", "april", "june", "july", "august", "september", "october",
    "november", "december",
  ]

  /// 17-Apr-92, March 15, 2024: a day whose month is spelled out.
  private func markMonths() {
    guard letterCount >= 3, digitCount >= 2 else { return }
    for index in 0..<tokenCount where tokens[index].kind == .letters && isMonth(tokens[index]) {
      let before = index > 1 && tokens[index - 1].kind == .dash ? index - 2 : index - 1
      let isBehindDay = before >= 0 && isShort(before)
      var next = index + 1
      if tokens[next].kind == .dash || tokens[next].kind == .dot { next += 1 }
      let isBeforeDay = isShort(next) || isBehindDay && isYear(tokens[next])
      guard isBehindDay || isBeforeDay else { continue }
      tokens[index].kind = .date
      if isBehindDay { tokens[before].kind = .date }
      guard isBeforeDay else { continue }
      tokens[next].kind = .date
      let year = tokens[next + 1].kind == .comma ? next + 2 : next + 1
      if year < tokenCount, tokens[year].kind == .digits, isYear(tokens[year]) {
        tokens[year].kind = .date
      }
    }
  }

  private func isMonth(_ token: Token) -> Bool {
    let spelled = UnsafeBufferPointer(start: letters + Int(token.first), count: Int(token.count))
    return Self.months.contains { $0.utf8.elementsEqual(spelled) }
  }

  private func isShort(_ index: Int) -> Bool {
    index < tokenCount && tokens[index].kind == .digits && tokens[index].count <= 2
      && tokens[index + 1].kind != .colon
  }
}
