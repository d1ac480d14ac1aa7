#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A sorted run as bytes, the same in memory and on disk.
///
/// One entry: the number's distance from the one before (LEB128), precedence (8 bytes, host order),
/// facts (4 bytes), file, line and label length (LEB128), the label. A run never leaves the machine.
enum RunFormat {
  /// Longest entry without its label: 10 + 8 + 4 + 10 + 10 + 3, rounded up.
  static let longestHead = 48
  /// Longest entry.
  static let longestEntry = longestHead + 65_535

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

  /// Reads a number of seven-bit groups and moves `place` behind it; reads at most ten bytes.
  @inline(__always)
  static func read(_ place: inout UnsafeRawPointer) -> UInt64 {
    var byte = place.load(as: UInt8.self)
    place += 1
    if byte < 0x80 { return UInt64(byte) }
    var value = UInt64(byte & 0x7F)
    var shift: UInt64 = 7
    while shift < 70 {
      byte = place.load(as: UInt8.self)
      place += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    return value
  }

  /// Writes one entry behind `former`'s and returns the address behind it.
  @inline(__always)
  static func write(
    _ candidate: MergedCandidate, behind former: UInt64, to start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    var place = write(candidate.key &- former, to: start)
    place.storeBytes(of: candidate.precedence, as: UInt64.self)
    (place + 8).storeBytes(of: candidate.facts.bits, as: UInt32.self)
    place = write(UInt64(candidate.file), to: place + 12)
    place = write(candidate.line, to: place)
    place = write(UInt64(candidate.labelCount), to: place)
    memcpy(place, candidate.label, candidate.labelCount)
    return place + candidate.labelCount
  }
}

/// One candidate as it comes out of a run; `label` is valid until its run moves on.
struct MergedCandidate: BitwiseCopyable {
  var key: UInt64
  var precedence: UInt64
  var facts: Facts
  var file: UInt32
  var line: UInt64
  var label: UnsafeRawPointer
  var labelCount: Int

  @inline(__always) var isRepresentative: Bool { precedence >> 63 != 0 }

  /// The order of the merge: number, then the total order on content, then coordinates.
  @inline(__always)
  func precedes(_ other: MergedCandidate) -> Bool {
    key != other.key ? key < other.key : precedesAtEqualKey(other)
  }

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
