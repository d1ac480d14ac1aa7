internal import Display

/// The groups of a report as a person reads them: a table, and samples below the rows.
package struct RejectsText {
  private let result: RejectsGroupingResult
  private let isRevealed: Bool
  private let top: Int

  /// Prepares the text of the first `top` groups; numbers in cells are masked unless `revealed`.
  package init(_ result: RejectsGroupingResult, top: Int, revealed: Bool) {
    self.result = result
    self.top = top
    isRevealed = revealed
  }

  /// The lines of the table, cut to a number of columns; nil: none is cut.
  package func lines(width: Int?, isStyled: Bool) -> [String] {
    var columns: [TextTable.Column] = [.right("count"), .right("share")]
    if isCompared { columns += [.right("new"), .right("fixed"), .right("same")] }
    if result.waived > 0 { columns.append(.right("waived")) }
    columns.append(.left("reason"))
    columns += result.keys.map { .flexible($0.rawValue) }
    columns += [.flexible("first"), .flexible(isCompared ? "sample" : "hint")]
    var table = TextTable(columns)
    for group in result.groups.prefix(top) {
      table.add(cells(of: group))
      for row in group.samples { table.add(note: sample(row)) }
    }
    return table.lines(width: width, isStyled: isStyled)
  }

  /// What the table is of, and what it does not show, in one line.
  package var account: String {
    let shown = min(result.groups.count, top)
    var text = Escaping.escaped(result.path) + ": "
    if let former = result.formerPath {
      text +=
        "\(result.new) new, \(result.fixed) fixed, \(result.matched - result.others - result.new) "
        + "same against \(Escaping.escaped(former)); "
    }
    text += "\(result.matched) of \(result.total) rejections match, "
    if result.waived > 0 { text += "\(result.waived) of them waived, " }
    text += "\(shown) of \(result.groups.count) groups shown."
    if result.others > 0 {
      text += " \(result.others) rejections are of further groups, which are not told apart "
      text +=
        "(at most \(RejectsGrouping.mostGroups) are): ask for fewer with --reason or --source."
    }
    return text
  }

  private var isCompared: Bool { result.formerPath != nil }

  private func cells(of group: RejectsGroupingResult.Group) -> [String] {
    var cells = ["\(group.count)", Share.text(group.count, of: result.matched)]
    if isCompared { cells += ["\(group.new)", "\(group.fixed)", "\(group.same)"] }
    if result.waived > 0 { cells.append("\(group.waived)") }
    cells.append(group.reason)
    cells += group.names
    cells.append(group.first.place)
    cells.append(
      isCompared ? Masking.shown(group.first.value, revealed: isRevealed) : group.hint)
    return cells
  }

  private func sample(_ row: RejectsRow) -> String {
    let field = row.field.isEmpty ? "" : " \(row.field):"
    return "\(row.place):\(field) \(Masking.shown(row.value, revealed: isRevealed))"
  }
}
