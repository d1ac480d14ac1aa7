internal import Display
internal import Records

/// A column of rejects.csv, by its name in the header.
enum RejectsColumn: String, CaseIterable, Sendable {
  case source
  case path
  case line
  case column
  case element
  case field
  case reason
  case value
  case hint
  case record
}

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
  /// `RejectionFingerprint`, as a listing gives it; empty where it was not asked for.
  package var fingerprint = ""

  /// The hint without the note in brackets that belongs to this row alone.
  var commonHint: String {
    guard hint.hasSuffix(")"), let note = hint.firstRange(of: ". (") else { return hint }
    return String(hint[..<note.lowerBound]) + "."
  }

  /// The hint, its note masked unless `revealed`: it may quote a number.
  func shownHint(revealed: Bool) -> String {
    let common = commonHint
    guard !revealed, common != hint else { return hint }
    return common + Masking.masked(String(hint.dropFirst(common.count)))
  }

  /// The rows that a sheet holds.
  static func rows(of sheet: ReportSheet) -> [RejectsRow] {
    let header = ReportSheet.rejectsHeader.dropLast().split(separator: ",").map(String.init)
    let positions = RejectsColumn.allCases.compactMap { header.firstIndex(of: $0.rawValue) }
    let bytes = UnsafeRawBufferPointer(sheet.rejects.elements)
    guard bytes.baseAddress != nil else { return [] }
    var cursor = RejectsCursor(bytes, from: 0, positions: positions)
    var rows: [RejectsRow] = []
    while (try? cursor.next("")) == true { rows.append(cursor.row) }
    return rows
  }

  /// `path:line`.
  package var place: String { "\(path):\(line)" }

  /// The row as `--json` shows it among the samples of a group; masked unless `revealed`.
  func document(revealed: Bool) -> DocumentValue {
    func number(_ text: String) -> DocumentValue {
      Int64(text).map { .integer($0) } ?? .text(text)
    }
    let mark = fingerprint.isEmpty ? [] : [("fingerprint", DocumentValue.text(fingerprint))]
    return .mapping(
      mark + [
        ("source", .text(source)), ("path", .text(path)), ("line", number(line)),
        ("column", number(column)), ("field", .text(field)), ("reason", .text(reason)),
        ("value", .text(Masking.shown(value, revealed: revealed))),
        ("hint", .text(shownHint(revealed: revealed))),
      ])
  }
}
