/// A line of rejects.csv.
package struct RejectsRow: Equatable, Sendable {
  /// The source's name in the pipeline.
  package var source = ""
  /// The file.
  package var path = ""
  /// 1-based line on which the record starts.
  package var line = ""
  /// 1-based Unicode scalar within the cell.
  package var column = ""
  /// Path of the XML element; empty for CSV.
  package var element = ""
  /// Header name or index of the column; empty where the whole record is meant.
  package var field = ""
  /// Code of the reason.
  package var reason = ""
  /// The raw cell.
  package var value = ""
  /// What would fix it.
  package var hint = ""
  /// The raw record, decoded, at most `mostBytesOfRecord`.
  package var record = ""

  /// The value with every digit as 9: rows of the same shape usually have the same cure.
  package var shape: String {
    var shape = String.UnicodeScalarView()
    for scalar in value.unicodeScalars.prefix(80) {
      shape.append(scalar.properties.numericType == .decimal ? "9" : scalar)
    }
    return String(shape)
  }

  /// The hint without the note in brackets that belongs to this row alone.
  var commonHint: String {
    guard hint.hasSuffix(")"), let note = hint.firstRange(of: ". (") else { return hint }
    return String(hint[..<note.lowerBound]) + "."
  }

  /// The columns that are read, by their names in the header.
  static var columns: [(name: String, path: WritableKeyPath<RejectsRow, String>)] {
    [
      ("source", \.source), ("path", \.path), ("line", \.line), ("column", \.column),
      ("element", \.element), ("field", \.field), ("reason", \.reason), ("value", \.value),
      ("hint", \.hint), ("record", \.record),
    ]
  }

  /// The row as `--json` shows it among the samples of a group.
  var document: DocumentValue {
    func number(_ text: String) -> DocumentValue {
      Int64(text).map { .integer($0) } ?? .text(text)
    }
    return .mapping([
      ("source", .text(source)), ("path", .text(path)), ("line", number(line)),
      ("column", number(column)), ("field", .text(field)), ("reason", .text(reason)),
      ("value", .text(value)), ("hint", .text(hint)),
    ])
  }
}

/// Why a report cannot be read.
package enum RejectsError: Error, Equatable, CustomStringConvertible {
  /// It cannot be opened or read.
  case unreadable(path: String, why: String)
  /// A folder without rejects.csv.
  case noReport(folder: String)
  /// The first line is not the header of a report.
  case notAReport(path: String, missing: String)
  /// A quote that is never closed, or a field of more than 16 MiB.
  case damaged(path: String, line: Int)
  /// A reason that is not on the closed list; `known` names the nearest.
  case unknownReason(code: String, known: String)

  /// Place, what is wrong and what to do.
  package var description: String {
    switch self {
    case .unreadable(let path, let why): "\(path): cannot be read (\(why)). Check the path."
    case .noReport(let folder):
      "\(folder): holds no rejects.csv. Give the folder of one run, such as report/<generation>, "
        + "or the output folder of `build`."
    case .notAReport(let path, let missing):
      "\(path):1: no column \"\(missing)\" in the header. Give a rejects.csv that callbook wrote."
    case .damaged(let path, let line):
      "\(path):\(line): a quoted field does not end. The file was cut or changed; build again."
    case .unknownReason(let code, let known):
      "--reason: no reason is called \"\(code)\" \(known). docs/reasons.md lists them."
    }
  }
}
