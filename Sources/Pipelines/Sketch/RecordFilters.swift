internal import Records

/// Columns that tell which records have no number to publish: faxes, and places that are closed or that
/// are not in force.
struct RecordFilters {
  /// Filters that read the other records alone.
  private(set) var filters: [Pipeline.Filter] = []
  /// What each leaves out, in words.
  private(set) var notes: [String] = []

  /// Looks for such columns beside the mapped ones of a table.
  init(_ columns: [SketchColumn], mapped: [Pipeline.Column]) {
    let numbers = mapped.filter { $0.field == .number }.map(\.selector)
    let others = columns.filter { column in !mapped.contains { $0.selector == column.selector } }
    // Where a record has several number columns, its kind is not that of each.
    if numbers.count == 1, let column = others.first(where: Self.tellsFaxes) {
      let phones = Set(column.filled).filter { NumberKind($0) == .phone }.sorted()
      let left = column.cells.count { !phones.contains($0) }
      add(
        column, phones,
        "\(left) of \(column.cells.count) records are left out: faxes and what has no known kind")
    }
    addFlags(others)
    if !mapped.contains(where: { $0.field == .validTo }),
      let column = others.first(where: Self.holdsDaysOfClosing)
    {
      add(
        column, [""],
        "\(column.filled.count) of \(column.cells.count) have a day there: they are left out")
    }
  }

  /// Leaves out what a column of yes and no says is not in force.
  ///
  /// Only the answers that were seen are read: what another one means is not known.
  private mutating func addFlags(_ others: [SketchColumn]) {
    for column in others where !column.filled.isEmpty {
      let isGood = column.promise(.outOfForce) == 0
      guard isGood ? column.promise(.inForce) > 0 : true else { continue }
      let cells = Set(column.cells)
      let answers = cells.filter { !$0.isEmpty }.map { ($0, RecordWords.answer($0)) }
      guard cells.count <= 6, answers.allSatisfy({ $0.1 != nil }) else { continue }
      var kept = answers.filter { $0.1 == isGood }.map(\.0)
      // No answer is a no, and where only one is ever given it is the other one.
      if cells.contains(""), !isGood || kept.isEmpty { kept.append("") }
      let left = column.cells.count { !kept.contains($0) }
      guard !kept.isEmpty, left > 0 else { continue }
      add(
        column, kept.sorted(), "\(left) of \(column.cells.count) records are left out: not in force"
      )
    }
  }

  private mutating func add(_ column: SketchColumn, _ values: [String], _ note: String) {
    filters.append(Pipeline.Filter(selector: column.selector, values: values))
    notes.append(note)
  }

  /// Whether each record says once whether its number is a phone or a fax.
  private static func tellsFaxes(_ column: SketchColumn) -> Bool {
    guard !column.filled.contains(where: { $0.contains("\n") }), NumberKind.areKinds(column.filled),
      column.promise(.preference) == 0
    else { return false }
    let kinds = Set(column.filled).map { NumberKind($0) }
    // One unknown text is no reason to take faxes for phones.
    return kinds.contains(.fax) && kinds.contains(.phone)
  }

  /// Whether few records have a day of closing, in a form that no date format reads.
  private static func holdsDaysOfClosing(_ column: SketchColumn) -> Bool {
    column.promise(.validTo) > 0 && !column.filled.isEmpty
      && column.filled.count * 2 <= column.cells.count
      && column.share { (6...8).contains(CellLook.digits($0)) && CellLook.letters($0) <= 4 } >= 0.9
  }
}
