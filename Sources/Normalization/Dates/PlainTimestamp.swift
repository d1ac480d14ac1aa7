/// The short way for how databases write a time: `2026-01-31 08:30:00`, with a blank or a T.
///
/// It decides nothing of its own: whatever differs from that layout takes the long way, and what it
/// accepts the long way reads the same (a property that the tests hold it to).
enum PlainTimestamp {
  /// Length of the layout in bytes.
  static let count = 19

  /// The day since 1970-01-01 and the milliseconds since its midnight; nil for another layout.
  @inline(__always)
  static func read(_ cell: UnsafeBufferPointer<UInt8>) -> (day: Int, milliseconds: Int64)? {
    guard cell.count == count, let start = UnsafeRawPointer(cell.baseAddress) else { return nil }
    // yyyy-MM-, dd HH:mm and :ss with the minute's last digit before it.
    let date = word(start) ^ 0x2D30_302D_3030_3030
    let time = word(start + 8) ^ 0x3030_3A30_3000_3030
    let rest = UInt32(littleEndian: (start + 15).loadUnaligned(as: UInt32.self)) ^ 0x3030_3A30
    let separator = UInt8(truncatingIfNeeded: time >> 16)
    guard holds(date, limits: 0x7F76_767F_7676_7676),
      holds(time & ~0xFF_0000, limits: 0x7676_7F76_7600_7676),
      holds(UInt64(rest), limits: 0x7676_7F76),
      separator == UInt8(ascii: " ") || separator == UInt8(ascii: "T")
    else { return nil }
    let year = digit(date, 0) &* 1000 &+ digit(date, 1) &* 100 &+ pair(date, 2)
    let month = pair(date, 5)
    let dayOfMonth = pair(time, 0)
    let hour = pair(time, 3)
    let minute = pair(time, 6)
    let second = pair(UInt64(rest), 2)
    guard CivilCalendar.isValid(year: year, month: month, dayOfMonth: dayOfMonth), hour < 24,
      minute < 60, second <= 60
    else { return nil }
    let seconds = (hour &* 60 &+ minute) &* 60 &+ second
    return (
      CivilCalendar.day(year: year, month: month, dayOfMonth: dayOfMonth), Int64(seconds &* 1000)
    )
  }

  @inline(__always)
  private static func word(_ start: UnsafeRawPointer) -> UInt64 {
    UInt64(littleEndian: start.loadUnaligned(as: UInt64.self))
  }

  /// Whether each byte is at most 0x7F less its limit: a digit's 9, a punctuation mark's 0.
  @inline(__always)
  private static func holds(_ bytes: UInt64, limits: UInt64) -> Bool {
    (bytes | (bytes &+ limits)) & 0x8080_8080_8080_8080 == 0
  }

  @inline(__always)
  private static func digit(_ bytes: UInt64, _ index: UInt64) -> Int {
    Int(truncatingIfNeeded: bytes &>> (index &* 8) & 0xFF)
  }

  @inline(__always)
  private static func pair(_ bytes: UInt64, _ index: UInt64) -> Int {
    digit(bytes, index) &* 10 &+ digit(bytes, index &+ 1)
  }
}
