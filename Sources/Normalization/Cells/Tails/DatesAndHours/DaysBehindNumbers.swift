import NumberingPlans
import Records

/// Days behind a number or its extension, where people write extensions behind dashes and commas, too:
/// 02-27123456#12 115.1.5, 0912345678, 12/25, 02-27123456 20260105.
extension TailGrammar {
  /// Leaves a day with its year unused, and doubts a month and a day, which extensions may be as well; false
  /// where none stands.
  ///
  /// The number before is complete whatever they are.
  func leavesDay(
    _ tail: inout Tail, _ base: Base, at index: Int, behind sign: Token.Kind = .end
  ) -> Bool {
    guard plan.notation.notesDays, isOn(.datesAndHours),
      tail.isOfOneNumber
    else { return false }
    if let end = endOfDayWithYear(index) {
      tail.findings.formUnion(Findings(of: .date))
      tail.next = end
      return true
    }
    // 12/12/25 are extensions, or last digits.
    guard sign != .slash, isMonthAndDay(index) else { return false }
    tail.doubt(index, keeping: base, "extensions, or a day")
    return true
  }

  /// Whether a dash between blanks leads to a day.
  func leadsToDay(dash: Int) -> Bool {
    plan.notation.notesDays && tokens[dash].kind == .dash && tokens[dash].followsBlank
      && tokens[dash + 1].followsBlank
      && (isMonthAndDay(dash + 1) || endOfDayWithYear(dash + 1) != nil)
  }

  /// The token behind a year, a month and a day with one sign between them: 115.1.5, 2026.1.5, 25/12/15.
  private func endOfDayWithYear(_ index: Int) -> Int? {
    let sign = tokens[index + 1].kind
    guard sign == .dot || sign == .slash || sign == .dash, tokens[index + 3].kind == sign,
      isYearOfDay(tokens[index], behind: sign), isDay(month: index + 2, day: index + 4),
      !(index + 1...index + 4).contains(where: { tokens[$0].followsBlank }), endsDay(index + 5)
    else { return nil }
    return index + 5
  }

  /// Whether digits are a year of these days, of the Republic of China, or the last two of one.
  private func isYearOfDay(_ token: Token, behind sign: Token.Kind) -> Bool {
    let year = value(of: token)
    switch token.count {
    case 4: return CalendarDay.isYear(year)
    case 3: return plan.notation.era?.contains(year) ?? false
    case 2: return sign == .dot && (20...39).contains(year)
    default: return false
    }
  }

  /// Whether digits are a month and a day with a slash between: 12/25.
  private func isMonthAndDay(_ index: Int) -> Bool {
    tokens[index + 1].kind == .slash && !tokens[index + 1].followsBlank
      && !tokens[index + 2].followsBlank && isDay(month: index, day: index + 2)
      && endsDay(index + 3)
  }

  /// Whether two tokens are a month and a day of it.
  private func isDay(month: Int, day: Int) -> Bool {
    tokens[month].kind == .digits && tokens[day].kind == .digits && tokens[month].count <= 2
      && tokens[day].count <= 2 && isDay(monthAt: month, dayAt: day)
  }

  /// Whether nothing goes on with the digits of a day.
  private func endsDay(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .dash, .slash, .dot: tokens[index + 1].kind != .digits || tokens[index].followsBlank
    case .digits: tokens[index].followsBlank
    case .hash, .star: false
    default: true
    }
  }
}

extension NumberGrammar {
  /// Whether unparted digits that would be a line of the area before are a day, too: 20260105.
  func mayBeDay(_ inherited: Base) -> Bool {
    guard plan.notation.notesDays, groups[0].count == 8,
      inherited.nextToken == groups[0].token + 1, isOn(.datesAndHours)
    else { return false }
    let day = value(of: tokens[groups[0].token])
    return (1950...2049).contains(day / 10_000)
      && CalendarDay.isDay(month: day / 100 % 100, day: day % 100)
  }
}
