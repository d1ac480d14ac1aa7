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
    var waiting = WaitingLines()
    var position = 0
    while position < bytes.count {
      guard let line = TwinLine(at: position, of: bytes, list: list) else { return false }
      position = line.end
      if waiting.isFull, try !append(waiting.next(), of: bytes, to: &block, write) { return false }
      if line.kind.hasLabel { block.index.fetch(line.labelHash) }
      waiting.add(line)
      guard list != nil, isFollowed(line, in: bytes) else { continue }
      while !waiting.isEmpty {
        guard try append(waiting.next(), of: bytes, to: &block, write) else { return false }
      }
      position = appendNext(bytes, behind: line, to: &block)
    }
    while !waiting.isEmpty {
      guard try append(waiting.next(), of: bytes, to: &block, write) else { return false }
    }
    return true
  }

  /// Adds a line, to a new block where it does not fit; false for one that is not in order.
  private static func append(
    _ line: TwinLine, of bytes: UnsafeRawBufferPointer, to block: inout TwinBlock,
    _ write: (UnsafeRawBufferPointer) throws(PublicationError) -> Void
  ) throws(PublicationError) -> Bool {
    if !block.hasRoom(for: line.kind, line.count) { try end(&block, write) }
    return block.append(
      line.kind, textBytes: line.count, line.number, label: line.label(in: bytes),
      labelHash: line.labelHash)
  }

  /// Whether the line behind a line of a chunk differs from it in the last digit alone, one more.
  @inline(__always)
  private static func isFollowed(_ line: TwinLine, in bytes: UnsafeRawBufferPointer) -> Bool {
    let next = line.end
    guard next &+ line.count <= bytes.count, let base = bytes.baseAddress else { return false }
    let digits = line.digits
    let digit = bytes[next &+ digits &- 1]
    guard digit == bytes[line.start &+ digits &- 1] &+ 1, digit <= UInt8(ascii: "9") else {
      return false
    }
    let (one, other) = (base + line.start, base + next)
    return areEqual(one, other, digits &- 1)
      && areEqual(one + digits, other + digits, line.count &- digits)
  }

  /// Whether so many bytes are the same; without a call where they are eight or more.
  @inline(__always)
  private static func areEqual(
    _ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ count: Int
  ) -> Bool {
    guard count >= 8 else { return memcmp(one, other, count) == 0 }
    var place = 0
    while place < count &- 8 {
      if word(one + place) != word(other + place) { return false }
      place &+= 8
    }
    return word(one + (count &- 8)) == word(other + (count &- 8))
  }

  @inline(__always)
  private static func word(_ place: UnsafeRawPointer) -> UInt64 {
    place.loadUnaligned(as: UInt64.self)
  }

  /// Adds the lines behind a line of a chunk, which was added last, that differ from the one before in
  /// the last digit alone, one more each; gives the position behind them.
  private static func appendNext(
    _ bytes: UnsafeRawBufferPointer, behind line: TwinLine, to block: inout TwinBlock
  ) -> Int {
    var former = line
    let most = block.linesWithRoom(of: line.count)
    var count = 0
    while count < most, isFollowed(former, in: bytes) {
      former = former.moved(by: former.count)
      count &+= 1
    }
    if count > 0 { block.appendNext(count, textBytes: former.count) }
    return former.end
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
