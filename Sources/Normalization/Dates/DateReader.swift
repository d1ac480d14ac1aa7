/// Reads the date cells of one source.
///
/// A date, then nothing or a time (`T` or a blank before it; seconds and a fraction may be missing),
/// then nothing or an offset (`Z`, `+08:00`, `+0800`, `+08`). Where the year stands last, a comma may part
/// day and time, and AM or PM follow the time. Without an offset the source's zone holds. Only days that the calendar has are read; anything else is nil, never a guess.
package struct DateReader: ~Copyable {
  private let format: DateFormat
  private var zone: ZoneOffsets

  /// Creates a reader for a source.
  ///
  /// - Throws: `NormalizationSettingsError.unknownTimezone`.
  package init(format: DateFormat, timezone: String) throws(NormalizationSettingsError) {
    self.format = format
    zone = try ZoneOffsets(timezone)
  }

  /// Reads a cell; nil when it holds no date in the source's format.
  @inline(__always)
  package mutating func read(_ cell: UnsafeBufferPointer<UInt8>) -> DateReading? {
    guard format == .iso, let plain = PlainTimestamp.read(cell) else { return readAnyLayout(cell) }
    let local = Int64(plain.day) &* CivilCalendar.millisecondsPerDay &+ plain.milliseconds
    return DateReading(day: plain.day, milliseconds: local &- zone.offset(atLocal: local))
  }

  /// The long way, which is the definition.
  @inline(never)
  mutating func readAnyLayout(_ cell: UnsafeBufferPointer<UInt8>) -> DateReading? {
    var scanner = ByteScanner(cell.trimmingBlanks)
    guard let day = readDay(&scanner) else { return nil }
    let midnight = Int64(day) * CivilCalendar.millisecondsPerDay
    if scanner.isAtEnd {
      return DateReading(day: day, milliseconds: midnight - zone.offset(atLocal: midnight))
    }
    if format.hasYearLast { _ = scanner.skip(UInt8(ascii: ",")) }
    guard
      scanner.skip(UInt8(ascii: "T")) || scanner.skip(UInt8(ascii: "t")) || scanner.skipBlanks(),
      let time = Self.readTime(&scanner, mayHaveHalves: format.hasYearLast)
    else { return nil }
    let local = midnight + time
    if scanner.isAtEnd {
      return DateReading(day: day, milliseconds: local - zone.offset(atLocal: local))
    }
    guard let offset = Self.readOffset(&scanner), scanner.isAtEnd else { return nil }
    return DateReading(day: day, milliseconds: local - offset)
  }

  private func readDay(_ scanner: inout ByteScanner) -> Int? {
    let first = scanner.number(digitsAtMost: 8)
    if format.hasYearLast, first.digits < 4 { return readDayAndYear(first.value, &scanner) }
    let yearDigits = format == .roc ? 1...4 : 4...4
    var year: Int
    let month: Int
    let dayOfMonth: Int
    if first.digits == (format == .roc ? 7 : 8), !format.hasYearLast {
      year = first.value / 10_000
      month = first.value / 100 % 100
      dayOfMonth = first.value % 100
      if format == .roc { year += 1911 }
    } else {
      guard yearDigits.contains(first.digits), let separator = scanner.next,
        separator == UInt8(ascii: "-") || separator == UInt8(ascii: "/")
      else { return nil }
      // Four digits cannot be a year of the Republic.
      year = first.digits == 4 ? first.value : first.value + 1911
      if format == .roc && (first.value == 0 || year < 1912) { return nil }
      _ = scanner.skip(separator)
      let middle = scanner.number(digitsAtMost: 2)
      guard middle.digits > 0, scanner.skip(separator) else { return nil }
      let end = scanner.number(digitsAtMost: 2)
      guard end.digits > 0 else { return nil }
      month = middle.value
      dayOfMonth = end.value
    }
    guard CivilCalendar.isValid(year: year, month: month, dayOfMonth: dayOfMonth) else {
      return nil
    }
    return CivilCalendar.day(year: year, month: month, dayOfMonth: dayOfMonth)
  }

  /// The rest of a day whose year stands last; `first` is the day or the month.
  private func readDayAndYear(_ first: Int, _ scanner: inout ByteScanner) -> Int? {
    guard let separator = scanner.next, [0x2D, 0x2E, 0x2F].contains(separator) else { return nil }
    _ = scanner.skip(separator)
    let second = scanner.number(digitsAtMost: 2)
    guard second.digits > 0, scanner.skip(separator) else { return nil }
    let year = scanner.number(digitsAtMost: 5)
    let (month, dayOfMonth) = format == .dmy ? (second.value, first) : (first, second.value)
    guard year.digits == 4,
      CivilCalendar.isValid(year: year.value, month: month, dayOfMonth: dayOfMonth)
    else { return nil }
    return CivilCalendar.day(year: year.value, month: month, dayOfMonth: dayOfMonth)
  }

  /// Milliseconds since midnight; 24:00 is the end of the day, :60 a leap second.
  private static func readTime(
    _ scanner: inout ByteScanner, mayHaveHalves: Bool
  ) -> Int64? {
    let hour = scanner.number(digitsAtMost: 2)
    guard hour.digits > 0, scanner.skip(UInt8(ascii: ":")) else { return nil }
    let minute = scanner.number(digitsAtMost: 2)
    guard minute.digits == 2, minute.value < 60 else { return nil }
    var milliseconds = Int64(hour.value * 3600 + minute.value * 60) * 1000
    if scanner.skip(UInt8(ascii: ":")) {
      let second = scanner.number(digitsAtMost: 2)
      guard second.digits == 2, second.value <= 60 else { return nil }
      milliseconds += Int64(second.value) * 1000
      if scanner.skip(UInt8(ascii: ".")) || scanner.skip(UInt8(ascii: ",")) {
        guard let fraction = scanner.thousandths() else { return nil }
        milliseconds += fraction
      }
    }
    let isEndOfDay = milliseconds == CivilCalendar.millisecondsPerDay
    guard hour.value < 24 || hour.value == 24 && isEndOfDay else { return nil }
    guard mayHaveHalves, let half = readHalf(&scanner) else { return milliseconds }
    guard (1...12).contains(hour.value) else { return nil }
    let noon = CivilCalendar.millisecondsPerDay / 2
    return milliseconds % noon + (half == UInt8(ascii: "p") ? noon : 0)
  }

  /// AM or PM, perhaps after a blank, as its small first letter; nil where neither follows.
  private static func readHalf(_ scanner: inout ByteScanner) -> UInt8? {
    var ahead = scanner
    _ = ahead.skipBlanks()
    guard let letter = ahead.next, [0x61, 0x70].contains(letter | 0x20) else { return nil }
    _ = ahead.skip(letter)
    guard ahead.skip(UInt8(ascii: "M")) || ahead.skip(UInt8(ascii: "m")) else { return nil }
    scanner = ahead
    return letter | 0x20
  }

  /// Milliseconds east of Greenwich.
  private static func readOffset(_ scanner: inout ByteScanner) -> Int64? {
    _ = scanner.skipBlanks()
    if scanner.skip(UInt8(ascii: "Z")) || scanner.skip(UInt8(ascii: "z")) { return 0 }
    return ZoneOffsets.readFixed(&scanner)
  }
}

/// Walks over the bytes of a short cell.
struct ByteScanner {
  private var at: UnsafePointer<UInt8>?
  private let end: UnsafePointer<UInt8>?

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    at = bytes.baseAddress
    end = bytes.baseAddress.map { $0 + bytes.count }
  }

  var isAtEnd: Bool { at == end }

  var next: UInt8? {
    guard let at, at != end else { return nil }
    return at.pointee
  }

  /// Steps over a byte if it is the next one.
  @inline(__always)
  mutating func skip(_ byte: UInt8) -> Bool {
    guard let at, at != end, at.pointee == byte else { return false }
    self.at = at + 1
    return true
  }

  /// Steps over blanks and tells whether there was one.
  mutating func skipBlanks() -> Bool {
    var found = false
    while skip(UInt8(ascii: " ")) { found = true }
    return found
  }

  /// The next digits as a number, at most so many of them, and how many they were.
  @inline(__always)
  mutating func number(digitsAtMost most: Int) -> (value: Int, digits: Int) {
    var value = 0
    var digits = 0
    while digits < most, let byte = next, byte &- 48 < 10 {
      value = value &* 10 &+ Int(byte &- 48)
      digits &+= 1
      at = at.unsafelyUnwrapped + 1
    }
    return (value, digits)
  }

  /// The digits behind a decimal point as thousandths, cut; nil when there is none.
  mutating func thousandths() -> Int64? {
    let first = number(digitsAtMost: 3)
    guard first.digits > 0 else { return nil }
    while let byte = next, byte &- 48 < 10 { at = at.unsafelyUnwrapped + 1 }
    return Int64(
      first.digits == 1 ? first.value * 100 : first.digits == 2 ? first.value * 10 : first.value)
  }
}
