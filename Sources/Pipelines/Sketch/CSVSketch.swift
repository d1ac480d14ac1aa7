/// Guesses how a CSV export is written from its beginning.
struct CSVSketch {
  /// Byte between two fields, unless there is a wide one.
  private(set) var delimiter = UInt8(ascii: ",")
  /// Character beyond ASCII between two fields; nil where it is one of ASCII.
  private(set) var wideDelimiter: Unicode.Scalar?
  /// Byte around quoted fields; nil where quotes are data.
  private(set) var quote: UInt8? = UInt8(ascii: "\"")
  /// Lines in front of the header.
  private(set) var skipLines = 0
  /// Whether there is a header.
  private(set) var hasHeader = true
  /// The columns; their cells have the same rows.
  private(set) var columns: [SketchColumn] = []
  /// All columns of the export, those included that are not looked at.
  private(set) var width = 0

  /// Most columns that are looked at: each is tried with others beside it.
  static let mostColumns = 400

  /// Looks at a text; its last line may be cut and is left out unless it is the only one.
  init(_ text: String, isCut: Bool) {
    var records = chooseLayout(text, isCut: isCut)
    if Self.commonWidth(of: records) <= 1, let wide = wideLayout(of: text, isCut: isCut) {
      (wideDelimiter, records) = (wide.delimiter, wide.records)
    }
    let width = Self.commonWidth(of: records)
    self.width = width
    // A title above the header is a record of its own, or one with mostly empty cells.
    let first =
      records.firstIndex { record in
        record.fields.count == width && record.fields.count { !$0.isEmpty } * 2 > width
      } ?? 0
    skipLines = first == 0 ? 0 : records[first].linesAbove
    let body = records[first...].map(\.fields).filter { $0.count == width }
    hasHeader = body.first.map { Self.looksLikeHeader($0, above: body.dropFirst()) } ?? false
    let header = hasHeader ? body.first ?? [] : []
    let cells = body.dropFirst(hasHeader ? 1 : 0)
    var uses: [String: Int] = [:]
    for name in header { uses[name, default: 0] += 1 }
    columns = (0..<min(width, Self.mostColumns)).map { index in
      let name = index < header.count ? header[index] : ""
      let isUnique = !name.isEmpty && uses[name] == 1
      return SketchColumn(
        selector: isUnique ? .name(name) : .position(index + 1), name: name,
        cells: cells.map { $0[index] })
    }
  }

  /// Tries delimiters, with and without quotes; the one whose records are widest and most alike wins.
  private mutating func chooseLayout(_ text: String, isCut: Bool) -> [Record] {
    let delimiters = [",", ";", "\t", "|", "~", "^"].compactMap { $0.utf8.first }
    var records: [Record] = []
    var bestScore = 0
    var quoted: [UInt8: (width: Int, records: Int)] = [:]
    // Quotes as data need to be clearly better: a record over several lines needs them.
    for (quote, weight) in [(UInt8(ascii: "\"") as UInt8?, 10), (nil, 8)] {
      if quote == nil && !text.utf8.contains(UInt8(ascii: "\"")) { continue }
      for delimiter in delimiters {
        var found = Self.records(of: text, delimiter: delimiter, quote: quote)
        if isCut && found.count > 1 { found.removeLast() }
        var width = Self.commonWidth(of: found)
        let alike = found.count { $0.fields.count == width && !$0.isMisquoted }
        if quote != nil, alike * 10 >= found.count * 9 {
          quoted[delimiter] = (width, found.count)
        } else if quote == nil, let sound = quoted[delimiter], sound.records * 2 >= found.count {
          // A comma in each address between quotes makes no column more.
          width = min(width, sound.width)
        }
        let score = width > 1 ? weight * width * alike * alike / max(1, found.count) : 0
        if score > bestScore || records.isEmpty {
          (bestScore, self.delimiter, self.quote, records) = (score, delimiter, quote, found)
        }
      }
    }
    return records
  }

  /// What exports part columns with beyond ASCII.
  static let wideDelimiters = "；，、｜¦┃│‖¬§·¤¶†‡※→"

  /// Tries the signs beyond ASCII of the first line; nil where none parts nine of ten records alike.
  private func wideLayout(
    of text: String, isCut: Bool
  ) -> (delimiter: Unicode.Scalar, records: [Record])? {
    let first = text.prefix { !$0.isNewline }.unicodeScalars
    var best: (delimiter: Unicode.Scalar, records: [Record])?
    for scalar in Self.wideDelimiters.unicodeScalars where first.contains(scalar) {
      var found = Self.records(
        of: text.replacing(String(scalar), with: "\u{1F}"), delimiter: 0x1F, quote: quote)
      if isCut && found.count > 1 { found.removeLast() }
      let width = Self.commonWidth(of: found)
      let alike = found.count { $0.fields.count == width && !$0.isMisquoted }
      guard width > 1, found.count > 1, alike * 10 >= found.count * 9,
        width > best.map({ Self.commonWidth(of: $0.records) }) ?? 1
      else { continue }
      best = (scalar, found)
    }
    return best
  }

  /// Names, none empty, none with the digits of a number, and at least one row below.
  private static func looksLikeHeader(
    _ record: [String], above rows: ArraySlice<[String]>
  ) -> Bool {
    let filled = record.filter { !$0.isEmpty }
    let hasNumber = filled.contains { cell in
      cell.unicodeScalars.count { $0.properties.numericType == .decimal } >= 5
    }
    return !rows.isEmpty && !hasNumber && filled.count * 2 > record.count
  }

  private struct Record {
    var fields: [String]
    /// Physical lines in front of it, empty ones included.
    var linesAbove: Int
    /// Whether a quote stands inside a field, or text after one: a build would reject it.
    var isMisquoted: Bool
  }

  private static func commonWidth(of records: [Record]) -> Int {
    var counts: [Int: Int] = [:]
    for record in records { counts[record.fields.count, default: 0] += 1 }
    return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 0
  }

  /// At most 500 records, cells trimmed.
  private static func records(of text: String, delimiter: UInt8, quote: UInt8?) -> [Record] {
    var records: [Record] = []
    var fields: [String] = []
    var lines = 0
    var linesAbove = 0
    var last: UInt8 = 0
    var field: [UInt8] = []
    var isQuoted = false
    var wasQuoted = false
    var isMisquoted = false
    func endField() {
      wasQuoted = false
      let text = String(decoding: field, as: UTF8.self)
      let trimmed = text.drop(while: \.isWhitespace)
      let end = trimmed.lastIndex { !$0.isWhitespace }
      fields.append(end.map { String(trimmed[...$0]) } ?? "")
      field.removeAll(keepingCapacity: true)
    }
    func endRecord() {
      defer { linesAbove = lines }
      if fields.isEmpty && field.isEmpty { return }
      endField()
      records.append(
        Record(fields: fields, linesAbove: linesAbove, isMisquoted: isMisquoted))
      fields.removeAll()
      isMisquoted = false
    }
    for byte in text.utf8 {
      if records.count == 500 { break }
      // A line ends with LF, CRLF or CR.
      let isSecondHalf = byte == UInt8(ascii: "\n") && last == UInt8(ascii: "\r")
      if byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n") && !isSecondHalf { lines += 1 }
      last = byte
      switch byte {
      case quote where isQuoted || field.isEmpty || wasQuoted:
        // Doubled inside a quoted field it is data.
        if wasQuoted && !isQuoted { field.append(byte) }
        isQuoted.toggle()
        wasQuoted = true
      case delimiter where !isQuoted: endField()
      case UInt8(ascii: "\n") where !isQuoted, UInt8(ascii: "\r") where !isQuoted: endRecord()
      default:
        let isBlank = byte == UInt8(ascii: " ")
        if byte == quote || (wasQuoted && !isQuoted && !isBlank) { isMisquoted = true }
        field.append(byte)
      }
    }
    endRecord()
    return records
  }
}
