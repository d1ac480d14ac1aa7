internal import Records

/// Columns that tell which records have no number to publish: faxes, and places that are closed or that
/// are not in force.
struct RecordFilters {
  /// Filters that read the other records alone.
  private(set) var filters: [Pipeline.Filter] = []
  /// What each leaves out, in words.
  private(set) var notes: [String] = []
  /// Columns that may say which records are in force, in words: a person has to look at them.
  private(set) var hints: [String] = []
  /// Rows that are left out, and the columns that say so.
  private var leftOut: Set<Int> = []
  private var columns: [String] = []
  private var rows = 0

  /// Looks for such columns beside the mapped ones of a table.
  ///
  /// `closed` are the words of a mapped column of statuses that leave a record out.
  init(_ columns: [SketchColumn], mapped: [Pipeline.Column], closed: [String]) {
    for column in mapped where column.field == .status {
      guard let column = columns.first(where: { $0.selector == column.selector }) else { continue }
      leaveOut(column) { closed.contains($0) }
    }
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
    addHints(others)
  }

  /// Leaves out what a column of yes and no says is not in force.
  ///
  /// Only the answers that were seen are read: what another one means is not known.
  private mutating func addFlags(_ others: [SketchColumn]) {
    for column in others where !column.filled.isEmpty {
      let heading = FlagHeading(column)
      guard heading == .inForce || heading == .outOfForce else { continue }
      let isGood = heading == .inForce
      let cells = Set(column.cells)
      let answers = cells.filter { !$0.isEmpty }.map { ($0, RecordWords.answer($0)) }
      guard cells.count <= Self.mostAnswers, answers.allSatisfy({ $0.1 != nil }) else { continue }
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

  private static let mostAnswers = 6

  /// Names what may be a status, by its heading or by its words, and is not read as one.
  private mutating func addHints(_ others: [SketchColumn]) {
    for column in others where !filters.contains(where: { $0.selector == column.selector }) {
      let words = Set(column.filled.map { $0.lowercased() })
      guard !words.isEmpty, Set(column.cells).count <= Self.mostAnswers,
        Set(column.cells).count > 1,
        column.promise(.status) == 0 || !StatusWords(column).areDoubtful
      else { continue }
      let areStatuses = words.allSatisfy { RecordWords.doubtful.contains($0) }
      let areAnswers = words.allSatisfy { word in
        RecordWords.answer(word) != nil || RecordWords.doubtful.contains(word)
          || RecordWords.open.contains(word) || RecordWords.closed.contains(word)
      }
      guard areStatuses || areAnswers && FlagHeading(column) != nil else { continue }
      hints.append(
        "\"\(column.place)\" (may say which records are closed: if so, use it in `where`)")
    }
  }

  /// What to say where most records would be left out; nil where they would not.
  var warning: String? {
    guard leftOut.count * 2 > rows else { return nil }
    let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
    return "\(leftOut.count) of the \(rows) records looked at are left out by \(names): "
      + "are these the closed ones, or the open ones?"
  }

  private mutating func add(_ column: SketchColumn, _ values: [String], _ note: String) {
    filters.append(Pipeline.Filter(selector: column.selector, values: values))
    leaveOut(column) { !values.contains($0) }
    notes.append(note)
  }

  private mutating func leaveOut(_ column: SketchColumn, where isLeft: (String) -> Bool) {
    rows = column.cells.count
    columns.append(column.place)
    leftOut.formUnion(column.cells.indices.filter { isLeft(column.cells[$0]) })
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
