/// The name of a run's folder in `report/`: its day in UTC and a running number, `2026-11-22-00042`.
///
/// The number is one more than the highest there, so runs keep their order whatever a clock says.
package struct ReportRun: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The day of the run's clock in UTC.
  package let day: CalendarDay
  /// 1 for a first run.
  package let number: Int

  private static let fewestDigits = 5
  /// Keeps the next number within `Int`.
  private static let mostDigits = 15

  /// Names a run.
  package init(day: CalendarDay, number: Int) {
    self.day = day
    self.number = number
  }

  /// Reads a name; nil for anything that this type would write otherwise.
  package init?(_ name: String) {
    let bytes = Array(name.utf8)
    let digits = bytes.dropFirst(11)
    guard (Self.fewestDigits...Self.mostDigits).contains(digits.count),
      bytes[10] == UInt8(ascii: "-"), digits.allSatisfy({ (0x30...0x39).contains($0) }),
      digits.count == Self.fewestDigits || digits.first != UInt8(ascii: "0"),
      let day = CalendarDay(String(decoding: bytes[..<10], as: UTF8.self)),
      let number = Int(String(decoding: digits, as: UTF8.self)), number > 0
    else { return nil }
    self.init(day: day, number: number)
  }

  /// The folder's name.
  package var description: String {
    let digits = String(number)
    let zeros = String(repeating: "0", count: max(0, Self.fewestDigits - digits.utf8.count))
    return "\(day)-\(zeros)\(digits)"
  }

  /// Whether a run came before another.
  package static func < (left: ReportRun, right: ReportRun) -> Bool {
    (left.number, left.day) < (right.number, right.day)
  }
}
