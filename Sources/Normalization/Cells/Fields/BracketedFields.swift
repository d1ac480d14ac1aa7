/// Reads objects in brackets: {"type":"fax"}, {'tel': '…'}, {tel:"…"}, {:fax=>"…"}, array('tel' => '…'), and what is left of
/// them where an end was cut off.
struct BracketedFields {
  private var record: FieldRecord
  private let bytes: [UInt8]
  private var index = 0
  /// The name of the value that comes next, and the value that was read, which may be a name.
  private var name = 0..<0
  private var value: Range<Int>?
  private var hasBrackets = false
  /// Whether texts stand in lists of lists: [["fax","…"],["tel","…"]].
  private var hasQuoted = false
  private var hasLists = false

  private init(_ source: FieldSource) {
    record = FieldRecord(source)
    bytes = source.bytes
  }

  /// Reads the fields; nil where there are none in brackets.
  static func read(_ source: FieldSource) -> FieldRecord? {
    var reader = BracketedFields(source)
    while reader.index < reader.bytes.count { reader.step() }
    reader.endValue()
    let isFound =
      reader.hasBrackets && reader.record.hasNames || reader.hasLists && reader.hasQuoted
    return isFound ? reader.record : nil
  }

  private mutating func step() {
    let byte = bytes[index]
    switch byte {
    case UInt8(ascii: "{"): open(isList: false)
    case UInt8(ascii: "["): open(isList: true)
    case UInt8(ascii: "}"), UInt8(ascii: "]"): close()
    case UInt8(ascii: "(") where beginsTuple(): open(isList: true)
    case UInt8(ascii: ")") where !record.isAtRoot: close()
    case UInt8(ascii: ","), UInt8(ascii: ";"), 0x0A, 0x0D:
      endValue()
      index += 1
    case UInt8(ascii: ":"), UInt8(ascii: "="): separate()
    case UInt8(ascii: "\""), UInt8(ascii: "'"): takeQuoted(byte)
    case 0x09, 0x20: index += 1
    default: takeBare()
    }
  }

  private mutating func open(isList: Bool) {
    // A text before it is no name, but text: Kontakt {"tel":"…"}.
    endValue(keepsName: true)
    if !isList { hasBrackets = true }
    if isList, record.isInList { hasLists = true }
    record.open(name, isList: isList)
    name = 0..<0
    index += 1
  }

  /// Whether a list of Python begins: ('fax', '…').
  private func beginsTuple() -> Bool {
    index + 1 < bytes.count
      && (bytes[index + 1] == UInt8(ascii: "'") || bytes[index + 1] == UInt8(ascii: "\""))
  }

  private mutating func close() {
    endValue()
    record.close()
    index += 1
  }

  /// Takes : or = or => behind a name; the colon before a name of Ruby says nothing.
  private mutating func separate() {
    if let value, name.isEmpty {
      name = value
      self.value = nil
    }
    index += 1
    guard index < bytes.count, bytes[index] == UInt8(ascii: ">") else { return }
    if !record.isAtRoot { hasBrackets = true }
    index += 1
  }

  /// Ends a value, which belongs to the name before it.
  private mutating func endValue(keepsName: Bool = false) {
    if let value { record.add(name, value) }
    value = nil
    if !keepsName { name = 0..<0 }
  }

  private mutating func take(_ found: Range<Int>) {
    // Two texts side by side are two values.
    if value != nil { endValue() }
    value = found
  }

  /// Takes a text between quotation marks; one of them stands within it where no sign of a field follows.
  private mutating func takeQuoted(_ quote: UInt8) {
    let start = index + 1
    // The quotation mark around a whole cell.
    if start < bytes.count, bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "[") {
      index = start
      return
    }
    var end = start
    while end < bytes.count, bytes[end] != quote || !isEnd(behind: end) { end += 1 }
    take(start..<end)
    hasQuoted = true
    index = min(end + 1, bytes.count)
  }

  private func isEnd(behind quote: Int) -> Bool {
    var next = quote + 1
    while next < bytes.count, bytes[next] == 0x20 { next += 1 }
    guard next < bytes.count else { return true }
    switch bytes[next] {
    case UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"),
      UInt8(ascii: "="), UInt8(ascii: ")"), UInt8(ascii: ";"), UInt8(ascii: "\""), 0x0A, 0x0D,
      UInt8(ascii: "\\"):
      return true
    default: return false
    }
  }

  /// Takes a text without quotation marks: up to the sign behind a name, or behind a value.
  private mutating func takeBare() {
    if startsList() { return }
    let start = index
    while index < bytes.count, !endsBare(bytes[index]) { index += 1 }
    var end = index
    while end > start, bytes[end - 1] == 0x20 { end -= 1 }
    if end > start { take(start..<end) }
    if index == start { index += 1 }
  }

  private mutating func startsList() -> Bool {
    let count = bytes.withUnsafeBufferPointer {
      UnsafeBufferPointer(rebasing: $0[index...])
        .lengthOfBeginningInAnyCase(oneOf: EmbeddedWords.listOfFields)
    }
    var bracket = index + count
    if count == 0 {
      // array (, with a blank.
      let word = EmbeddedWords.listOfFields.utf8CodeUnitCount - 1
      guard index + word < bytes.count else { return false }
      let isWord = bytes[index..<index + word].elementsEqual(
        UnsafeBufferPointer(start: EmbeddedWords.listOfFields.utf8Start, count: word))
      bracket = index + word
      while bracket < bytes.count, bytes[bracket] == 0x20 || bytes[bracket] == 0x0A { bracket += 1 }
      guard isWord, bracket < bytes.count, bytes[bracket] == UInt8(ascii: "(") else { return false }
      bracket += 1
    }
    open(isList: false)
    index = bracket
    return true
  }

  private func endsBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["),
      UInt8(ascii: "]"), UInt8(ascii: ";"), 0x0A, 0x0D:
      true
    case UInt8(ascii: ":"), UInt8(ascii: "="): name.isEmpty
    case UInt8(ascii: "\""): true
    default: false
    }
  }
}
