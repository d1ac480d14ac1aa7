#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A sorted run as bytes, the same in memory, on disk and on its way to another machine.
///
/// One entry: the number's distance from the one before (LEB128), then its tail: the length of the
/// label (LEB128), how many bytes file and line take (four bits each), precedence (8 bytes), facts
/// (4 bytes), file, line, the label. Everything is little-endian. Eight bytes of file are four of the
/// file and four that count further candidates, equal but for their coordinates, that the entry
/// stands for. Numbers that follow on one another and share a tail are one entry, a stretch: between
/// distance and tail stand a length that no label has and how many follow the first (LEB128). Runs for
/// other machines have no stretches. A chunk holds the same tails before it is sorted, so that sorting
/// copies them as they are.
enum RunFormat {
  /// Longest entry without its label: 10 + 3 + 3 + 3 + 1 + 8 + 4 + 4 + 8, rounded up.
  static let longestHead = 48
  /// Longest entry.
  static let longestEntry = longestHead + 65_535
  /// Stands before a stretch where the length of a label would.
  static let stretchMark = 0x1_FFFF
  /// Most bytes that the distance to the number before takes.
  static let longestDistance = 10
  /// Bytes behind an entry that a copy may overwrite and a read may touch.
  static let slack = 32

  /// Writes `value` in seven-bit groups and returns the address behind it.
  @inline(__always)
  static func write(
    _ value: UInt64, to start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    var rest = value
    var place = start
    while rest >= 0x80 {
      place.storeBytes(of: UInt8(truncatingIfNeeded: rest) | 0x80, as: UInt8.self)
      rest >>= 7
      place += 1
    }
    place.storeBytes(of: UInt8(truncatingIfNeeded: rest), as: UInt8.self)
    return place + 1
  }

  /// In a byte of a group behind which more follow.
  private static let marksOfMore: UInt64 = 0x8080_8080_8080_8080

  /// The seven lower bits of eight bytes, one behind the other.
  @inline(__always)
  private static func gathered(_ bytes: UInt64) -> UInt64 {
    let pairs = (bytes & 0x007F_007F_007F_007F) | (bytes & 0x7F00_7F00_7F00_7F00) &>> 1
    let halves = (pairs & 0x0000_3FFF_0000_3FFF) | (pairs & 0x3FFF_0000_3FFF_0000) &>> 2
    return (halves & 0x0FFF_FFFF) | (halves & 0x0FFF_FFFF_0000_0000) &>> 4
  }

  /// Writes what stands between the distance of a stretch and its tail.
  static func write(
    stretchOf following: Int, to start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    write(UInt64(following), to: write(UInt64(stretchMark), to: start))
  }

  /// Reads a number of seven-bit groups and moves `place` behind it; looks at ten bytes at most, and at
  /// eight of which `slack` may be some.
  @inline(__always)
  static func read(_ place: inout UnsafeRawPointer) -> UInt64 {
    let first = place.load(as: UInt8.self)
    if first < 0x80 {
      place += 1
      return UInt64(first)
    }
    let bytes = UInt64(littleEndian: place.loadUnaligned(as: UInt64.self))
    let ends = ~bytes & marksOfMore
    guard ends != 0 else { return readLong(&place) }
    place += ends.trailingZeroBitCount &>> 3 &+ 1
    return gathered(bytes & (ends ^ (ends &- 1)))
  }

  @inline(never)
  private static func readLong(_ place: inout UnsafeRawPointer) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while shift < 70 {
      let byte = place.load(as: UInt8.self)
      place += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    return value
  }

  /// Writes a tail and returns the address behind it; there is room for `longestEntry`.
  @inline(__always)
  static func writeTail(
    precedence: UInt64, facts: Facts, file: UInt32, line: UInt64,
    label: UnsafePointer<UInt8>?, labelCount: Int, to start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let head = write(UInt64(labelCount), to: start)
    let fileBytes = (39 &- file.leadingZeroBitCount) &>> 3
    let lineBytes = (71 &- line.leadingZeroBitCount) &>> 3
    head.storeBytes(of: UInt8(truncatingIfNeeded: fileBytes | lineBytes &<< 4), as: UInt8.self)
    (head + 1).storeBytes(of: precedence.littleEndian, as: UInt64.self)
    (head + 9).storeBytes(of: facts.bits.littleEndian, as: UInt32.self)
    (head + 13).storeBytes(of: file.littleEndian, as: UInt32.self)
    (head + 13 + fileBytes).storeBytes(of: line.littleEndian, as: UInt64.self)
    let place = head + 13 + fileBytes + lineBytes
    if let label { copy(UnsafeRawPointer(label), count: labelCount, to: place) }
    return place + labelCount
  }

  /// Writes one entry behind `former`'s, a stretch where numbers follow, and returns the address behind
  /// it.
  @inline(__always)
  static func write(
    _ candidate: MergedCandidate, following: Int = 0, behind former: UInt64,
    to start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    var place = write(candidate.key &- former, to: start)
    if following > 0 { place = write(stretchOf: following, to: place) }
    place = write(UInt64(candidate.labelCount), to: place)
    let count = candidate.end - candidate.head
    place.copyMemory(from: candidate.head, byteCount: count)
    return place + count
  }

  /// Writes one entry behind `former`'s that stands for `repeats` more candidates; returns the
  /// address behind it, and where the four bytes lie that count them.
  static func writeRepeated(
    _ candidate: MergedCandidate, behind former: UInt64, to start: UnsafeMutableRawPointer
  ) -> (end: UnsafeMutableRawPointer, repeats: UnsafeMutableRawPointer) {
    var place = write(candidate.key &- former, to: start)
    place = write(UInt64(candidate.labelCount), to: place)
    let lineBytes = candidate.lineBytes
    place.storeBytes(of: UInt8(truncatingIfNeeded: 8 | lineBytes &<< 4), as: UInt8.self)
    (place + 1).copyMemory(from: candidate.head + 1, byteCount: 12)
    (place + 13).storeBytes(of: candidate.file.littleEndian, as: UInt32.self)
    let repeats = place + 17
    repeats.storeBytes(of: candidate.repeats.littleEndian, as: UInt32.self)
    let rest = candidate.label - lineBytes
    (place + 21).copyMemory(from: rest, byteCount: candidate.end - rest)
    return (place + 21 + (candidate.end - rest), repeats)
  }

  /// Copies bytes without reading past their end; short ones without a call.
  @inline(__always)
  static func copy(
    _ from: UnsafeRawPointer, count: Int, to: UnsafeMutableRawPointer
  ) {
    if count > 16 && count <= 32 {
      let head = from.loadUnaligned(as: SIMD16<UInt8>.self)
      let tail = from.loadUnaligned(fromByteOffset: count &- 16, as: SIMD16<UInt8>.self)
      to.storeBytes(of: head, as: SIMD16<UInt8>.self)
      to.storeBytes(of: tail, toByteOffset: count &- 16, as: SIMD16<UInt8>.self)
    } else if count >= 8 && count <= 16 {
      let head = from.loadUnaligned(as: UInt64.self)
      let tail = from.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
      to.storeBytes(of: head, as: UInt64.self)
      to.storeBytes(of: tail, toByteOffset: count &- 8, as: UInt64.self)
    } else {
      to.copyMemory(from: from, byteCount: count)
    }
  }

  /// Copies at least `count` bytes, 32 at a time; both sides have `slack` bytes behind them.
  @inline(__always)
  static func copyLoosely(
    _ from: UnsafeRawPointer, count: Int, to: UnsafeMutableRawPointer
  ) {
    if count > 256 {
      to.copyMemory(from: from, byteCount: count)
      return
    }
    var done = 0
    repeat {
      let piece = (from + done).loadUnaligned(as: SIMD32<UInt8>.self)
      (to + done).storeBytes(of: piece, as: SIMD32<UInt8>.self)
      done &+= 32
    } while done < count
  }
}

/// One candidate as it comes out of a run, or of a chunk; valid until its run moves on.
struct MergedCandidate: BitwiseCopyable {
  var key: UInt64
  /// Its tail behind the length of the label.
  var head: UnsafeRawPointer
  var labelCount: Int

  /// A candidate whose tail starts at `tail`.
  @inline(__always)
  init(key: UInt64, tail: UnsafeRawPointer) {
    var place = tail
    self.key = key
    // A damaged length stays far below what an address can hold.
    labelCount = Int(truncatingIfNeeded: RunFormat.read(&place) & 0xFFFF_FFFF)
    head = place
  }

  /// Stands for none; it may not be looked into.
  init(nothingAt start: UnsafeRawPointer) {
    key = 0
    labelCount = 0
    head = start
  }

  @inline(__always) private var sizes: Int { Int(head.load(as: UInt8.self)) }
  @inline(__always) private var fileBytes: Int { min(sizes & 15, 4) }
  @inline(__always) fileprivate var lineBytes: Int { min(sizes &>> 4, 8) }

  @inline(__always) var precedence: UInt64 {
    UInt64(littleEndian: head.loadUnaligned(fromByteOffset: 1, as: UInt64.self))
  }
  @inline(__always) var facts: Facts {
    Facts(bits: UInt32(littleEndian: head.loadUnaligned(fromByteOffset: 9, as: UInt32.self)))
  }
  /// How many more candidates, equal but for their coordinates, this one stands for.
  @inline(__always) var repeats: UInt32 {
    guard sizes & 15 == 8 else { return 0 }
    return UInt32(littleEndian: head.loadUnaligned(fromByteOffset: 17, as: UInt32.self))
  }
  /// Whether the sizes of its parts are those of a tail.
  var isSound: Bool {
    let (file, line) = (sizes & 15, sizes &>> 4)
    return (file <= 4 || file == 8) && line <= 8
  }
  /// Writes the slot into the facts, which have none yet.
  @inline(__always) func keep(slot: Int) {
    UnsafeMutableRawPointer(mutating: head)
      .storeBytes(of: facts.with(slot: slot).bits.littleEndian, toByteOffset: 9, as: UInt32.self)
  }
  @inline(__always) var label: UnsafeRawPointer {
    let sizes = self.sizes
    return head + (13 &+ (sizes & 15) &+ (sizes &>> 4))
  }
  /// Behind the last byte of the label.
  @inline(__always) var end: UnsafeRawPointer { label + labelCount }

  var file: UInt32 {
    guard fileBytes > 0 else { return 0 }
    let bits = UInt32(8 * fileBytes)
    let value = UInt32(littleEndian: head.loadUnaligned(fromByteOffset: 13, as: UInt32.self))
    return value & (UInt32.max >> (32 - bits))
  }
  var line: UInt64 {
    guard lineBytes > 0 else { return 0 }
    let bits = UInt64(8 * lineBytes)
    let start = 13 + (sizes & 15)
    let value = UInt64(littleEndian: head.loadUnaligned(fromByteOffset: start, as: UInt64.self))
    return value & (UInt64.max >> (64 - bits))
  }

  @inline(__always) var isRepresentative: Bool { precedence >> 63 != 0 }

  /// The total order on content of candidates for one number, then coordinates.
  @inline(never)
  func precedesAtEqualKey(_ other: MergedCandidate) -> Bool {
    if precedence != other.precedence { return precedence < other.precedence }
    if facts.order != other.facts.order { return facts.order < other.facts.order }
    let common = memcmp(label, other.label, min(labelCount, other.labelCount))
    if common != 0 { return common < 0 }
    if labelCount != other.labelCount { return labelCount < other.labelCount }
    if facts.source != other.facts.source { return facts.source < other.facts.source }
    if file != other.file { return file < other.file }
    if line != other.line { return line < other.line }
    return facts.bits < other.facts.bits
  }

  /// Whether both carry the same label, byte by byte.
  func hasLabel(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard labelCount == bytes.count else { return false }
    guard let start = bytes.baseAddress else { return true }
    return memcmp(label, start, labelCount) == 0
  }
}
