import NumberingPlans

/// Days in one piece and places on a map beside a number in full: 登记日期20230512 0571-87654321, 120.15507,30.27408
/// 0571-87654321.
extension TokenWriter {
  /// The fewest digits behind the dot of a degree.
  private static let fewestDecimals = 4

  /// Whether the cell may hold a day in one piece, a place on a map, or days of rest.
  var mayHoldOtherDays: Bool { mayHoldCompactDays || mayHoldDaysOfRest }

  /// Sets them aside.
  func markOtherDays() {
    markCompactDays()
    markDaysOfRest()
  }

  /// Whether the cell may hold such a day, or such a place.
  private var mayHoldCompactDays: Bool {
    guard plan.notation.notesAreChinese, facts.mayHoldNumber else { return false }
    return facts.hasToken(digits: 8) || facts.kinds.contains(.dot)
  }

  private func markCompactDays() {
    guard mayHoldCompactDays else { return }
    for index in 0..<tokenCount where tokens[index].kind == .digits {
      if isCompactDay(index) {
        mark(index..<index + 1, as: .date)
      } else if let end = endOfPlaceOnMap(index) {
        mark(index..<end, as: .amount)
      }
    }
  }

  /// Whether eight digits are a year, a month and a day, and a blank parts them from a number with its trunk 0, or a
  /// mobile.
  private func isCompactDay(_ index: Int) -> Bool {
    guard tokens[index].count == 8, context.inherited.digits == 0 else { return false }
    let day = value(of: tokens[index])
    guard CalendarDay.isYear(day / 10_000),
      CalendarDay.isDay(month: day / 100 % 100, day: day % 100), mayBeginDay(index)
    else { return false }
    var next = index + 1
    let isApart = tokens[next].followsBlank || tokens[next].kind.partsItems
    while tokens[next].kind.partsItems || isWord(.label, at: next) || tokens[next].kind == .colon {
      next += 1
    }
    let first = tokens[next].kind == .open ? next + 1 : next
    guard isApart || next > index + 1, tokens[first].kind == .digits else { return false }
    if beginsWithZero(first) { return startsFullNumber(at: next) }
    return tokens[first].count == 11
      && national(from: Int(tokens[first].first), count: 11).isMobile
  }

  /// Whether nothing before digits says that they are a number, or are part of one.
  private func mayBeginDay(_ index: Int) -> Bool {
    guard index > 0 else { return true }
    switch tokens[index - 1].kind {
    case .text, .newline, .semicolon, .enumeration, .open: return true
    case .word: return isWord(.dateUnit, at: index - 1) || isWord(.unit, at: index - 1)
    case .colon: return index > 1 && tokens[index - 2].kind == .text
    default: return false
    }
  }

  /// The token behind two degrees with many decimals and a comma between: 120.15507,30.27408; nil for others.
  private func endOfPlaceOnMap(_ index: Int) -> Int? {
    guard isDegree(index), index == 0 || tokens[index - 1].kind != .dot else { return nil }
    let second = index + 4
    guard tokens[second - 1].kind == .comma || tokens[second - 1].kind == .enumeration,
      isDegree(second)
    else { return followsMapWord(index) ? index + 3 : nil }
    switch tokens[second + 3].kind {
    case .dot, .comma, .dash: return nil
    case .digits: return tokens[second + 3].followsBlank ? second + 3 : nil
    default: return second + 3
    }
  }

  /// Whether a word for a degree on a map stands before digits: 经度120.15507.
  private func followsMapWord(_ index: Int) -> Bool {
    guard index > 0 else { return false }
    let word = tokens[index - 1].kind == .colon ? index - 2 : index - 1
    return word >= 0 && tokens[word].kind == .text
      && text(of: tokens[word]).ends(inOneOf: EmbeddedWords.mapDegree)
      && tokens[index + 3].kind != .dot
  }

  /// Whether up to three digits, a dot and many decimals stand at a token.
  private func isDegree(_ index: Int) -> Bool {
    let (whole, dot, decimals) = (tokens[index], tokens[index + 1], tokens[index + 2])
    guard whole.kind == .digits, whole.count <= 3, !beginsWithZero(index), dot.kind == .dot,
      !dot.followsBlank, decimals.kind == .digits, !decimals.followsBlank,
      Int(decimals.count) >= Self.fewestDecimals
    else { return false }
    return value(of: whole) <= 180
  }
}
