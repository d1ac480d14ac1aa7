import DirectoryFormat

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A line of a chunk or delta on its way into a twin, as places among the bytes it was found in.
struct TwinLine {
  let kind: TwinLines
  private(set) var start: Int
  /// Bytes up to the end of the number, which has a digit.
  let digits: Int
  /// Bytes of the line, its LF included.
  let count: Int
  let number: Int64
  /// Of its label; 0 without one.
  private(set) var labelHash: UInt32 = 0

  /// Reads the line of one list of a chunk, or of a delta where `list` is nil, that starts at a
  /// position; nil for a line that no chunk or delta has.
  @inline(__always)
  init?(at start: Int, of bytes: UnsafeRawBufferPointer, list: DirectoryList?) {
    var position = start
    var kind = list == .blocking ? TwinLines.blocking : .identification
    if list == nil {
      guard bytes.count - position > 3, let line = TwinLines(bytes[position], bytes[position + 1])
      else { return nil }
      kind = line
      position += 3
    }
    let firstDigit = position
    var value: Int64 = 0
    while position < bytes.count {
      let digit = bytes[position] &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      value = value &* 10 &+ Int64(digit)
      position &+= 1
    }
    guard position > firstDigit else { return nil }
    digits = position &- start
    if kind.hasLabel {
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\t") else { return nil }
      let end = Self.lineEnd(bytes, from: position)
      labelHash = LabelIndex.hash(
        of: UnsafeRawBufferPointer(rebasing: bytes[position &+ 1..<end]))
      position = end
    }
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\n") else { return nil }
    self.kind = kind
    self.start = start
    count = position &+ 1 &- start
    number = value
  }

  /// The position behind its LF.
  @inline(__always) var end: Int { start &+ count }

  /// The bytes of its label; none for a line without one.
  @inline(__always)
  func label(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    kind.hasLabel
      ? UnsafeRawBufferPointer(rebasing: bytes[start &+ digits &+ 1..<end &- 1])
      : UnsafeRawBufferPointer(rebasing: bytes[end..<end])
  }

  /// The line that stands so many bytes behind, taken for this one: `number` is not that line's.
  func moved(by distance: Int) -> TwinLine {
    var line = self
    line.start &+= distance
    return line
  }

  private static func lineEnd(_ bytes: UnsafeRawBufferPointer, from position: Int) -> Int {
    guard let base = bytes.baseAddress,
      let found = memchr(base + position, 0x0A, bytes.count - position)
    else { return bytes.count }
    return UnsafeRawPointer(found) - base
  }
}

/// The lines that were read last and wait for their labels to be looked up.
///
/// Looking one up at once would wait for memory that is not in the cache of the core.
struct WaitingLines: ~Copyable {
  private static let most = 16

  private let lines: UnsafeMutablePointer<TwinLine>
  private var first = 0
  private var behind = 0

  init() { lines = .allocate(capacity: Self.most) }

  deinit { lines.deallocate() }

  @inline(__always) var isEmpty: Bool { first == behind }
  @inline(__always) var isFull: Bool { behind &- first == Self.most }

  /// Adds a line, for which there is room.
  @inline(__always)
  mutating func add(_ line: TwinLine) {
    lines[behind & (Self.most &- 1)] = line
    behind &+= 1
  }

  /// Takes the line that waits longest; there is one.
  @inline(__always)
  mutating func next() -> TwinLine {
    defer { first &+= 1 }
    return lines[first & (Self.most &- 1)]
  }
}
