/// Reads the lines of a vCard: TEL;TYPE=WORK,FAX:…, TEL;WORK;FAX:…, item1.TEL:… with item1.X-ABLabel:Fax.
///
/// What stands between a name and its colon are fields of the same object, and so are the lines of one item.
struct LinedFields {
  private var record: FieldRecord
  private let bytes: [UInt8]
  /// The item whose lines are read.
  private var item: ArraySlice<UInt8> = []
  /// Whether some line has more than a name and a value.
  private var hasMore = false

  private init(_ source: FieldSource) {
    record = FieldRecord(source)
    bytes = source.bytes
  }

  /// Reads the fields; nil where a line is none of a vCard, or none of them has more than a name and a value.
  static func read(_ source: FieldSource) -> FieldRecord? {
    var reader = LinedFields(source)
    var start = 0
    for index in 0...source.bytes.count
    where index == source.bytes.count || source.bytes[index] == 0x0A || source.bytes[index] == 0x0D
    {
      guard start == index || reader.take(start..<index) else { return nil }
      start = index + 1
    }
    reader.endItem()
    return reader.hasMore ? reader.record : nil
  }

  /// Takes a line; false where it is none.
  private mutating func take(_ line: Range<Int>) -> Bool {
    guard let colon = colon(of: line) else { return false }
    let head = line.lowerBound..<colon
    var parts = bytes[head].split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: true)
    guard let first = parts.first, first.allSatisfy(isOfName) else { return false }
    parts.removeFirst()
    let dot = first.firstIndex(of: UInt8(ascii: "."))
    let name = (dot.map { $0 + 1 } ?? first.startIndex)..<first.endIndex
    let group = dot.map { first[..<$0] } ?? []
    if group.isEmpty || !group.elementsEqual(item) {
      endItem()
      record.open(0..<0, isList: false)
      item = group
    }
    let isPhone = bytes.withUnsafeBufferPointer {
      UnsafeBufferPointer(rebasing: $0[name]).isOneInAnyCase(of: EmbeddedWords.fieldLabel)
    }
    hasMore = hasMore || isPhone && (!parts.isEmpty || !group.isEmpty)
    for part in parts { take(part) }
    record.add(name, colon + 1..<line.upperBound)
    return true
  }

  private mutating func endItem() {
    record.close()
    item = []
  }

  /// Takes what stands between a name and its colon: TYPE=FAX, or FAX alone.
  private mutating func take(_ part: ArraySlice<UInt8>) {
    guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else {
      return record.add(0..<0, part.startIndex..<part.endIndex)
    }
    record.add(part.startIndex..<equals, equals + 1..<part.endIndex)
  }

  /// The colon before a line's value; none within quotation marks is.
  private func colon(of line: Range<Int>) -> Int? {
    var isQuoted = false
    for index in line {
      if bytes[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
      if bytes[index] == UInt8(ascii: ":"), !isQuoted { return index }
    }
    return nil
  }

  private func isOfName(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 97 < 26 || byte &- 48 < 10 || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".")
  }
}
