package import DirectoryFormat

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The moment for which a run keeps its books: it names the report and is when the timestamp was
/// issued; nothing in a generation depends on it.
///
/// Years 1970 … 9999 in UTC, whole seconds.
package struct RunTime: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Seconds since 1970-01-01T00:00:00Z; 0 … 253 402 300 799.
  package let seconds: Int

  private static let secondsOfDay = 86_400
  /// 9999-12-31T23:59:59Z.
  private static let last = 253_402_300_799

  /// A moment; nil outside the range.
  package init?(seconds: Int) {
    guard (0...Self.last).contains(seconds) else { return nil }
    self.seconds = seconds
  }

  /// Reads RFC 3339, `2026-11-22T03:15:00+08:00`; a fraction is dropped.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, [UInt8(ascii: "T"), UInt8(ascii: "t")].contains(bytes[10]),
      let day = CalendarDay(String(decoding: bytes[..<10], as: UTF8.self)),
      let clock = Self.secondsOfClock(bytes[11..<19], mostSeconds: 60)
    else { return nil }
    var rest = bytes[19...]
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
      if digits.isEmpty { return nil }
      rest = rest[digits.endIndex...]
    }
    guard let offset = Self.offset(rest) else { return nil }
    self.init(seconds: day.daysSince1970 * Self.secondsOfDay + clock - offset)
  }

  /// What the environment's SOURCE_DATE_EPOCH says, or else the system's clock.
  ///
  /// - Throws: `RunError.badTime` for a SOURCE_DATE_EPOCH that is no moment, or a clock before 1970.
  package static func current() throws(RunError) -> RunTime {
    if let variable = getenv("SOURCE_DATE_EPOCH") {
      let text = String(cString: variable)
      guard !text.hasPrefix("+"), let time = Int(text).flatMap(RunTime.init(seconds:)) else {
        throw .badTime(what: "SOURCE_DATE_EPOCH", found: text)
      }
      return time
    }
    let now = time(nil)
    guard let time = RunTime(seconds: now) else {
      throw .badTime(what: "the system's clock", found: "\(now)")
    }
    return time
  }

  /// The moment as the files of a directory write it.
  package var directoryTime: DirectoryTime { DirectoryTime(seconds: Int64(seconds)) }

  /// The day in UTC.
  package var day: CalendarDay { CalendarDay(daysSince1970: seconds / Self.secondsOfDay) }

  /// RFC 3339 in UTC: `2026-11-21T19:15:00Z`.
  package var description: String {
    let clock = seconds % Self.secondsOfDay
    let parts = [clock / 3600, clock / 60 % 60, clock % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(day)T\(parts.joined(separator: ":"))Z"
  }

  /// Whether a moment comes before another.
  package static func < (left: RunTime, right: RunTime) -> Bool { left.seconds < right.seconds }

  /// `hh:mm:ss`; a leap second is the first of the next minute.
  private static func secondsOfClock(_ text: ArraySlice<UInt8>, mostSeconds: Int) -> Int? {
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 3, let hour = number(parts[0], most: 23),
      let minute = number(parts[1], most: 59), let second = number(parts[2], most: mostSeconds)
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  /// `Z` or `±hh:mm`, in seconds.
  private static func offset(_ text: ArraySlice<UInt8>) -> Int? {
    if text.elementsEqual("Z".utf8) || text.elementsEqual("z".utf8) { return 0 }
    guard let sign = text.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      let offset = secondsOfClock(text.dropFirst() + ":00".utf8, mostSeconds: 0)
    else { return nil }
    return sign == UInt8(ascii: "-") ? -offset : offset
  }

  /// Two digits.
  private static func number(_ text: ArraySlice<UInt8>, most: Int) -> Int? {
    guard text.count == 2, text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let number = text.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return number <= most ? number : nil
  }
}
