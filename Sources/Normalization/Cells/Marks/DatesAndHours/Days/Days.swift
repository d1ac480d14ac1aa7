import NumberingPlans

/// Days as they are written in phone cells, in figures or with the month spelled out.
extension TokenWriter {
  /// 1986-03-21, 21.03.1986, 2013年5月3日: a day.
  func markDate(_ index: Int) {
    let separator = tokens[index + 1].kind
    guard separator == .dash || separator == .slash || separator == .dot,
      tokens[index + 3].kind == separator, tokens[index + 2].kind == .digits,
      tokens[index + 4].kind == .digits, endsDate(index + 5)
    else { return }
    let parts = (tokens[index], tokens[index + 2], tokens[index + 4])
    let isForward =
      (isYear(parts.0) || isYearOfTheEra(parts.0) && separator == .slash)
      && isDay(month: parts.1, day: parts.2)
    let isBackward =
      isYear(parts.2)
      && (isDay(month: parts.0, day: parts.1) || isDay(month: parts.1, day: parts.0))
    guard isForward || isBackward else { return }
    mark(index..<index + 5, as: .date)
  }

  /// Whether the cell may begin with a day.
  var mayHoldLeadingDay: Bool { facts.hasToken(digits: 2) && facts.kinds.contains(.slash) }

  /// Sets a month and a day or a year aside that a cell begins with, before a number in full with its trunk prefix,
  /// a plus or a bracket: 12/03 030 2784470.
  func markLeadingDay() {
    guard mayHoldLeadingDay else { return }
    guard tokens[0].kind == .digits, tokens[0].count <= 2, tokens[1].kind == .slash,
      !tokens[1].followsBlank, tokens[2].kind == .digits, tokens[2].count == 2,
      !tokens[2].followsBlank, tokens[3].followsBlank
    else { return }
    let (one, other) = (value(of: tokens[0]), value(of: tokens[2]))
    guard (1...12).contains(one) || (1...12).contains(other) && (1...31).contains(one) else {
      return
    }
    if tokens[3].kind == .digits, isAreaBeforePairs(0) { return }
    switch tokens[3].kind {
    case .plus, .open: break
    case .digits where digits[Int(tokens[3].first)] == 48: break
    case .digits where !startsFullNumber(at: 0): break
    default: return
    }
    guard startsFullNumber(at: 3) else { return }
    mark(0..<3, as: .date)
  }

  /// Whether digits with a 0, and pairs behind a slash, are a number in full of which none is left: 06/34 05 41 31.
  func isAreaBeforePairs(_ area: Int) -> Bool {
    guard beginsWithZero(area), tokens[area + 1].kind == .slash, startsFullNumber(at: area),
      (2...4).allSatisfy({ tokens[area + $0].kind == .digits && tokens[area + $0].count == 2 }),
      case .base(let base) = NumberGrammar(list, context, at: area).read(at: area)
    else { return false }
    return tokens[base.nextToken].kind != .digits
  }

  /// Whether a date may end before a token.
  private func endsDate(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .dash, .slash: false
    case .digits: tokens[index].followsBlank
    default: true
    }
  }

  /// 115/01/31: years of the Republic of China.
  func isYearOfTheEra(_ token: Token) -> Bool {
    guard let era = plan.notation.era, token.count <= 3 || !beginsWithZero(token) else {
      return false
    }
    return era.contains(value(of: token))
  }

  private func isDay(month: Token, day: Token) -> Bool {
    month.count <= 2 && day.count <= 2
      && CalendarDay.isDay(month: value(of: month), day: value(of: day))
  }

  /// 17-Apr-92, March 15, 2024, Jan 5: a day whose month is spelled out.
  func markMonths() {
    guard facts.kinds.contains(.letters), letterCount >= 3, digitCount >= 1,
      SharedWords.months.mayHoldSome(of: spelled)
    else { return }
    for index in 0..<tokenCount where isMonth(tokens[index]) {
      let before = besideMonth(index - 1, by: -1)
      let isBehindDay = before >= 0 && isDay(before) && standsAlone(day: before)
      let next = besideMonth(index + 1, by: 1)
      let isBeforeDay =
        isDay(next) && endsDay(next)
        || isBehindDay && (isYear(tokens[next]) || isShort(next) && endsDay(next))
      guard isBehindDay || isBeforeDay else { continue }
      tokens[index].kind = .date
      if isBehindDay { tokens[before].kind = .date }
      if isBeforeDay { markDayAndYear(next) }
    }
  }

  /// Whether digits before a month are no part of a number, as they are before a name: 22 621 15 14 – Jan, 0351 80233 10
  /// August Huber.
  private func standsAlone(day: Int) -> Bool {
    if isJoined(before: day) || endsNumberBeforeName(day) { return false }
    return day == 0 || tokens[day - 1].kind != .digits || !endsNumberInFull(before: day + 1)
      || endsNumberInFull(before: day) && !isSetApart(day + 1)
  }

  /// Marks a day behind a month, and the year behind it.
  private func markDayAndYear(_ day: Int) {
    tokens[day].kind = .date
    let year = tokens[day + 1].kind == .comma ? day + 2 : day + 1
    if year < tokenCount, tokens[year].kind == .digits, isYear(tokens[year]) {
      tokens[year].kind = .date
    }
  }

  /// The first token from one on that is no dash or dot.
  private func besideMonth(_ start: Int, by step: Int) -> Int {
    var index = start
    while step > 0 || index > 0, tokens[index].kind == .dash || tokens[index].kind == .dot {
      index += step
    }
    return index
  }

  private func isMonth(_ token: Token) -> Bool {
    token.kind == .letters && token.count > 2 && SharedWords.months.contains(letters(of: token))
  }

  private func isShort(_ index: Int) -> Bool {
    index < tokenCount && tokens[index].kind == .digits && tokens[index].count <= 2
      && tokens[index + 1].kind != .colon
  }

  private func isDay(_ index: Int) -> Bool {
    isShort(index) && (1...31).contains(value(of: tokens[index]))
  }

  /// Whether digits end there: "May 02-27123456" is a name and a number.
  private func endsDay(_ index: Int) -> Bool {
    switch tokens[index + 1].kind {
    case .dash, .slash, .dot, .hash, .star: false
    case .digits: isYear(tokens[index + 1]) || !startsFullNumber(at: index)
    default: true
    }
  }
}
