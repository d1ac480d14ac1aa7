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
          rows += try CorrectionReading(source, path: path, root: root?.path).rows()
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

  /// Whether the row says nothing: spreadsheets write rows of delimiters alone.
  var isBlank: Bool {
    [source, path, pathLine, field, reason].allSatisfy(\.isEmpty) && value.isEmpty
      && record.isEmpty
  }
}
