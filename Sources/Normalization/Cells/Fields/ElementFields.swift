/// Reads elements of documents that are no web pages: <phone type="fax">…</phone>, <phone><type>fax</type>…</phone>.
struct ElementFields {
  private var record: FieldRecord
  private let bytes: [UInt8]
  private var index = 0
  /// Whether some element is none of web pages, and was closed.
  private var hasOthers = false

  private init(_ source: FieldSource) {
    record = FieldRecord(source)
    bytes = source.bytes
  }

  /// Reads the fields; nil where there are none, or where the first element is one of web pages.
  static func read(_ source: FieldSource) -> FieldRecord? {
    var reader = ElementFields(source)
    while reader.index < reader.bytes.count {
      guard reader.step() else { return nil }
    }
    return reader.hasOthers ? reader.record : nil
  }

  /// Takes an element's begin or end, or a text; false where the element is one of a web page.
  private mutating func step() -> Bool {
    guard bytes[index] == UInt8(ascii: "<") else {
      takeText(upTo: UInt8(ascii: "<"))
      return true
    }
    if begins("<![") { return takeData() }
    if begins("<?") || begins("<!") {
      index = end(from: index)
      return true
    }
    let isEnd = begins("</")
    let start = isEnd ? index + 2 : index + 1
    var behind = start
    while behind < bytes.count, isOfName(bytes[behind]) { behind += 1 }
    guard behind > start else {
      takeText(upTo: UInt8(ascii: "<"))
      return true
    }
    let close = end(from: behind)
    index = close
    guard !isOfPage(start..<behind) else { return false }
    if isEnd {
      record.close()
      return true
    }
    hasOthers = true
    record.open(localName(start..<behind), isList: false)
    let last = close - 1
    let isClosed =
      last > behind && bytes[last] == UInt8(ascii: ">") && bytes[last - 1] == UInt8(ascii: "/")
    takeAttributes(behind..<max(behind, last))
    if isClosed { record.close() }
    return true
  }

  private func begins(_ text: StaticString) -> Bool {
    bytes.withUnsafeBufferPointer { UnsafeBufferPointer(rebasing: $0[index...]).begins(with: text) }
  }

  private func end(from start: Int) -> Int {
    (bytes[start...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count - 1) + 1
  }

  private func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x80...: true
    case UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: (byte | 0x20) &- 97 < 26 || byte &- 48 < 10
    }
  }

  /// A name without its space: ns:fax.
  private func localName(_ name: Range<Int>) -> Range<Int> {
    let colon = bytes[name].lastIndex(of: UInt8(ascii: ":"))
    return (colon.map { $0 + 1 } ?? name.lowerBound)..<name.upperBound
  }

  /// Whether an element is one of web pages; label, data and the like are names of fields within others.
  private func isOfPage(_ name: Range<Int>) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      let word = UnsafeBufferPointer(rebasing: bytes[name])
      if word.isOneInAnyCase(of: EmbeddedWords.tagOfFields) { return !hasOthers }
      return word.isOneInAnyCase(of: EmbeddedWords.tagBeside)
        || word.isOneInAnyCase(of: EmbeddedWords.tagLine)
        || word.isOneInAnyCase(of: EmbeddedWords.tagWithin)
        || word.isOneInAnyCase(of: EmbeddedWords.struckTag)
    }
  }

  private mutating func takeText(upTo sign: UInt8) {
    let start = index
    index += 1
    while index < bytes.count, bytes[index] != sign { index += 1 }
    add(start..<index)
  }

  /// Takes what stands between <![CDATA[ and ]]>.
  private mutating func takeData() -> Bool {
    let start =
      bytes[(index + 3)...].firstIndex(of: UInt8(ascii: "[")).map { $0 + 1 } ?? bytes.count
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "]") { end += 1 }
    add(start..<end)
    index = end
    while index < bytes.count, bytes[index] == UInt8(ascii: "]") { index += 1 }
    if index < bytes.count, bytes[index] == UInt8(ascii: ">") { index += 1 }
    return true
  }

  private mutating func add(_ text: Range<Int>) {
    guard text.contains(where: { bytes[$0] > 0x20 }) else { return }
    record.add(0..<0, text)
  }

  /// Takes the attributes of an element as fields of it: type="fax".
  private mutating func takeAttributes(_ range: Range<Int>) {
    var next = range.lowerBound
    while next < range.upperBound {
      guard let equals = bytes[next..<range.upperBound].firstIndex(of: UInt8(ascii: "=")) else {
        return
      }
      var start = equals
      while start > next, bytes[start - 1] > 0x20 { start -= 1 }
      var first = equals + 1
      while first < range.upperBound, bytes[first] == 0x20 { first += 1 }
      guard first < range.upperBound else { return }
      let quote = bytes[first]
      let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
      let from = isQuoted ? first + 1 : first
      let end =
        bytes[min(from, range.upperBound)..<range.upperBound]
        .firstIndex { isQuoted ? $0 == quote : $0 <= 0x20 } ?? range.upperBound
      record.add(localName(start..<equals), from..<max(from, end))
      next = end + 1
    }
  }
}
