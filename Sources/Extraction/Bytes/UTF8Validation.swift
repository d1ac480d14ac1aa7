import CSystem
import Records

/// Checks and mends UTF-8; the standard library's own check wants newer systems on Apple's side.
enum UTF8Validation {
  /// Index of the first byte in `start..<end` that is not part of well-formed UTF-8, or `end`.
  static func firstInvalid(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    guard end &- start >= longText else { return firstInvalidByScalars(base, start, end) }
    // A block may end inside a scalar, which is for the next one to complete.
    let whole = scalarBoundary(base, start, end)
    let isWellFormed = callbook_is_utf8(base + start, whole &- start) != 0
    return firstInvalidByScalars(base, isWellFormed ? whole : start, end)
  }

  /// Bytes from which on the check of the whole is worth its start.
  private static let longText = 64

  /// The same, scalar by scalar; the definition.
  static func firstInvalidByScalars(
    _ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int
  ) -> Int {
    let raw = UnsafeRawPointer(base)
    var i = start
    while i < end {
      while i &+ 32 <= end {
        let a = raw.loadUnaligned(fromByteOffset: i, as: UInt64.self)
        let b = raw.loadUnaligned(fromByteOffset: i &+ 8, as: UInt64.self)
        let c = raw.loadUnaligned(fromByteOffset: i &+ 16, as: UInt64.self)
        let d = raw.loadUnaligned(fromByteOffset: i &+ 24, as: UInt64.self)
        if (a | b | c | d) & highBits != 0 { break }
        i &+= 32
      }
      while i &+ 8 <= end {
        let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: i, as: UInt64.self))
        let high = word & highBits
        if high == 0 {
          i &+= 8
          continue
        }
        i &+= high.trailingZeroBitCount &>> 3
        break
      }
      // From here on text that is not ASCII, most often in a row.
      while i &+ 8 <= end, base[i] >= 0x80 {
        let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: i, as: UInt64.self))
        if isPlainThreeBytes(word) {
          i &+= isPlainThreeBytes(word &>> 24) ? 6 : 3
          continue
        }
        let length = scalarLength(base, i, end)
        if length == 0 { return i }
        i &+= length
      }
      while i < end, end &- i < 8 {
        let length = base[i] < 0x80 ? 1 : scalarLength(base, i, end)
        if length == 0 { return i }
        i &+= length
      }
    }
    return end
  }

  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Whether the low bytes are a scalar of three bytes whose second may be any trail: most of CJK.
  @inline(__always)
  private static func isPlainThreeBytes(_ word: UInt64) -> Bool {
    let lead = word & 0xFF
    return word & 0x00C0_C0F0 == 0x0080_80E0 && lead != 0xE0 && lead != 0xED
  }

  /// Length of the well-formed multi-byte scalar at `i`, or 0.
  @inline(__always)
  private static func scalarLength(_ base: UnsafePointer<UInt8>, _ i: Int, _ end: Int) -> Int {
    let lead = base[i]
    switch lead {
    case 0xC2...0xDF:
      return i &+ 1 < end && isTrail(base[i &+ 1]) ? 2 : 0
    case 0xE0...0xEF:
      guard i &+ 2 < end, isTrail(base[i &+ 2]) else { return 0 }
      let second = base[i &+ 1]
      if lead == 0xE0 { return second >= 0xA0 && second <= 0xBF ? 3 : 0 }
      if lead == 0xED { return second >= 0x80 && second <= 0x9F ? 3 : 0 }
      return isTrail(second) ? 3 : 0
    case 0xF0...0xF4:
      guard i &+ 3 < end, isTrail(base[i &+ 2]), isTrail(base[i &+ 3]) else { return 0 }
      let second = base[i &+ 1]
      if lead == 0xF0 { return second >= 0x90 && second <= 0xBF ? 4 : 0 }
      if lead == 0xF4 { return second >= 0x80 && second <= 0x8F ? 4 : 0 }
      return isTrail(second) ? 4 : 0
    default: return 0
    }
  }

  @inline(__always)
  private static func isTrail(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  /// Appends `start..<end` with U+FFFD for every byte that is not part of well-formed UTF-8.
  static func appendMended(
    _ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int, to out: inout ElementBuffer<UInt8>
  ) {
    var i = start
    while i < end {
      let good = firstInvalid(base, i, end)
      out.append(contentsOf: UnsafeBufferPointer(start: base + i, count: good - i))
      if good < end {
        out.append(0xEF)
        out.append(0xBF)
        out.append(0xBD)
      }
      i = good + 1
    }
  }

  /// The largest index up to `end` at which no scalar is cut, looking back three bytes.
  static func scalarBoundary(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    var i = end
    while i > start, end - i < 3 {
      i -= 1
      let byte = base[i]
      if byte < 0x80 { return end }
      if byte >= 0xC0 {
        let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
        return i + length > end ? i : end
      }
    }
    return end
  }
}
