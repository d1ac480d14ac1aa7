internal import Display
internal import Records

/// The rejected rows of a run that hold the digits of a question.
package struct RejectedDigits: Sendable {
  /// Rows that are listed.
  package static let mostRows = 20
  /// Fewer digits would stand in too many cells.
  private static let fewestDigits = 5

  /// The rows, in the order of the report, at most `mostRows`.
  package let rows: [RejectsRow]
  /// How many there are.
  package let total: Int

  /// Looks through a report.
  ///
  /// - Parameter texts: The question and the numbers that it was read as: of each its digits without
  ///   zeros in front; a row holds them where its cell, digits alone, does, or another cell of its record.
  package init(in report: RunReport, of texts: [String]) throws(RejectsError) {
    let wanted = Set(texts.map(Self.digits)).filter { $0.count >= Self.fewestDigits }
    let file = try RejectsFile(report.rejects)
    var rows: [RejectsRow] = []
    var total = 0
    var cursor = file.cursor()
    while !wanted.isEmpty, try cursor.next(file.path) {
      let held = Self.digits(String(decoding: cursor.bytes(of: .value), as: UTF8.self))
      guard
        wanted.contains(where: { Self.holds(held, $0) })
          || Self.cells(of: cursor.bytes(of: .record)).contains(where: { cell in
            wanted.contains { Self.holds(cell, $0) }
          })
      else { continue }
      total += 1
      if rows.count < Self.mostRows { rows.append(cursor.row) }
    }
    self.rows = rows
    self.total = total
  }

  /// The digits of a text, of any script, without zeros in front.
  private static func digits(_ text: String) -> [UInt8] {
    var digits: [UInt8] = []
    for scalar in text.unicodeScalars where scalar.properties.numericType == .decimal {
      let digit = UInt8(scalar.properties.numericValue ?? 0)
      if digit > 0 || !digits.isEmpty { digits.append(digit) }
    }
    return digits
  }

  /// The digits of what stands between the other characters of a record than those that part the groups
  /// of a number.
  private static func cells(of record: some Sequence<UInt8>) -> [[UInt8]] {
    let text = String(decoding: Array(record), as: UTF8.self).unicodeScalars
    return text.split { scalar in
      scalar.properties.numericType != .decimal && !" -.()/+（）－".unicodeScalars.contains(scalar)
    }.map { digits(String($0)) }.filter { $0.count >= fewestDigits }
  }

  private static func holds(_ digits: [UInt8], _ wanted: [UInt8]) -> Bool {
    guard digits.count >= wanted.count else { return false }
    return (0...digits.count - wanted.count).contains { start in
      digits[start..<start + wanted.count].elementsEqual(wanted)
    }
  }

  /// The rows as a person reads them; raw cells are shown.
  package var lines: [String] {
    var lines = rows.map { row in
      ["rejected", row.place, row.field, row.reason, quoted(row.value), row.hint]
        .map(Escaping.escaped).joined(separator: "\t")
    }
    if total > rows.count { lines.append("rejected\t\(total - rows.count) more") }
    return lines
  }

  /// The rows as `--json` prints them.
  package var document: DocumentValue { .list(rows.map { $0.document(revealed: true) }) }
}
