#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif
internal import Records

/// Walks over the rows of a report on its bytes: RFC 4180 with LF or CRLF.
///
/// A quote inside a field without quotes is text, as readers of CSV take it.
struct RejectsCursor: ~Copyable {
  /// Where a field's text lies; `isDoubled` where its quotes are written twice.
  ///
  /// Not private: the compiler (6.3) loses a private type that only a buffer in another file holds.
  struct FieldBounds: BitwiseCopyable {
    var start: Int
    var end: Int
    var isDoubled: Bool
  }

  /// Offset of the next row.
  private(set) var position: Int
  /// Offset of the row that was read last.
  private(set) var rowStart = 0
  /// Whether a quote stood inside a field without quotes: quotes cannot be counted to find rows.
  private(set) var metStrayQuote = false

  /// Far more fields than any report has: a row with more is damaged.
  private static let mostFields = 1000

  private let bytes: UnsafePointer<UInt8>
  private let count: Int
  private let positions: [Int]
  private var fields = ElementBuffer<FieldBounds>(minimumCapacity: 32)
  private var unquoted = ElementBuffer<UInt8>(minimumCapacity: 256)

  /// Prepares a walk that starts at an offset, which begins a row.
  init(_ bytes: UnsafeRawBufferPointer, from offset: Int, positions: [Int]) {
    let start = bytes.baseAddress.unsafelyUnwrapped
    self.bytes = start.assumingMemoryBound(to: UInt8.self)
    count = bytes.count
    position = offset
    self.positions = positions
  }

  /// Reads the next row, passing over empty lines; false at the end.
  mutating func next(_ path: String) throws(RejectsError) -> Bool {
    while position < count, bytes[position] == 0x0A || bytes[position] == 0x0D { position += 1 }
    guard position < count else { return false }
    rowStart = position
    fields.removeAll()
    var at = position
    while true {
      guard fields.count < Self.mostFields else {
        throw .damaged(path: path, line: line(of: rowStart))
      }
      at = bytes[at] == UInt8(ascii: "\"") ? try quoted(at, path) : plain(at)
      if at >= count || bytes[at] != UInt8(ascii: ",") { break }
      at += 1
      if at == count {
        fields.append(FieldBounds(start: at, end: at, isDoubled: false))
        break
      }
    }
    position = min(at + 1, count)
    return true
  }

  /// The bytes of a column of the row, valid until the cursor moves or is asked again.
  @inline(__always)
  mutating func bytes(of column: RejectsColumn) -> UnsafeBufferPointer<UInt8> {
    let place = positions[column.ordinal]
    guard place < fields.count else { return UnsafeBufferPointer(start: nil, count: 0) }
    let field = fields[place]
    if field.isDoubled { return withoutDoubled(field) }
    return UnsafeBufferPointer(start: bytes + field.start, count: field.end - field.start)
  }

  /// The text of a column of the row.
  mutating func text(of column: RejectsColumn) -> String {
    String(decoding: bytes(of: column), as: UTF8.self)
  }

  /// All fields of the row in order.
  mutating func allFields() -> [String] {
    fields.elements.map { field in
      let whole = UnsafeBufferPointer(start: bytes + field.start, count: field.end - field.start)
      let text = String(decoding: whole, as: UTF8.self)
      return field.isDoubled ? text.replacing("\"\"", with: "\"") : text
    }
  }

  /// The row as values.
  var row: RejectsRow {
    mutating get {
      var row = RejectsRow()
      row.source = text(of: .source)
      row.path = text(of: .path)
      row.line = text(of: .line)
      row.column = text(of: .column)
      row.element = text(of: .element)
      row.field = text(of: .field)
      row.reason = text(of: .reason)
      row.value = text(of: .value)
      row.hint = text(of: .hint)
      row.record = text(of: .record)
      return row
    }
  }

  /// Reads a field without quotes; gives the offset of the comma or line end that ends it.
  @inline(__always)
  private mutating func plain(_ start: Int) -> Int {
    var at = start
    while at &+ 8 <= count {
      let word = UInt64(
        littleEndian: UnsafeRawPointer(bytes + at).loadUnaligned(as: UInt64.self))
      let ends = Self.marks(word, UInt8(ascii: ",")) | Self.marks(word, 0x0A)
      let marks = ends | Self.marks(word, UInt8(ascii: "\""))
      if marks != 0 {
        // The lowest mark is one for certain, whichever of the three it is.
        at &+= marks.trailingZeroBitCount &>> 3
        break
      }
      at &+= 8
    }
    while at < count {
      let byte = bytes[at]
      if byte == UInt8(ascii: ",") || byte == 0x0A { break }
      if byte == UInt8(ascii: "\"") { metStrayQuote = true }
      at &+= 1
    }
    var end = at
    // The CR of CRLF, and of the last line, which may have no LF.
    if end > start, at == count || bytes[at] == 0x0A, bytes[end - 1] == 0x0D { end -= 1 }
    fields.append(FieldBounds(start: start, end: end, isDoubled: false))
    return at
  }

  /// Not 0 if one of the eight bytes is `byte`; the lowest bit that is set is that of the first one.
  @inline(__always)
  private static func marks(_ word: UInt64, _ byte: UInt8) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let rest = word ^ (ones &* UInt64(byte))
    return (rest &- ones) & ~rest & (ones &<< 7)
  }

  /// Reads a field in quotes; gives the offset of what ends it.
  private mutating func quoted(_ start: Int, _ path: String) throws(RejectsError) -> Int {
    var at = start + 1
    var isDoubled = false
    while true {
      guard let found = memchr(bytes + at, 0x22, count - at) else {
        throw .damaged(path: path, line: line(of: start))
      }
      at = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - bytes + 1
      guard at < count, bytes[at] == UInt8(ascii: "\"") else { break }
      isDoubled = true
      at += 1
    }
    fields.append(FieldBounds(start: start + 1, end: at - 1, isDoubled: isDoubled))
    // Nothing but the CR of CRLF may stand here; what does is passed over.
    while at < count, bytes[at] != UInt8(ascii: ","), bytes[at] != 0x0A {
      if bytes[at] != 0x0D { metStrayQuote = true }
      at += 1
    }
    return at
  }

  private mutating func withoutDoubled(_ field: FieldBounds) -> UnsafeBufferPointer<UInt8> {
    unquoted.removeAll()
    var at = field.start
    while at < field.end {
      unquoted.append(bytes[at])
      at += bytes[at] == UInt8(ascii: "\"") ? 2 : 1
    }
    return UnsafeBufferPointer(unquoted.elements)
  }

  /// 1-based line of an offset.
  private func line(of offset: Int) -> Int {
    UnsafeBufferPointer(start: bytes, count: offset).count { $0 == 0x0A } + 1
  }
}

extension RejectsColumn {
  /// 0-based place among all cases.
  fileprivate var ordinal: Int {
    switch self {
    case .source: 0
    case .path: 1
    case .line: 2
    case .column: 3
    case .element: 4
    case .field: 5
    case .reason: 6
    case .value: 7
    case .hint: 8
    case .record: 9
    }
  }
}
