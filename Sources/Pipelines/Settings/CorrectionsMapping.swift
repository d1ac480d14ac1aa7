internal import Extraction
internal import Records

extension PipelineFile {
  /// The corrections of the pipeline's records, read; nil where it has no source of them.
  ///
  /// Memory: their texts, at most `RunCorrections.mostBytes`.
  ///
  /// - Throws: What is wrong with their files, each at its path in the pipeline.
  package func corrections() throws(PipelineErrors) -> RunCorrections? {
    guard pipeline.sources.contains(where: \.isOfCorrections) else { return nil }
    let files = try sourceFiles(where: \.isOfCorrections)
    var rows: [CorrectionRow] = []
    var diagnostics: [PipelineDiagnostic] = []
    for (index, source) in pipeline.sources.enumerated() where source.isOfCorrections {
      for path in files[index] {
        do {
          rows += try CorrectionReading(source, path: path, root: root).rows()
          let bytes = rows.reduce(0) { $0 + $1.bytes }
          guard bytes > RunCorrections.mostBytes else { continue }
          diagnostics.append(
            diagnostic(
              at: "sources[\(index)].path",
              problem: "the corrections hold \(bytes) bytes (expected at most "
                + "\(RunCorrections.mostBytes))",
              advice: "Keep the rows that were corrected, and mend the rest in the export."))
        } catch {
          diagnostics.append(
            diagnostic(at: "sources[\(index)].path", problem: "\(error)", advice: ""))
        }
      }
    }
    if !diagnostics.isEmpty { throw PipelineErrors(diagnostics) }
    return RunCorrections(rows, of: pipeline)
  }
}

/// A row of a rejects.csv that somebody may have corrected.
package struct CorrectionRow: Equatable, Sendable {
  /// The file of corrections.
  var file = ""
  /// 1-based line on which the row starts.
  var line = 0
  /// The source of the record.
  var source = ""
  /// The export, as the report named it.
  var path = ""
  /// The line there, as the report named it.
  var pathLine = ""
  /// The column; empty where the whole record is meant.
  var field = ""
  /// The reason of the rejection.
  var reason = ""
  /// What the cell shall say.
  var value: [UInt8] = []
  /// The record as it was rejected.
  var record: [UInt8] = []

  /// Bytes of its texts.
  var bytes: Int { value.count + record.count }
  /// Where it stands.
  var place: String { "\(file):\(line)" }
  /// Where the record stood when it was rejected.
  var origin: String { "\(path):\(pathLine)" }

  /// Whether the cell seems to be as it was: a record holds its own cell.
  var seemsUntouched: Bool {
    value.isEmpty
      || String(decoding: record, as: UTF8.self).contains(String(decoding: value, as: UTF8.self))
  }

  /// Whether the cell is what a spreadsheet shows for a long number, such as 8.86256E+11.
  var isInScientificNotation: Bool {
    let text = String(decoding: value, as: UTF8.self)
    return text.wholeMatch(of: /[0-9]([.,][0-9]+)?[Ee]\+?[0-9]+/) != nil
  }
}

/// Reads the rows of one file of corrections: a rejects.csv as `build` or a spreadsheet wrote it.
///
/// Commas, semicolons or tabs, columns in any order, and further ones; a byte order mark, or the
/// source's `encoding`.
struct CorrectionReading {
  private static let columns = ["source", "path", "line", "field", "reason", "value", "record"]

  private let source: Pipeline.Source
  private let path: String
  private let root: String?

  init(_ source: Pipeline.Source, path: String, root: String?) {
    self.source = source
    self.path = path
    self.root = root
  }

  /// The rows in the order of the file.
  ///
  /// - Throws: What is wrong with the file, in the words for the delimiter that comes first.
  func rows() throws -> [CorrectionRow] {
    let delimiters = source.hasDelimiter ? [source.delimiter] : Array(",;\t".utf8)
    var failure: (any Error)?
    for delimiter in delimiters {
      do {
        return try rows(of: Extractor(sources: [description(delimiter)]))
      } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
    return []
  }

  private func description(_ delimiter: UInt8) -> SourceDescription {
    var description = SourceDescription(
      name: source.name, files: [path], format: .csv(CSVOptions(delimiter: delimiter)),
      encoding: source.encoding,
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
            problem: "a row cannot be read (\(reason.code))", remedy: reason.hint)
        case .blank, .excluded: break
        }
      }
    }
    try extractor.finish()
    return rows
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
}
