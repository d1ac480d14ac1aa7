#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where lines end in bytes of a character set that writes its controls in one, two or four bytes.
///
/// LF, CRLF and CR end a line. Each byte is looked at once for each of the two, however lines end.
struct LineEnds {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let feed: [UInt8]
  private let carriageReturn: [UInt8]
  private let unit: Int
  /// The first of each at or behind the place that was asked about last; the end where there is none.
  private var nextFeed = -1
  private var nextReturn = -1

  /// Lines of bytes; LF and CR as the character set writes them, `unit` bytes each.
  init(
    _ bytes: UnsafeBufferPointer<UInt8>, feed: [UInt8], return carriageReturn: [UInt8], unit: Int
  ) {
    (self.bytes, self.feed, self.carriageReturn, self.unit) = (bytes, feed, carriageReturn, unit)
  }

  /// Position behind the LF, CRLF or CR that ends the line at `start`; nil when it is not there.
  ///
  /// `start` never goes back.
  mutating func next(from start: Int) -> Int? {
    if nextFeed < start { nextFeed = first(feed, from: start) }
    if nextReturn < start { nextReturn = first(carriageReturn, from: start) }
    if nextFeed < nextReturn { return nextFeed + unit }
    guard nextReturn < bytes.count else { return nil }
    // Whether an LF follows a CR at the end is not known yet.
    guard nextReturn + 2 * unit <= bytes.count else { return nil }
    return nextFeed == nextReturn + unit ? nextFeed + unit : nextReturn + unit
  }

  /// The first place of a control from `start` on, whole units from there; the end where there is none.
  private func first(_ control: [UInt8], from start: Int) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    // The byte that is not 0: every letter of ASCII in UTF-16 has one that is.
    let sought = Int32(control.first { $0 != 0 } ?? 0)
    var at = start
    while at + unit <= bytes.count, let found = memchr(base + at, sought, bytes.count - at) {
      let place = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      // The byte may be another one of its unit.
      at = place - (place - start) % unit
      guard at + unit <= bytes.count else { break }
      if control.indices.prefix(unit).allSatisfy({ bytes[at + $0] == control[$0] }) { return at }
      at += unit
    }
    return bytes.count
  }
}
