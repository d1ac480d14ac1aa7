/// A table for people: columns aligned by display width, cut to the width of a terminal.
package struct TextTable {
  /// One column.
  package struct Column: Sendable {
    let title: String
    let isRight: Bool
    let isFlexible: Bool

    /// Numbers.
    package static func right(_ title: String) -> Column {
      Column(title: title, isRight: true, isFlexible: false)
    }

    /// Short words, never cut.
    package static func left(_ title: String) -> Column {
      Column(title: title, isRight: false, isFlexible: false)
    }

    /// Text that may be cut where the table is wider than the terminal.
    package static func flexible(_ title: String) -> Column {
      Column(title: title, isRight: false, isFlexible: true)
    }
  }

  private enum Line {
    case cells([String])
    case note(String)
  }

  private let columns: [Column]
  private var rows: [Line] = []
  private static let gap = 2
  /// Least columns of a terminal that a flexible column is cut to.
  private static let leastWidth = 8

  /// Creates an empty table.
  package init(_ columns: [Column]) { self.columns = columns }

  /// Adds a row: a text for each column, escaped here.
  package mutating func add(_ cells: [String]) { rows.append(.cells(cells.map(Escaping.escaped))) }

  /// Adds a line below a row, set in, escaped here.
  package mutating func add(note: String) { rows.append(.note("    " + Escaping.escaped(note))) }

  /// The lines, titles first; none for a table without rows.
  ///
  /// - Parameters:
  ///   - width: Columns of the terminal; nil: nothing is cut.
  ///   - isStyled: Whether titles are bold and notes faint.
  package func lines(width: Int?, isStyled: Bool) -> [String] {
    guard !rows.isEmpty else { return [] }
    let widths = fitted(width)
    let title = cut(line(columns.map(\.title), widths), to: width)
    return [isStyled ? "\u{1B}[1m\(title)\u{1B}[0m" : title]
      + rows.map { row in
        switch row {
        case .cells(let cells): cut(line(cells, widths), to: width)
        case .note(let note):
          isStyled ? "\u{1B}[2m\(cut(note, to: width))\u{1B}[0m" : cut(note, to: width)
        }
      }
  }

  /// The widest cell of each column; flexible ones are narrowed, the widest first, until all fit.
  private func fitted(_ width: Int?) -> [Int] {
    var widths = columns.map { DisplayWidth.of($0.title) }
    for case .cells(let cells) in rows {
      for (index, cell) in cells.enumerated() {
        widths[index] = max(widths[index], DisplayWidth.of(cell))
      }
    }
    guard let width else { return widths }
    let gaps = Self.gap * (columns.count - 1)
    while widths.reduce(gaps, +) > width {
      let widest = columns.indices.filter { columns[$0].isFlexible && widths[$0] > Self.leastWidth }
        .max { widths[$0] < widths[$1] }
      guard let widest else { break }
      widths[widest] -= 1
    }
    return widths
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      let text = DisplayWidth.cut(cell, to: widths[index])
      let blanks = String(repeating: " ", count: max(0, widths[index] - DisplayWidth.of(text)))
      let isLast = index == cells.count - 1
      line += columns[index].isRight ? blanks + text : text + (isLast ? "" : blanks)
      if !isLast { line += String(repeating: " ", count: Self.gap) }
    }
    return line
  }

  private func cut(_ line: String, to width: Int?) -> String {
    width.map { DisplayWidth.cut(line, to: $0) } ?? line
  }
}
