/// How long something may take or hold, in whole seconds, written with a unit.
package struct TimeLimit: Equatable, Sendable, CustomStringConvertible {
  /// 1 second … 366 days.
  package let seconds: Int

  private static let longest = 366 * 86_400
  private static let units = [("d", 86_400), ("h", 3600), ("m", 60), ("s", 1)]

  /// A limit of so many seconds; nil outside the range.
  package init?(seconds: Int) {
    guard (1...Self.longest).contains(seconds) else { return nil }
    self.seconds = seconds
  }

  /// A limit of so many whole hours; 1 … 8 784.
  init(hours: Int) {
    precondition((1...Self.longest / 3600).contains(hours), "no such limit")
    seconds = hours * 3600
  }

  /// Reads `90s`, `15m`, `2h` or `7d`, and a number alone as seconds.
  ///
  /// Nil for anything else.
  package init?(_ text: String) {
    let digits = text.prefix { ("0"..."9").contains($0) }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
    guard let amount = Int(digits),
      let factor = unit.isEmpty ? 1 : Self.units.first(where: { $0.0 == unit })?.1
    else { return nil }
    let (seconds, overflows) = amount.multipliedReportingOverflow(by: factor)
    guard !overflows else { return nil }
    self.init(seconds: seconds)
  }

  /// The limit in its largest whole unit.
  package var description: String {
    for (unit, factor) in Self.units where seconds % factor == 0 {
      return "\(seconds / factor)\(unit)"
    }
    return "\(seconds)s"
  }
}
