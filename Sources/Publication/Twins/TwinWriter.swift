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
  private var lines = TwinLines.identification
  private var text = 0
  private var number: Int64 = 0
  private var numbers: [UInt8] = []
  private var indices: [UInt8] = []
  private var labels = LabelIndex()

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
      if kind.hasLabel {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\t") else { return false }
        let end = Self.lineEnd(bytes, from: position)
        label = position + 1..<end
        position = end
      }
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\n") else { return false }
      position += 1
      try begin(kind, position - start)
      guard value > number else { return false }
      Self.append(varint: UInt64(value - number), to: &numbers)
      number = value
      if kind.hasLabel {
        let index = labels.number(of: UnsafeRawBufferPointer(rebasing: bytes[label]))
        Self.append(varint: UInt64(index), to: &indices)
      }
    }
    return true
  }

  /// Ends the last block.
  func finish() throws(PublicationError) { try endBlock() }

  /// Makes room for a line of so many bytes.
  private func begin(_ kind: TwinLines, _ count: Int) throws(PublicationError) {
    if text > 0, kind != lines || text + count > TwinColumns.mostTextInBytes { try endBlock() }
    lines = kind
    text += count
  }

  private func endBlock() throws(PublicationError) {
    if text == 0 { return }
    var head: [UInt8] = [lines.rawValue]
    Self.append(varint: UInt64(text), to: &head)
    var packed: [[UInt8]] = []
    for (column, strategy) in [
      (numbers, Z_RLE), (indices, Z_RLE), (labels.labels, Z_DEFAULT_STRATEGY),
    ] {
      let deflated = try Self.deflated(column, strategy)
      Self.append(varint: UInt64(column.count), to: &head)
      Self.append(varint: UInt64(deflated.count), to: &head)
      packed.append(deflated)
    }
    for part in [head] + packed {
      try part.withUnsafeBufferPointer { (buffer) throws(PublicationError) in
        try write(UnsafeRawBufferPointer(buffer))
      }
    }
    text = 0
    number = 0
    numbers.removeAll(keepingCapacity: true)
    indices.removeAll(keepingCapacity: true)
    labels.removeAll()
  }

  private static func lineEnd(_ bytes: UnsafeRawBufferPointer, from position: Int) -> Int {
    guard let base = bytes.baseAddress,
      let found = memchr(base + position, 0x0A, bytes.count - position)
    else { return bytes.count }
    return UnsafeRawPointer(found) - base
  }

  private static func append(varint value: UInt64, to bytes: inout [UInt8]) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private static func deflated(
    _ bytes: [UInt8], _ strategy: Int32
  ) throws(PublicationError) -> [UInt8] {
    if bytes.isEmpty { return [] }
    let room = TwinColumns.mostPacked(bytes.count)
    var status = Z_MEM_ERROR
    let packed = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      var stream = z_stream()
      // -15: the largest window, no header of zlib's.
      status = deflateInit2_(
        &stream, level, Z_DEFLATED, -15, 8, strategy, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size))
      guard status == Z_OK else { return }
      defer { deflateEnd(&stream) }
      bytes.withUnsafeBufferPointer { source in
        stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
        stream.avail_in = UInt32(source.count)
        stream.next_out = buffer.baseAddress
        stream.avail_out = UInt32(room)
        status = deflate(&stream, Z_FINISH)
      }
      count = room - Int(stream.avail_out)
    }
    guard status == Z_STREAM_END else {
      throw .file(path: "zlib", operation: "deflate with", code: ENOMEM)
    }
    return packed
  }
}
