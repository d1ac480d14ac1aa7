#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif
internal import Records

/// Writes one line of a report as CSV (RFC 4180, LF at the end) into a byte buffer.
///
/// A field is quoted only where it must be, so that the same cell always gives the same bytes.
struct CSVLine: ~Copyable {
  private var isFirst = true

  /// Adds a field of UTF-8 bytes.
  mutating func field(
    _ bytes: UnsafeBufferPointer<UInt8>, to buffer: inout ElementBuffer<UInt8>
  ) {
    separate(in: &buffer)
    guard Self.needsQuotes(bytes), let text = bytes.baseAddress else {
      buffer.append(contentsOf: bytes)
      return
    }
    buffer.append(UInt8(ascii: "\""))
    var start = 0
    while let quote = memchr(text + start, 0x22, bytes.count - start) {
      let end = UnsafeRawPointer(text).distance(to: quote) + 1
      buffer.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<end]))
      buffer.append(UInt8(ascii: "\""))
      start = end
    }
    buffer.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
    buffer.append(UInt8(ascii: "\""))
  }

  /// Adds fields as another line has written them, one at least.
  @inline(__always)
  mutating func fields(
    written: UnsafeBufferPointer<UInt8>, to buffer: inout ElementBuffer<UInt8>
  ) {
    separate(in: &buffer)
    buffer.append(contentsOf: written)
  }

  /// Adds fields that are kept.
  @inline(__always)
  mutating func fields(written: WrittenFields, to buffer: inout ElementBuffer<UInt8>) {
    fields(written: written.bytes, to: &buffer)
  }

  /// Adds a field of text.
  mutating func field(_ text: String, to buffer: inout ElementBuffer<UInt8>) {
    if text.utf8.withContiguousStorageIfAvailable({ field($0, to: &buffer) }) != nil { return }
    var text = text
    text.withUTF8 { field($0, to: &buffer) }
  }

  /// Adds a whole number.
  mutating func field(_ number: some BinaryInteger, to buffer: inout ElementBuffer<UInt8>) {
    guard let value = Int64(exactly: number), value > 0 else {
      return field(String(number), to: &buffer)
    }
    separate(in: &buffer)
    if value < 10 { return buffer.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value)) }
    buffer.reserve(additional: DecimalDigits.most)
    let start = buffer.base + buffer.count
    let end = DecimalDigits.write(UInt64(value), at: start)
    buffer.commit(additional: end - start)
  }

  /// Adds an empty field.
  mutating func emptyField(to buffer: inout ElementBuffer<UInt8>) {
    separate(in: &buffer)
  }

  /// Ends the line.
  consuming func end(in buffer: inout ElementBuffer<UInt8>) {
    buffer.append(UInt8(ascii: "\n"))
  }

  private mutating func separate(in buffer: inout ElementBuffer<UInt8>) {
    if !isFirst { buffer.append(UInt8(ascii: ",")) }
    isFirst = false
  }

  /// Blanks at the ends are quoted too: readers may trim unquoted ones.
  private static func needsQuotes(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = bytes.first, let last = bytes.last else { return false }
    if first <= 0x20 || last <= 0x20 { return true }
    var at = 0
    while at &+ 8 <= bytes.count, let start = UnsafeRawPointer(bytes.baseAddress) {
      let word = start.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      let marks = Self.holds(word, UInt8(ascii: ",")) | Self.holds(word, UInt8(ascii: "\""))
      if marks | Self.holds(word, 0x0A) | Self.holds(word, 0x0D) != 0 { return true }
      at &+= 8
    }
    for byte in bytes[at...]
    where byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D {
      return true
    }
    return false
  }

  /// Not 0 if one of the eight bytes is `byte`; hints are long.
  @inline(__always)
  private static func holds(_ word: UInt64, _ byte: UInt8) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let rest = word ^ (ones &* UInt64(byte))
    return (rest &- ones) & ~rest & (ones &<< 7)
  }
}

/// Fields of a line that is written again and again; their bytes live as long as the program.
struct WrittenFields: BitwiseCopyable, @unchecked Sendable {
  let bytes: UnsafeBufferPointer<UInt8>

  /// Copies the bytes.
  init(_ source: UnsafeBufferPointer<UInt8>) {
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: source.count)
    _ = memory.initialize(from: source)
    bytes = UnsafeBufferPointer(memory)
  }
}
