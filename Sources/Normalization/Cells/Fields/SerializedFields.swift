/// Reads arrays and objects as PHP writes them: a:2:{s:3:"tel";s:10:"0227123456";…}.
///
/// Every text has its length before it, so that what it holds ends no text; a wrong length is passed over.
struct SerializedFields {
  private var record: FieldRecord
  private let bytes: [UInt8]
  private var index = 0
  /// The name of the value that comes next; nil before a name.
  private var name: Range<Int>?

  private init(_ source: FieldSource) {
    record = FieldRecord(source)
    bytes = source.bytes
  }

  /// Reads the fields; nil where the cell does not begin as such an array.
  static func read(_ source: FieldSource) -> FieldRecord? {
    var reader = SerializedFields(source)
    let bytes = source.bytes
    reader.index = bytes.firstIndex { $0 != 0x20 && $0 != UInt8(ascii: "\"") } ?? bytes.count
    guard reader.index + 4 < bytes.count, reader.isType("aO"), bytes[reader.index + 2] &- 48 < 10
    else { return nil }
    while reader.index < bytes.count { reader.step() }
    return reader.record.hasNames ? reader.record : nil
  }

  private func isType(_ letters: StaticString) -> Bool {
    guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: ":") else { return false }
    return (0..<letters.utf8CodeUnitCount).contains { letters.utf8Start[$0] == bytes[index] }
  }

  private mutating func step() {
    if bytes[index] == UInt8(ascii: "}") {
      record.close()
      name = nil
      index += 1
    } else if isType("aO") {
      while index < bytes.count, bytes[index] != UInt8(ascii: "{") { index += 1 }
      record.open(name ?? 0..<0, isList: false)
      name = nil
      index += 1
    } else if isType("s") {
      take(text())
    } else if isType("idb") {
      let start = index + 2
      index = bytes[start...].firstIndex { $0 == UInt8(ascii: ";") } ?? bytes.count
      take(start..<index)
    } else if bytes[index] == UInt8(ascii: "N") {
      take(index..<index)
      index += 1
    } else {
      index += 1
    }
  }

  /// Takes a name, or a value behind it; the numbers of a list are no names.
  private mutating func take(_ found: Range<Int>) {
    guard let name else {
      self.name = found
      return
    }
    let isCounted = name.allSatisfy { bytes[$0] &- 48 < 10 }
    record.add(isCounted ? 0..<0 : name, found)
    self.name = nil
  }

  /// The text at the index, between quotation marks before a semicolon.
  private mutating func text() -> Range<Int> {
    let (quote, end) = (UInt8(ascii: "\""), UInt8(ascii: ";"))
    let start = (bytes[index...].firstIndex(of: quote) ?? bytes.count - 1) + 1
    index = start
    while index < bytes.count {
      if bytes[index] == quote, index + 1 == bytes.count || bytes[index + 1] == end { break }
      index += 1
    }
    let found = start..<index
    index = min(index + 2, bytes.count)
    return found
  }
}
