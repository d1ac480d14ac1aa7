/// Which values are years, months and days.
enum CalendarDay {
  /// The years of this century and the last.
  @inline(__always)
  static func isYear(_ value: Int64) -> Bool { (1900...2099).contains(value) }

  /// Whether two values are a month, 1 to 12, and a day of it, 1 to 31.
  @inline(__always)
  static func isDay(month: Int64, day: Int64) -> Bool {
    (1...12).contains(month) && (1...31).contains(day)
  }
}

/// What marks and tails ask about days in figures.
extension TokenReading {
  /// Whether a token is digits, and a year of this century or the last.
  func isYear(_ token: Token) -> Bool {
    token.kind == .digits && token.count == 4 && CalendarDay.isYear(value(of: token))
  }

  /// Whether digits are a year: 2005年.
  func isYearBeforeUnit(_ index: Int) -> Bool {
    isYear(tokens[index]) && isWord(.dateUnit, at: index + 1) && !tokens[index + 1].followsBlank
  }

  /// Whether two tokens of digits may be a month and a day of it.
  func isDay(monthAt month: Int, dayAt day: Int) -> Bool {
    CalendarDay.isDay(month: value(of: tokens[month]), day: value(of: tokens[day]))
  }
}
