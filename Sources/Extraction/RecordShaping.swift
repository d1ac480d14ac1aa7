package import Records

/// A column whose text decides whether a record is read.
package struct RowFilter: Sendable, Equatable {
  /// Where the column is.
  package let selector: ColumnSelector
  /// The texts with which a record is read, without the blanks around them, in any case of ASCII.
  package let values: [String]

  /// Creates a filter.
  package init(selector: ColumnSelector, values: [String]) {
    self.selector = selector
    self.values = values
  }
}

/// A text that stands in a field of every record that holds anything.
package struct ConstantCell: Sendable, Equatable {
  /// What it says.
  package let field: Field
  /// The text.
  package let text: String

  /// Creates a constant.
  package init(field: Field, text: String) {
    self.field = field
    self.text = text
  }
}

/// Takes back what spreadsheets needed, leaves records out by the filters of their source, and adds its
/// constants to the others.
///
/// A filter's column is extracted like a mapped one, behind them, and does not leave Extraction; a
/// constant takes the index of a column behind the mapped ones. Works on whole batches, in place.
struct RecordShaping: Sendable {
  private struct Filter: Sendable {
    let column: UInt32
    let values: [[UInt8]]
    let takesEmpty: Bool
  }

  private let mapped: UInt32
  private let filters: [Filter]
  private let constants: [[UInt8]]
  private let formulaGuard: FormulaGuard?

  /// Prepares what the source asks for; nil where it asks for nothing.
  init?(_ source: SourceDescription) {
    let isShaped = !source.filters.isEmpty || !source.constants.isEmpty
    guard isShaped || source.formulaGuard != nil else { return nil }
    formulaGuard = source.formulaGuard
    let mapped = UInt32(source.columns.count)
    self.mapped = mapped
    filters = source.filters.enumerated().map { index, filter in
      let values = filter.values.map { Self.key(Array($0.utf8)[...]) }
      return Filter(
        column: mapped + UInt32(index), values: values, takesEmpty: values.contains([]))
    }
    constants = source.constants.map { Array($0.text.utf8) }
  }

  /// Shapes the records of a batch.
  func apply(to batch: RecordBatch) {
    if let formulaGuard { takeBack(formulaGuard, in: batch) }
    if filters.isEmpty && constants.isEmpty { return }
    let offsets = constants.map { text in
      let offset = UInt32(batch.bytes.count)
      text.withUnsafeBufferPointer { batch.bytes.append(contentsOf: $0) }
      return offset
    }
    for index in 0..<batch.records.count where batch.records[index].state == .cells {
      var record = batch.records[index]
      if takes(record, in: batch) {
        shape(&record, offsets, in: batch)
      } else {
        record.state = .excluded
        record.cellCount = 0
      }
      batch.records.base[index] = record
    }
  }

  private func takeBack(_ formulaGuard: FormulaGuard, in batch: RecordBatch) {
    for index in 0..<batch.cells.count {
      var cell = batch.cells[index]
      guard let text = formulaGuard.unguarded(batch.bytes(of: cell)) else { continue }
      cell.offset = UInt32(batch.bytes.count)
      cell.count = UInt32(text.count)
      text.withUnsafeBufferPointer { batch.bytes.append(contentsOf: $0) }
      batch.cells.base[index] = cell
    }
  }

  private func takes(_ record: RecordBatch.Record, in batch: RecordBatch) -> Bool {
    let cells = Int(record.firstCell)..<Int(record.firstCell) + Int(record.cellCount)
    return filters.allSatisfy { filter in
      var isMissing = true
      for index in cells where batch.cells[index].column == filter.column {
        isMissing = false
        let text = batch.bytes(of: batch.cells[index])
        if filter.values.contains(Self.key(Array(text)[...])) { return true }
      }
      return isMissing && filter.takesEmpty
    }
  }

  /// Gives a record its mapped cells and the constants, at the end of the batch's cells.
  private func shape(
    _ record: inout RecordBatch.Record, _ offsets: [UInt32], in batch: RecordBatch
  ) {
    let cells = Int(record.firstCell)..<Int(record.firstCell) + Int(record.cellCount)
    let first = batch.cells.count
    var holdsAnything = false
    for index in cells {
      let cell = batch.cells[index]
      guard cell.column < mapped else { continue }
      if !holdsAnything { holdsAnything = batch.bytes(of: cell).contains { $0 > 0x20 } }
      batch.cells.append(cell)
    }
    if holdsAnything {
      for (index, offset) in offsets.enumerated() {
        batch.cells.append(
          RecordBatch.Cell(
            offset: offset, count: UInt32(constants[index].count),
            column: mapped + UInt32(index)))
      }
    }
    record.firstCell = UInt32(first)
    record.cellCount = UInt32(batch.cells.count - first)
  }

  /// A text as filters compare it.
  private static func key(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var rest = text
    while let first = rest.first, first <= 0x20 { rest = rest.dropFirst() }
    while let last = rest.last, last <= 0x20 { rest = rest.dropLast() }
    return rest.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }
}

extension SourceDescription {
  /// The source with the columns of its filters behind the mapped ones.
  var withFilterColumns: SourceDescription {
    var source = self
    // What such a column holds is read by nobody but its filter.
    source.columns += filters.map { MappedColumn(field: .status, selector: $0.selector) }
    return source
  }
}
