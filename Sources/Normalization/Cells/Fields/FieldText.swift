import Records

/// The fields of a cell as somebody would write them down: each number on a line, behind what it is.
///
/// All rules read that in place of the cell: fax 02-27123457, tel 02-27123456 #12. What is no number is left out, and a
/// character stands in its place.
struct FieldText {
  private(set) var bytes: [UInt8] = []
  /// Where in the cell a byte of the text stands.
  private(set) var origins: [Int] = []
  /// The numbers of an object whose kind was cut off.
  private(set) var doubtful: [Range<Int>] = []
  private let kinds: FieldKinds
  private var source: FieldSource { kinds.record.source }

  /// Reads the fields of a cell; nil where it has none, or none of which another one says something.
  init?(of cell: UnsafeBufferPointer<UInt8>, _ context: CellContext) {
    guard let found = Self.record(in: FieldSource(cell)) else { return nil }
    var record = found.record
    record.nameValuesOfLists()
    kinds = FieldKinds(record, context)
    guard kinds.tell || found.isForeign else { return nil }
    for index in record.fields.indices { take(index) }
    // Text beside a number in doubt has no number: that would be said a second time.
    if !doubtful.isEmpty, !bytes.contains(where: { $0 &- 48 < 10 }) { bytes = [] }
    guard !bytes.isEmpty || !doubtful.isEmpty, bytes.count <= CellReader.longestCell else {
      return nil
    }
  }

  /// The fields in whichever notation the cell has; whether it is one that nobody else reads.
  private static func record(
    in source: FieldSource
  ) -> (record: FieldRecord, isForeign: Bool)? {
    if let found = SerializedFields.read(source) { return (found, true) }
    if let found = LinedFields.read(source) { return (found, false) }
    if source.bytes.contains(UInt8(ascii: "<")) {
      return ElementFields.read(source).map { ($0, true) }
    }
    if let found = BracketedFields.read(source) { return (found, false) }
    return PairedFields.read(source).map { ($0, false) }
  }

  private mutating func take(_ index: Int) {
    let field = kinds.record.fields[index]
    switch kinds.uses[index] {
    case .number: takeNumber(field)
    case .told: break
    case .doubtful: doubtful.append(field.value)
    case .leftOut:
      if kinds.digits(in: field.value) > 1 { takeWord(EmbeddedWords.fieldText, at: field.value) }
    case .text: takeText(field)
    }
  }

  private mutating func takeNumber(_ field: FieldRecord.Field) {
    let object = kinds.objects[field.object]
    let name = field.name.isEmpty ? kinds.record.objects[field.object].name : field.name
    let meaning = kinds.meanings.name(field.name)
    let isUnnamed = meaning == .number
    endLine(at: field.value)
    if meaning == .fax || object.hasFax && (isUnnamed || object.unnamed == 0) {
      takeWord(EmbeddedWords.tagOfFax, at: field.value)
    } else if isUnnamed, object.hasPhone {
      takeWord(EmbeddedWords.fieldLabel, at: field.value)
    } else if isUnnamed, let text = object.text {
      take(text)
    } else {
      take(name)
    }
    append(UInt8(ascii: " "), at: field.value)
    if !hasPlus(field.value) { takeCodes(of: object, before: field.value) }
    take(field.value)
    if object.numbers == 1, let digits = object.extension {
      append(UInt8(ascii: "#"), at: digits)
      take(digits)
    }
    if let status = object.status {
      append(UInt8(ascii: " "), at: status)
      append(UInt8(ascii: "("), at: status)
      take(status)
      append(UInt8(ascii: ")"), at: status)
    }
  }

  /// Writes the calling code and the area code that have fields of their own, unless the number has them.
  private mutating func takeCodes(of object: FieldKinds.Object, before value: Range<Int>) {
    if let code = object.code {
      if !hasPlus(code) { append(UInt8(ascii: "+"), at: code) }
      take(code)
      append(UInt8(ascii: " "), at: value)
    }
    guard let area = object.area else { return }
    let (own, digits) = (digits(of: area), digits(of: value))
    // One digit may begin a number without it as well.
    guard own.count == 1 || !digits.starts(with: own), digits.first != 48 else { return }
    take(area)
    append(UInt8(ascii: "-"), at: value)
  }

  private func digits(of range: Range<Int>) -> [UInt8] {
    source.bytes[range].filter { $0 &- 48 < 10 }
  }

  /// Whether a number begins with a plus, or with the zeros in place of one.
  private func hasPlus(_ range: Range<Int>) -> Bool {
    let text = source.bytes[range].drop { $0 == 0x20 || $0 == UInt8(ascii: "(") }
    return text.first == UInt8(ascii: "+") || text.starts(with: [48, 48])
  }

  private mutating func takeText(_ field: FieldRecord.Field) {
    let words = kinds.meanings.words(of: field.value)
    if words.hasFax { return takeWord(EmbeddedWords.fieldText, at: field.value) }
    endLine(at: field.value)
    // A name that says what digits are stands before them.
    if kinds.digits(in: field.value) > 0 {
      take(field.name)
      append(UInt8(ascii: " "), at: field.value)
    }
    take(field.value)
  }

  private mutating func take(_ range: Range<Int>) {
    bytes += source.bytes[range]
    origins += source.origins[range]
  }

  private mutating func takeWord(_ word: StaticString, at place: Range<Int>) {
    word.withUTF8Buffer { for byte in $0 where byte > 0x20 { append(byte, at: place) } }
  }

  private mutating func append(_ byte: UInt8, at place: Range<Int>) {
    bytes.append(byte)
    origins.append(source.origins[min(place.lowerBound, source.origins.count - 1)])
  }

  private mutating func endLine(at place: Range<Int>) {
    if !bytes.isEmpty { append(0x0A, at: place) }
  }
}

extension FieldText {
  /// Whether a cell may have fields, by its facts alone: signs behind names, and brackets or signs between pairs.
  @inline(__always)
  static func mayBe(in facts: CellFacts, hasTags: Bool) -> Bool {
    if facts.kinds.contains(.equals) { return true }
    return facts.kinds.contains(anyOf: .open, .semicolon)
      && (hasTags || facts.kinds.contains(anyOf: .colon, .slash, .quote))
      || facts.kinds.contains(.colon) && facts.kinds.contains(.dot)
        && facts.kinds.contains(.newline)
  }

  /// The rejection of a number of which nobody can tell what it is.
  func rejection(
    of value: Range<Int>, as role: CellRole, _ columns: [UInt32]
  ) -> CellRejection {
    let start = source.origins[value.lowerBound]
    return CellRejection(
      reason: .ambiguous, role: role, column: columns[start],
      valueOffset: UInt32(start),
      valueCount: UInt32(source.origins[value.upperBound - 1] + 1 - start), noteOffset: 0,
      noteCount: 0)
  }

  /// The column of each byte of a cell, from 1.
  static func columns(of cell: UnsafeBufferPointer<UInt8>) -> [UInt32] {
    var column: UInt32 = 1
    return cell.map { byte in
      defer { if byte & 0xC0 != 0x80 { column += 1 } }
      return column
    }
  }

  /// Where in the cell a rejection's text stands that was found in this one, which is not empty.
  func place(of rejection: CellRejection, _ columns: [UInt32]) -> CellRejection {
    let last = origins.count - 1
    let start = origins[min(Int(rejection.valueOffset), last)]
    let end = origins[min(Int(rejection.valueOffset + max(rejection.valueCount, 1)) - 1, last)] + 1
    var found = rejection
    found.valueOffset = UInt32(start)
    found.valueCount = UInt32(max(end - start, 1))
    found.column = columns[start]
    return found
  }
}
