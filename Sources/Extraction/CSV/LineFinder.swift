#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Finds the ends of physical lines: LF, CRLF or a CR alone.
///
/// It remembers the next LF and the next CR, so that a file without the one or the other is not
/// searched again for every line: all lines together cost one pass. Asked only for ascending
/// positions; a copy may run ahead and be dropped.
struct LineFinder {
  let base: UnsafePointer<UInt8>
  let end: Int
  let isFinal: Bool
  private var lineFeed = -1
  private var carriageReturn = -1

  /// A line without its terminator is `start..<contentEnd`; the following one starts at `next`.
  struct Line {
    var contentEnd: Int
    var next: Int
  }

  init(base: UnsafePointer<UInt8>, end: Int, isFinal: Bool) {
    self.base = base
    self.end = end
    self.isFinal = isFinal
  }

  /// The line that starts at `start`, or nil when its end is not in the buffer.
  @inline(__always)
  mutating func line(at start: Int) -> Line? {
    if lineFeed < start { lineFeed = find(0x0A, from: start) }
    if carriageReturn < start { carriageReturn = find(0x0D, from: start) }
    let cr = carriageReturn
    if cr < lineFeed {
      if lineFeed < end, cr &+ 1 == lineFeed {
        return Line(contentEnd: cr, next: lineFeed &+ 1)
      }
      if cr &+ 1 == end, !isFinal { return nil }
      return Line(contentEnd: cr, next: cr &+ 1)
    }
    if lineFeed < end { return Line(contentEnd: lineFeed, next: lineFeed &+ 1) }
    return isFinal ? Line(contentEnd: end, next: end) : nil
  }

  @inline(__always)
  private func find(_ byte: UInt8, from start: Int) -> Int {
    guard let hit = memchr(base + start, Int32(byte), end &- start) else { return end }
    return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(hit))
  }
}
