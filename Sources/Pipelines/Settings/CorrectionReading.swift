internal import Extraction
internal import Records

/// Reads the rows of one file of corrections: a rejects.csv as `build` or a spreadsheet wrote it.
///
/// Commas, semicolons or tabs, columns in any order, and further ones; a first line `sep=;`; a byte order
/// mark, UTF-16 without one, or the source's `encoding`. Memory: the rows.
struct CorrectionReading {
  private static let columns = ["source", "path", "line", "field", "reason", "value", "record"]
  /// Bytes of the file in which its header must lie.
  private static let beginning = 64 << 10

  private let source: Pipeline.Source
  private let path: String
  private let root: String?

  init(_ source: Pipeline.Source, path: String, root: String?) {
    self.source = source
    self.path = path
    self.root = root
  }

  /// How the file is written.
  private struct Layout {
    var encoding: String?
    var delimiter = UInt8(ascii: ",")
    /// Lines in front of the header.
    var skippedLines = 0
  }

  /// The rows in the order of the file, without blank ones.
  ///
  /// - Throws: What is wrong with the file, and what to do.
  func rows() throws -> [CorrectionRow] {
    if let ending = [".xlsx", ".xls", ".ods", ".numbers"].first(where: path.lowercased().hasSuffix)
    {
      throw fault(
        "is a workbook (\(ending); expected CSV)", "Save it as CSV, in UTF-8, and name that file.")
    }
    guard let layout = try layout() else { return [] }
    return try rows(of: Extractor(sources: [description(layout)]))
  }

  private func description(_ layout: Layout) -> SourceDescription {
    var description = SourceDescription(
      name: source.name, files: [path],
      format: .csv(CSVOptions(delimiter: layout.delimiter, skipLines: layout.skippedLines)),
      encoding: layout.encoding,
      columns: Self.columns.map { MappedColumn(field: .label, selector: .name($0)) })
    description.root = root
    description.timeoutInSeconds = source.timeoutInSeconds
    description.formulaGuard = source.isFromSpreadsheet ? FormulaGuard() : nil
    // A spreadsheet need not end the last line.
    description.doubts[.unterminated] = .accept
    return description
  }

  private func rows(of extractor: Extractor) throws -> [CorrectionRow] {
    let batch = RecordBatch()
    var rows: [CorrectionRow] = []
    while try extractor.next(into: batch) {
      for record in batch.records.elements {
        switch record.state {
        case .cells: rows.append(row(record, batch))
        case .rejected(let reason):
          throw ExtractionError(
            kind: .data, source: source.name, path: path, line: Int(record.line),
            problem: "a row of the corrections cannot be read (\(reason.code))",
            remedy: reason.hint)
        case .blank, .excluded: break
        }
      }
    }
    try extractor.finish()
    return rows.filter { !$0.isBlank }
  }

  private func row(_ record: RecordBatch.Record, _ batch: RecordBatch) -> CorrectionRow {
    var cells = [[UInt8]](repeating: [], count: Self.columns.count)
    for index in Int(record.firstCell)..<Int(record.firstCell) + Int(record.cellCount) {
      let cell = batch.cells[index]
      cells[Int(cell.column)] = Array(batch.bytes(of: cell))
    }
    func text(_ column: Int) -> String { String(decoding: cells[column], as: UTF8.self) }
    return CorrectionRow(
      file: path, line: Int(record.line), source: text(0), path: text(1), pathLine: text(2),
      field: text(3), reason: text(4), value: cells[5], record: cells[6])
  }

  // MARK: How the file is written

  /// Looks at the beginning of the file; nil where it holds nothing.
  private func layout() throws -> Layout? {
    let beginning = try ExportBeginning(
      of: path, atMost: Self.beginning, root: root, timeoutInSeconds: source.timeoutInSeconds)
    let (text, encoding) = try text(beginning)
    var layout = Layout(encoding: encoding)
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
    var delimiters = source.hasDelimiter ? [source.delimiter] : Array(",;\t".utf8)
    // Some spreadsheets write and want the delimiter in a line of its own.
    if let first = lines.first, first.lowercased().hasPrefix("sep="), first.utf8.count == 5 {
      delimiters = Array(first.utf8.suffix(1))
      layout.skippedLines = 1
      lines = lines.dropFirst()
    }
    guard let header = lines.first(where: { !$0.allSatisfy(\.isWhitespace) }) else { return nil }
    let found = delimiters.map { (delimiter: $0, names: Self.names(in: header, $0)) }
    func missing(_ names: [String]) -> [String] { Self.columns.filter { !names.contains($0) } }
    let best = found.min {
      (missing($0.names).count, $1.names.count) < (missing($1.names).count, $0.names.count)
    }
    guard let best else { return nil }
    let lost = missing(best.names)
    if !lost.isEmpty {
      // The names are cells of somebody where the file has no header: they are counted, not shown.
      throw fault(
        "lacks the column\(lost.count > 1 ? "s" : "") \(lost.joined(separator: ", ")) of a rejects.csv "
          + "(found \(best.names.count - Self.columns.count + lost.count) others)",
        "Save what `callbook rejects DIR --for-spreadsheet` printed, with its header and all its columns."
      )
    }
    layout.delimiter = best.delimiter
    return layout
  }

  /// The beginning as text, and the character set that the source does not name but the bytes tell.
  private func text(_ beginning: ExportBeginning) throws -> (text: String, encoding: String?) {
    let bytes = beginning.bytes
    if let encoding = source.encoding {
      return (EncodingGuess.text(bytes[...], in: encoding) ?? "", encoding)
    }
    // In UTF-16 every other byte of a header in ASCII is 0.
    for (zero, name) in [(1, "UTF-16LE"), (0, "UTF-16BE")]
    where bytes.count > 3 && bytes[zero] == 0 && bytes[zero + 2] == 0 && bytes[1 - zero] != 0 {
      return (EncodingGuess.text(bytes[...], in: name) ?? "", name)
    }
    guard let (text, guess) = EncodingGuess.decode(bytes[...]) else {
      throw fault("is no text", "Save it as CSV, in UTF-8.")
    }
    if let guess {
      throw fault(
        "is not UTF-8 (it reads best as \(guess))",
        "Save it as CSV in UTF-8, or answer for it with `encoding: \(guess)`.")
    }
    return (text, nil)
  }

  /// The names of a header, without quotes and the blanks around them.
  private static func names(in header: Substring, _ delimiter: UInt8) -> [String] {
    header.split(
      separator: Character(Unicode.Scalar(delimiter)), omittingEmptySubsequences: false
    ).map { name in
      let name = name.drop { $0.isWhitespace || $0 == "\"" }
      let end = name.lastIndex { !$0.isWhitespace && $0 != "\"" }
      return end.map { String(name[...$0]) } ?? ""
    }
  }

  private func fault(_ problem: String, _ remedy: String) -> ExtractionError {
    ExtractionError(
      kind: .configuration, source: source.name, path: path, line: nil,
      problem: "the file " + problem,
      remedy: remedy)
  }
}
