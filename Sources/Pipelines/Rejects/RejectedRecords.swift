/// Picks the rejected records out of a report, each once, as they stand in their export.
///
/// What it gives can be corrected and read back as a CSV export. Memory: constant.
package struct RejectedRecords: Sendable {
  /// Records that were given.
  package private(set) var given = 0
  /// Records of XML exports: the report holds their cells, not their text.
  package private(set) var notCSV = 0
  /// Records that the report holds in part, because they are long.
  package private(set) var cut = 0

  private var last: (path: String, line: String)?

  /// Prepares a pass over a report.
  package init() {}

  /// Hands over the records of the rows that a filter takes, in the order of the report.
  ///
  /// - Parameter view: What makes them safe for a spreadsheet; nil for records as they stand.
  package mutating func read(
    _ report: RunReport, filter: RejectsFilter, for view: SpreadsheetView? = nil,
    record: (String) throws -> Void
  ) throws {
    let file = try RejectsFile(report.rejects)
    var cursor = file.cursor()
    var matched = 0
    while try cursor.next(file.path) {
      guard filter.takes(&cursor) else { continue }
      matched += 1
      let row = cursor.row
      guard let text = self.record(of: row) else { continue }
      try record(view?.record(text, source: row.source) ?? text)
    }
    if matched == 0 { try filter.checkNames(report, file) }
  }

  /// The record of a row; nil when it was given before or cannot be given.
  mutating func record(of row: RejectsRow) -> String? {
    guard last?.path != row.path || last?.line != row.line else { return nil }
    last = (row.path, row.line)
    if !row.element.isEmpty {
      notCSV += 1
      return nil
    }
    // A record is cut in front of a character, of at most four bytes.
    if row.record.utf8.count > ReportSheet.mostBytesOfRecord - 4 {
      cut += 1
      return nil
    }
    given += 1
    return row.record
  }

  /// What was given and what was not, for a person.
  package var account: String {
    var text = "\(given) records."
    if notCSV > 0 { text += " \(notCSV) of XML exports are not given: correct them there." }
    if cut > 0 { text += " \(cut) are too long for the report: correct them in the export." }
    return text
  }
}
