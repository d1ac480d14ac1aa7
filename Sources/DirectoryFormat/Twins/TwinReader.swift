/// Unpacks a twin in the format `columns-1`: gives the bytes of the chunk or delta beside it.
///
/// What it gives is not to be believed before its SHA-256 is: the reader makes sure of the twin's own
/// form and of sizes alone, so that no twin costs more memory or time than the file it stands for.
/// Memory: a block's columns, at most three times 4 MiB and usually one, and 64 KiB.
package struct TwinReader {
  /// Why a twin is refused.
  package enum Failure: String, Error, Sendable {
    /// It ends too early.
    case cutOff = "it ends too early"
    /// A size, kind or index that no twin has.
    case damaged = "it is no twin"
    /// A column that is not deflated, or gives another size than it says.
    case notDeflated = "a column is not what it says"
    /// It gives fewer or more bytes than the file has.
    case wrongSize = "it gives another size than the file's"
  }

  private static let pieceSize = 64 << 10

  private var input: Input
  private let limit: Int
  private var given = 0
  private var piece: [UInt8] = []
  private let take: (UnsafeRawBufferPointer) throws -> Void

  /// Unpacks a twin of a file of `bytes` bytes.
  ///
  /// - Parameters:
  ///   - read: gives the next bytes of the twin, none at its end.
  ///   - take: takes the next bytes of the file; at most 64 KiB and a line.
  /// - Throws: `Failure`, and what the two throw.
  package static func unpack(
    bytes: Int, read: @escaping () throws -> [UInt8],
    into take: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    var reader = TwinReader(input: Input(read: read), limit: bytes, take: take)
    while try reader.block() {}
    try reader.flush()
    guard reader.given == bytes else { throw Failure.wrongSize }
  }

  private init(
    input: Input, limit: Int, take: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) {
    self.input = input
    self.limit = limit
    self.take = take
    piece.reserveCapacity(Self.pieceSize + LineScanner.longestLine)
  }

  /// Unpacks the next block; false at the end.
  private mutating func block() throws -> Bool {
    guard let kind = try input.byte() else { return false }
    guard let lines = TwinLines(rawValue: kind) else { throw Failure.damaged }
    let text = try input.varint()
    guard (1...TwinColumns.mostTextInBytes).contains(text) else { throw Failure.damaged }
    guard text <= limit - given else { throw Failure.wrongSize }
    var sizes: [(unpacked: Int, packed: Int)] = []
    for _ in 0..<3 {
      let (unpacked, packed) = (try input.varint(), try input.varint())
      // No column is longer than the text of which it is a part.
      guard unpacked <= text, packed <= TwinColumns.mostPacked(unpacked),
        (unpacked == 0) == (packed == 0)
      else { throw Failure.damaged }
      sizes.append((unpacked, packed))
    }
    var columns = TwinColumns()
    columns.numbers = try column(sizes[0])
    columns.indices = try column(sizes[1])
    columns.labels = try column(sizes[2])
    let end = given + text
    try write(columns, lines, upTo: end)
    guard given == end else { throw Failure.wrongSize }
    return true
  }

  private mutating func column(_ size: (unpacked: Int, packed: Int)) throws -> [UInt8] {
    if size.unpacked == 0 { return [] }
    let packed = try input.take(size.packed)
    guard let bytes = packed.withUnsafeBytes({ Inflation.inflated($0, to: size.unpacked) }) else {
      throw Failure.notDeflated
    }
    return bytes
  }

  private mutating func write(
    _ columns: TwinColumns, _ lines: TwinLines, upTo end: Int
  ) throws {
    var labels = LabelColumn(columns.labels)
    var (atNumber, atIndex) = (0, 0)
    var number: Int64 = 0
    while atNumber < columns.numbers.count {
      let difference = try Self.varint(columns.numbers, &atNumber)
      let (sum, overflow) = number.addingReportingOverflow(Int64(difference))
      guard difference > 0, !overflow else { throw Failure.damaged }
      number = sum
      let start = piece.count
      lines.prefix.withUTF8Buffer { piece += $0 }
      DirectoryNumber.append(number, to: &piece)
      if lines.hasLabel {
        piece.append(UInt8(ascii: "\t"))
        let range = try labels.range(of: try Self.varint(columns.indices, &atIndex))
        piece += columns.labels[range]
      }
      piece.append(UInt8(ascii: "\n"))
      given += piece.count - start
      guard given <= end else { throw Failure.wrongSize }
      if piece.count >= Self.pieceSize { try flush() }
    }
    // Nothing may be left over: a twin has one form.
    guard atIndex == columns.indices.count, labels.isUsedUp else { throw Failure.damaged }
  }

  private mutating func flush() throws {
    try piece.withUnsafeBytes { try take($0) }
    piece.removeAll(keepingCapacity: true)
  }

  private static func varint(_ bytes: [UInt8], _ position: inout Int) throws -> Int {
    var value = 0
    var shift = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      value |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
      guard shift < 63 else { throw Failure.damaged }
    }
    throw Failure.damaged
  }

  /// The labels of a block by their index.
  private struct LabelColumn {
    private let bytes: [UInt8]
    private var starts: [Int32] = []
    private var next = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isUsedUp: Bool { next == bytes.count }

    /// Where a label stands: the next one for 0, the k-th for k; without its LF.
    mutating func range(of index: Int) throws -> Range<Int> {
      guard index > 0 else {
        guard let end = bytes[next...].firstIndex(of: UInt8(ascii: "\n")) else {
          throw Failure.damaged
        }
        starts.append(Int32(next))
        defer { next = end + 1 }
        return next..<end
      }
      guard index <= starts.count else { throw Failure.damaged }
      let end = index < starts.count ? Int(starts[index]) : next
      return Int(starts[index - 1])..<end - 1
    }
  }

  /// The bytes of the twin.
  private struct Input {
    let read: () throws -> [UInt8]
    private var bytes: [UInt8] = []
    private var start = 0

    init(read: @escaping () throws -> [UInt8]) { self.read = read }

    mutating func byte() throws -> UInt8? {
      if start == bytes.count {
        bytes = try read()
        start = 0
        if bytes.isEmpty { return nil }
      }
      defer { start += 1 }
      return bytes[start]
    }

    mutating func varint() throws -> Int {
      var value = 0
      for shift in stride(from: 0, to: 35, by: 7) {
        guard let byte = try byte() else { throw Failure.cutOff }
        value |= Int(byte & 0x7F) << shift
        if byte < 0x80 { return value }
      }
      throw Failure.damaged
    }

    mutating func take(_ count: Int) throws -> [UInt8] {
      var taken: [UInt8] = []
      taken.reserveCapacity(count)
      while taken.count < count {
        if start == bytes.count {
          bytes = try read()
          start = 0
          if bytes.isEmpty { throw Failure.cutOff }
        }
        let part = min(bytes.count - start, count - taken.count)
        taken += bytes[start..<start + part]
        start += part
      }
      return taken
    }
  }
}
