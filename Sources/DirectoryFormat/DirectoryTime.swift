/// A moment in UTC, to the second, as the files of a directory write it: `2026-11-21T03:00:00Z`.
public struct DirectoryTime: Equatable, Comparable, Hashable, Sendable, CustomStringConvertible {
  /// Seconds since 1970-01-01T00:00:00Z.
  public let seconds: Int64

  /// The years that a file may name; far apart enough for any clock, and four digits each.
  private static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  /// Creates a moment; before year 1 and after year 9999 the nearest one that can be written.
  public init(seconds: Int64) {
    self.seconds = min(max(seconds, Self.range.lowerBound), Self.range.upperBound)
  }

  /// Reads `YYYY-MM-DDTHH:MM:SSZ`, the one form there is; nil for any other, and for a day or an
  /// hour that does not exist.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
      bytes[16] == UInt8(ascii: ":"), bytes[19] == UInt8(ascii: "Z"),
      let year = Self.digits(bytes[0..<4]), let month = Self.digits(bytes[5..<7]),
      let day = Self.digits(bytes[8..<10]), let hour = Self.digits(bytes[11..<13]),
      let minute = Self.digits(bytes[14..<16]), let second = Self.digits(bytes[17..<19]),
      year >= 1, (1...12).contains(month), day >= 1, hour < 24, minute < 60, second < 60
    else { return nil }
    let days = Self.days(year: year, month: month, day: day)
    // A day that its month does not have comes back as one of the next month.
    guard Self.civil(days) == (year, month, day) else { return nil }
    self.init(seconds: days * 86_400 + hour * 3_600 + minute * 60 + second)
  }

  /// The moment so many seconds later.
  public func adding(seconds more: Int64) -> DirectoryTime {
    let (sum, overflow) = seconds.addingReportingOverflow(more)
    return DirectoryTime(seconds: overflow ? (more > 0 ? .max : .min) : sum)
  }

  /// `2026-11-21T03:00:00Z`.
  public var description: String {
    let days = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
    let rest = seconds - days * 86_400
    let (year, month, day) = Self.civil(days)
    return Self.padded(year, 4) + "-" + Self.padded(month, 2) + "-" + Self.padded(day, 2) + "T"
      + Self.padded(rest / 3_600, 2) + ":" + Self.padded(rest / 60 % 60, 2) + ":"
      + Self.padded(rest % 60, 2) + "Z"
  }

  /// Whether a moment comes before another.
  public static func < (left: DirectoryTime, right: DirectoryTime) -> Bool {
    left.seconds < right.seconds
  }

  private static func digits(_ bytes: ArraySlice<UInt8>) -> Int64? {
    var value: Int64 = 0
    for byte in bytes {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      value = value * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    return value
  }

  private static func padded(_ value: Int64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  // Both follow the calendar through eras of 400 years that begin on 1 March, as in Howard
  // Hinnant's "chrono-Compatible Low-Level Date Algorithms".
  private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    )
  }
}
