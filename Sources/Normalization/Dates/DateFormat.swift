/// How a source writes its dates.
package enum DateFormat: String, CaseIterable, Sendable {
  /// ISO 8601 with `-` or `/`: 2026-01-31, 2026/1/31, 20260131.
  case iso
  /// Years of the Republic of China, of which 1 is 1912: 115/01/31, 1150131.
  case roc
  /// Day, month, year with `.`, `/` or `-`: 31.01.2026, 31/1/2026. A year in front is that of ISO 8601.
  case dmy
  /// Month, day, year: 01/31/2026, 1-31-2026. A year in front is that of ISO 8601.
  case mdy

  /// Whether days and months stand in front of the year.
  var hasYearLast: Bool { self == .dmy || self == .mdy }
}

/// A date cell as read.
package struct DateReading: Equatable, Sendable, BitwiseCopyable {
  /// The calendar day as written, in days since 1970-01-01.
  package var day: Int
  /// The instant in milliseconds since 1970-01-01T00:00Z; without a time, the day's first.
  package var milliseconds: Int64

  /// Creates a reading.
  package init(day: Int, milliseconds: Int64) {
    self.day = day
    self.milliseconds = milliseconds
  }
}
