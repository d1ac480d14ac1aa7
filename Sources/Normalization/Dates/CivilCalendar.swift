/// The proleptic Gregorian calendar as arithmetic, after Howard Hinnant's "chrono-compatible
/// low-level date algorithms".
package enum CivilCalendar {
  /// Milliseconds of a day.
  package static let millisecondsPerDay: Int64 = 86_400_000

  /// Days from 1970-01-01 to a valid date of the years 0 … 9999.
  @inline(__always)
  package static func day(year: Int, month: Int, dayOfMonth: Int) -> Int {
    // From the first of March of the year -400, so that nothing is negative: 32-bit divisions.
    let shifted = UInt32(truncatingIfNeeded: (month <= 2 ? year &- 1 : year) &+ 400)
    let era = shifted / 400
    let yearOfEra = shifted &- era &* 400
    let monthFromMarch = UInt32(truncatingIfNeeded: month > 2 ? month &- 3 : month &+ 9)
    let dayOfYear =
      (153 &* monthFromMarch &+ 2) / 5 &+ UInt32(truncatingIfNeeded: dayOfMonth) &- 1
    let dayOfEra = yearOfEra &* 365 &+ yearOfEra / 4 &- yearOfEra / 100 &+ dayOfYear
    return Int(era &* 146_097 &+ dayOfEra) &- (719_468 &+ 146_097)
  }

  /// Whether the calendar has this date, in the years 1 … 9999.
  @inline(__always)
  package static func isValid(year: Int, month: Int, dayOfMonth: Int) -> Bool {
    guard year >= 1, year <= 9999, month >= 1, month <= 12, dayOfMonth >= 1 else { return false }
    if dayOfMonth <= 28 { return true }
    if month == 2 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      return dayOfMonth <= (isLeap ? 29 : 28)
    }
    return dayOfMonth <= (month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31)
  }
}
