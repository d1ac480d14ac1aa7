import CZlib
import DirectoryFormat

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Packs the lines of a chunk or delta into a twin in the format `columns-1`.
///
/// Memory: a block's columns, at most 4 MiB each, and an index of its labels.
final class TwinWriter {
  /// Deflate's effort.
  ///
  /// Differences of numbers hold nothing that recurs but runs: looking for it takes
  /// twice the time and gains nothing. Of labels, level 4 packs a twelfth better than 1 and takes
  /// nearly twice as long (docs/decisions/0509).
  private static let level: Int32 = 1

  private let write: (UnsafeRawBufferPointer) throws(PublicationError) -> Void
  private var block = TwinBlock()

  /// Creates a writer that hands the twin's bytes over block by block.
  init(write: @escaping (UnsafeRawBufferPointer) throws(PublicationError) -> Void) {
    self.write = write
  }

  /// Adds whole lines of one list of a chunk, or of a delta where `list` is nil.
  ///
  /// False for lines that no chunk or delta has.
  func append(
    _ bytes: UnsafeRawBufferPointer, of list: DirectoryList?
  ) throws(PublicationError) -> Bool {
    try Self.append(bytes, of: list, to: &block, write)
  }

  /// Ends the last block.
  func finish() throws(PublicationError) { try Self.end(&block, write) }

  // One access to the block for all lines: it is a property of a class.
  private static func append(
    _ bytes: UnsafeRawBufferPointer, of list: DirectoryList?, to block: inout TwinBlock,
    _ write: (UnsafeRawBufferPointer) throws(PublicationError) -> Void
  ) throws(PublicationError) -> Bool {
    var position = 0
    while position < bytes.count {
      let start = position
      var kind = list == .blocking ? TwinLines.blocking : .identification
      if list == nil {
        guard bytes.count - position > 3, let line = TwinLines(bytes[position], bytes[position + 1])
        else { return false }
        kind = line
        position += 3
      }
      var value: Int64 = 0
      while position < bytes.count {
        let digit = bytes[position] &- UInt8(ascii: "0")
        guard digit <= 9 else { break }
        value = value &* 10 &+ Int64(digit)
        position &+= 1
      }
      var label = 0..<0
      let isLabelled = kind.hasLabel
      if isLabelled {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\t") else { return false }
        let end = lineEnd(bytes, from: position)
        label = position + 1..<end
        position = end
      }
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\n") else { return false }
      position &+= 1
      if !block.hasRoom(for: kind, position &- start) { try end(&block, write) }
      guard
        block.append(
          kind, textBytes: position &- start, value,
          label: UnsafeRawBufferPointer(rebasing: bytes[label]))
      else { return false }
      let behindDigits = isLabelled ? label.count &+ 2 : 1
      let lastDigit = position &- behindDigits &- 1
      let next = lastDigit &+ (position &- start)
      if list != nil, next < bytes.count, bytes[next] == bytes[lastDigit] &+ 1 {
        position = appendNext(
          bytes, behind: start..<position, digits: lastDigit &+ 1 &- start, to: &block)
      }
    }
    return true
  }

  /// Adds the lines behind a line of a chunk that differ from it in the last digit alone, one more each;
  /// gives the position behind them.
  private static func appendNext(
    _ bytes: UnsafeRawBufferPointer, behind line: Range<Int>, digits: Int,
    to block: inout TwinBlock
  ) -> Int {
    guard let base = bytes.baseAddress else { return line.upperBound }
    var position = line.upperBound
    while position &+ line.count <= bytes.count {
      let next = base + position
      let former = next - line.count
      let digit = next.load(fromByteOffset: digits &- 1, as: UInt8.self)
      guard digit == former.load(fromByteOffset: digits &- 1, as: UInt8.self) &+ 1,
        digit <= UInt8(ascii: "9"),
        memcmp(next + digits, former + digits, line.count &- digits) == 0,
        memcmp(next, former, digits &- 1) == 0, block.hasRoom(for: block.lines, line.count)
      else { break }
      block.appendNext(textBytes: line.count)
      position &+= line.count
    }
    return position
  }

  private static func end(
    _ block: inout TwinBlock,
    _ write: (UnsafeRawBufferPointer) throws(PublicationError) -> Void
  ) throws(PublicationError) {
    if block.text == 0 { return }
    var head = ByteColumn()
    head.append(varint: UInt64(block.lines.rawValue))
    head.append(varint: UInt64(block.text))
    let packed = [
      try deflated(block.numbers.bytes, Z_RLE), try deflated(block.indices.bytes, Z_RLE),
      try deflated(block.index.labels.bytes, Z_DEFAULT_STRATEGY),
    ]
    let sizes = [block.numbers.count, block.indices.count, block.index.labels.count]
    for (size, column) in zip(sizes, packed) {
      head.append(varint: UInt64(size))
      head.append(varint: UInt64(column.count))
    }
    try write(UnsafeRawBufferPointer(head.bytes))
    for column in packed {
      try column.withUnsafeBufferPointer { (buffer) throws(PublicationError) in
        try write(UnsafeRawBufferPointer(buffer))
      }
    }
    block.removeAll()
  }

  private static func lineEnd(_ bytes: UnsafeRawBufferPointer, from position: Int) -> Int {
    guard let base = bytes.baseAddress,
      let found = memchr(base + position, 0x0A, bytes.count - position)
    else { return bytes.count }
    return UnsafeRawPointer(found) - base
  }

  private static func deflated(
    _ source: UnsafeBufferPointer<UInt8>, _ strategy: Int32
  ) throws(PublicationError) -> [UInt8] {
    if source.isEmpty { return [] }
    let room = TwinColumns.mostPacked(source.count)
    var status = Z_MEM_ERROR
    let packed = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      var stream = z_stream()
      // -15: the largest window, no header of zlib's.
      status = deflateInit2_(
        &stream, level, Z_DEFLATED, -15, 8, strategy, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size))
      guard status == Z_OK else { return }
      defer { deflateEnd(&stream) }
      stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
      stream.avail_in = UInt32(source.count)
      stream.next_out = buffer.baseAddress
      stream.avail_out = UInt32(room)
      status = deflate(&stream, Z_FINISH)
      count = room - Int(stream.avail_out)
    }
    guard status == Z_STREAM_END else {
      throw .file(path: "zlib", operation: "deflate with", code: ENOMEM)
    }
    return packed
  }
}
