/// Where in its file a rejected cell stands: found again in the raw text of its record.
///
/// A report tells the line of the record and the place within the cell. Which cell of the line it was
/// is learned from records that hold its text once, by file and field, so that equal cells beside
/// each other are told apart. Memory: a few numbers for each file and field.
struct CellPlaces {
  /// A cell of a record by its delimiter and its position.
  private struct Position: Hashable {
    var delimiter: Unicode.Scalar
    var index: Int
  }

  /// A cell as it stands in the raw text.
  private struct RawCell {
    /// Offset in scalars of its first character, behind a quote.
    var start: Int
    var text: String.UnicodeScalarView
    var isQuoted: Bool
  }

  private static let delimiters: [Unicode.Scalar] =
    [",", ";", "\t", "|"] + CSVSketch.wideDelimiters.unicodeScalars
  /// Records of a file and field that are learned from.
  private static let mostLessons = 200

  private var votes: [String: [Position: Int]] = [:]
  private var lessons: [String: Int] = [:]

  /// Creates one that has learned nothing.
  init() {}

  /// Learns from a row whose cell stands once in its record.
  mutating func learn(_ row: RejectsRow) {
    let key = Self.key(row)
    guard row.element.isEmpty, !row.value.isEmpty, lessons[key, default: 0] < Self.mostLessons
    else { return }
    let matches = Self.matches(of: row)
    guard matches.count == 1, let match = matches.first else { return }
    lessons[key, default: 0] += 1
    votes[key, default: [:]][match.position, default: 0] += 1
  }

  /// 1-based line and 1-based scalar of a row's trouble in the file; the column is nil where the cell
  /// cannot be found again: in XML, and in records that the report holds in part.
  func place(of row: RejectsRow) -> (line: Int?, column: Int?) {
    let line = Int(row.line)
    guard row.element.isEmpty, let line else { return (line, nil) }
    if row.field.isEmpty { return (line, 1) }
    guard let cell = cell(of: row) else { return (line, nil) }
    let scalars = Array(row.record.unicodeScalars)
    var at = cell.start
    for _ in 0..<max((Int(row.column) ?? 1) - 1, 0) where at < scalars.count {
      // A quote in quotes is written twice and counts once.
      let isDoubled =
        cell.isQuoted && scalars[at] == "\"" && at + 1 < scalars.count && scalars[at + 1] == "\""
      at += isDoubled ? 2 : 1
    }
    let before = scalars[..<min(at, scalars.count)]
    let lineEnds = before.count { $0 == "\n" }
    let column = lineEnds == 0 ? at : at - (before.lastIndex(of: "\n") ?? 0) - 1
    return (line + lineEnds, column + 1)
  }

  private func cell(of row: RejectsRow) -> RawCell? {
    let best = votes[Self.key(row)]?.max {
      ($0.value, -$0.key.index) < ($1.value, -$1.key.index)
    }?.key
    if let best {
      let cells = Self.cells(of: row.record, best.delimiter)
      if best.index < cells.count, Self.isValue(cells[best.index], row) { return cells[best.index] }
    }
    return row.value.isEmpty ? nil : Self.matches(of: row).first?.cell
  }

  private static func matches(of row: RejectsRow) -> [(position: Position, cell: RawCell)] {
    for delimiter in delimiters {
      let cells = cells(of: row.record, delimiter)
      let found = cells.indices.filter { isValue(cells[$0], row) }
      if !found.isEmpty {
        return found.map { (Position(delimiter: delimiter, index: $0), cells[$0]) }
      }
    }
    return []
  }

  private static func isValue(_ cell: RawCell, _ row: RejectsRow) -> Bool {
    cell.text.elementsEqual(row.value.unicodeScalars)
  }

  /// The cells between delimiters, without blanks around them.
  private static func cells(of record: String, _ delimiter: Unicode.Scalar) -> [RawCell] {
    let scalars = Array(record.unicodeScalars)
    var cells: [RawCell] = []
    var at = 0
    while true {
      while at < scalars.count, isBlank(scalars[at], delimiter) { at += 1 }
      var text = String.UnicodeScalarView()
      let isQuoted = at < scalars.count && scalars[at] == "\""
      if isQuoted { at += 1 }
      let start = at
      while at < scalars.count {
        if isQuoted, scalars[at] == "\"" {
          guard at + 1 < scalars.count, scalars[at + 1] == "\"" else { break }
          at += 1
        } else if !isQuoted, scalars[at] == delimiter {
          break
        }
        text.append(scalars[at])
        at += 1
      }
      while !isQuoted, let last = text.last, isBlank(last, delimiter) { text.removeLast() }
      cells.append(RawCell(start: start, text: text, isQuoted: isQuoted))
      while at < scalars.count, scalars[at] != delimiter { at += 1 }
      if at >= scalars.count { return cells }
      at += 1
    }
  }

  private static func isBlank(_ scalar: Unicode.Scalar, _ delimiter: Unicode.Scalar) -> Bool {
    (scalar == " " || scalar == "\t") && scalar != delimiter
  }

  private static func key(_ row: RejectsRow) -> String { row.path + "\n" + row.field }
}
