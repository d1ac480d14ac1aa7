import Foundation

/// How far a source's zone is from Greenwich at a local time.
///
/// Foundation carries the rules with it, so they do not differ from machine to machine; the answer
/// is kept per local day, because asking costs a microsecond and exports repeat their days. Days on
/// which the offset changes are asked for every time.
struct ZoneOffsets: ~Copyable {
  private static let slots = 1 << 10
  /// A day that no slot holds at first.
  private static let noDay = Int64.min

  private let fixed: Int64?
  private let zone: TimeZone
  private let days: UnsafeMutablePointer<(day: Int64, offset: Int64)>

  /// Takes an IANA name, `UTC`, `Z` or ±hh:mm.
  init(_ name: String) throws(NormalizationSettingsError) {
    let known = try Self.resolve(name)
    fixed = known.fixed
    zone = known.zone
    days = .allocate(capacity: Self.slots)
    days.initialize(repeating: (Self.noDay, 0), count: Self.slots)
  }

  deinit { days.deallocate() }

  private static func resolve(
    _ name: String
  ) throws(NormalizationSettingsError) -> (fixed: Int64?, zone: TimeZone) {
    if ["", "UTC", "Z", "GMT"].contains(name) { return (0, .gmt) }
    let offset = Array(name.utf8).withUnsafeBufferPointer { bytes -> Int64? in
      var scanner = ByteScanner(bytes)
      let offset = readFixed(&scanner)
      return scanner.isAtEnd ? offset : nil
    }
    if let offset { return (offset, .gmt) }
    // Abbreviations such as CST mean several zones; only names of the form Area/City are exact.
    guard name.contains("/"), let zone = TimeZone(identifier: name) else {
      throw .unknownTimezone(name)
    }
    return (nil, zone)
  }

  /// Milliseconds east of Greenwich from ±hh:mm, ±hhmm or ±hh, at most 18 hours; nil when the text
  /// does not begin so.
  static func readFixed(_ scanner: inout ByteScanner) -> Int64? {
    let isWest: Bool
    if scanner.skip(UInt8(ascii: "+")) {
      isWest = false
    } else if scanner.skip(UInt8(ascii: "-")) {
      isWest = true
    } else {
      return nil
    }
    let hours = scanner.number(digitsAtMost: 2)
    guard hours.digits == 2 else { return nil }
    let hasColon = scanner.skip(UInt8(ascii: ":"))
    let minutes = scanner.number(digitsAtMost: 2)
    guard minutes.digits == 2 || minutes.digits == 0 && !hasColon, minutes.value < 60,
      hours.value <= 18
    else { return nil }
    let milliseconds = Int64(hours.value * 60 + minutes.value) * 60_000
    return isWest ? -milliseconds : milliseconds
  }

  /// The offset in milliseconds at a local time in milliseconds since 1970-01-01T00:00 local.
  ///
  /// A local time that occurs twice is the first of them; one that is skipped is read by the offset
  /// before the change.
  @inline(__always)
  mutating func offset(atLocal local: Int64) -> Int64 {
    if let fixed { return fixed }
    let perDay = CivilCalendar.millisecondsPerDay
    let day = local >= 0 ? local / perDay : (local - perDay + 1) / perDay
    let slot = days + Int(truncatingIfNeeded: day & Int64(Self.slots - 1))
    if slot.pointee.day == day { return slot.pointee.offset }
    return ask(local, day, slot)
  }

  @inline(never)
  private func ask(
    _ local: Int64, _ day: Int64, _ slot: UnsafeMutablePointer<(day: Int64, offset: Int64)>
  ) -> Int64 {
    let midnight = day * CivilCalendar.millisecondsPerDay
    let first = resolved(midnight)
    if first == resolved(midnight + CivilCalendar.millisecondsPerDay) {
      slot.pointee = (day, first)
      return first
    }
    return resolved(local)
  }

  /// The offset at a local time by the zone's rules.
  private func resolved(_ local: Int64) -> Int64 {
    let before = offset(atInstant: local - 18 * 3_600_000)
    let after = offset(atInstant: local + 18 * 3_600_000)
    if before == after || offset(atInstant: local - before) == before { return before }
    let isSkipped = offset(atInstant: local - after) != after
    return isSkipped ? before : after
  }

  private func offset(atInstant milliseconds: Int64) -> Int64 {
    let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    return Int64(zone.secondsFromGMT(for: date)) * 1000
  }
}
