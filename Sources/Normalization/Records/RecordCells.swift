package import Records

/// The cells of one record sorted by what they hold; reused from record to record.
///
/// Which columns have cells, and in what order, is the shape of a record. It is learned when it
/// changes, which in most exports it does not, so that a record costs a look at its columns.
/// Indexes are those of the batch's `cells`; -1 stands for none. Memory grows with the most cells
/// that a record had.
package struct RecordCells: ~Copyable {
  private struct Contents: ~Copyable {
    /// By place in the record: the column of the cell.
    var columns = ElementBuffer<UInt32>(minimumCapacity: 16)
    /// By field: the place of the first cell; -1 for none.
    let firsts: UnsafeMutablePointer<Int32>
    /// By field: the places of the cells behind the first.
    let others: UnsafeMutablePointer<ElementBuffer<Int32>>
    /// The cell at place 0 of the record.
    var start: Int32 = 0

    init() {
      firsts = .allocate(capacity: Field.count)
      firsts.initialize(repeating: -1, count: Field.count)
      others = .allocate(capacity: Field.count)
      for index in 0..<Field.count {
        (others + index).initialize(to: ElementBuffer(minimumCapacity: 8))
      }
    }

    deinit {
      firsts.deallocate()
      others.deinitialize(count: Field.count)
      others.deallocate()
    }
  }

  // Behind a pointer because borrowing copied the struct, and reading it back right after writing stalled
  // the CPU three times a record.
  private let contents: UnsafeMutablePointer<Contents>

  @inline(__always) private var firsts: UnsafeMutablePointer<Int32> { contents.pointee.firsts }
  @inline(__always) private var others: UnsafeMutablePointer<ElementBuffer<Int32>> {
    contents.pointee.others
  }
  @inline(__always) private var start: Int32 { contents.pointee.start }

  /// Creates an empty one.
  package init() {
    precondition(Field.allCases.count == Field.count, "a field has no place")
    contents = .allocate(capacity: 1)
    contents.initialize(to: Contents())
  }

  deinit {
    contents.deinitialize(count: 1)
    contents.deallocate()
  }

  /// Sorts the cells of a record; `fields` tells what each column holds, the same for all records.
  @inline(__always)
  package func gather(
    _ record: RecordBatch.Record, in batch: RecordBatch, fields: UnsafeBufferPointer<Field>
  ) {
    contents.pointee.start = Int32(truncatingIfNeeded: record.firstCell)
    let cells = UnsafeBufferPointer(
      start: batch.cells.base + Int(record.firstCell), count: Int(record.cellCount))
    if !hasShape(of: cells) { learnShape(of: cells, fields) }
  }

  /// Whether a record has cells of the same columns as the one before.
  @inline(__always)
  private func hasShape(of cells: UnsafeBufferPointer<RecordBatch.Cell>) -> Bool {
    guard cells.count == contents.pointee.columns.count else { return false }
    let columns = contents.pointee.columns.base
    for place in 0..<cells.count where cells[place].column != columns[place] { return false }
    return true
  }

  /// Keeps where the cells of each field stand among those of a record.
  @inline(never)
  private func learnShape(
    of cells: UnsafeBufferPointer<RecordBatch.Cell>, _ fields: UnsafeBufferPointer<Field>
  ) {
    contents.pointee.columns.removeAll()
    for index in 0..<Field.count {
      firsts[index] = -1
      others[index].removeAll()
    }
    for (place, cell) in cells.enumerated() {
      contents.pointee.columns.append(cell.column)
      let field = fields[Int(cell.column)].index
      if firsts[field] < 0 {
        firsts[field] = Int32(place)
      } else {
        others[field].append(Int32(place))
      }
    }
  }

  /// Whether any cell holds something.
  @inline(__always)
  func holdsAnything(in batch: RecordBatch) -> Bool {
    for place in 0..<contents.pointee.columns.count
    where holdsSomething(start &+ Int32(place), batch) {
      return true
    }
    return false
  }

  /// Whether a cell holds something that shows.
  @inline(__always)
  private func holdsSomething(_ cell: Int32, _ batch: RecordBatch) -> Bool {
    !batch.bytes(of: batch.cells.base[Int(cell)]).isEmptyCell
  }

  /// How many cells the record has of a field.
  @inline(__always)
  package func count(of field: Field) -> Int {
    firsts[field.index] < 0 ? 0 : others[field.index].count &+ 1
  }

  /// The cell of a field at a 0-based position among them; -1 behind the last.
  @inline(__always)
  package func cell(of field: Field, at position: Int) -> Int32 {
    let first = firsts[field.index]
    if position == 0 { return first < 0 ? -1 : start &+ first }
    return position < count(of: field) ? start &+ others[field.index].base[position &- 1] : -1
  }

  /// The first cell of a field that holds something; -1 for none.
  @inline(__always)
  func filledCell(of field: Field, in batch: RecordBatch) -> Int32 {
    let first = cell(of: field, at: 0)
    if first < 0 || holdsSomething(first, batch) { return first }
    return others[field.index].count == 0 ? -1 : laterFilledCell(of: field, in: batch)
  }

  /// The same behind the first cell of the field.
  @inline(never)
  private func laterFilledCell(of field: Field, in batch: RecordBatch) -> Int32 {
    for position in 1..<count(of: field) {
      let cell = cell(of: field, at: position)
      if holdsSomething(cell, batch) { return cell }
    }
    return -1
  }

  /// The extension cell of the number cell at a 0-based position: its own when there are as many of
  /// both; else the first one that holds something belongs to the first number cell.
  @inline(__always)
  package func extensionCell(ofNumberAt position: Int, in batch: RecordBatch) -> Int32 {
    if count(of: .extensionDigits) == count(of: .number) {
      return cell(of: .extensionDigits, at: position)
    }
    return position == 0 ? filledCell(of: .extensionDigits, in: batch) : -1
  }

  /// The area code cell of the number cell at a position: its own, or the first one for all.
  @inline(__always)
  package func areaCodeCell(ofNumberAt position: Int) -> Int32 { own(.areaCode, position) }

  /// The locality cell of the number cell at a position: its own, or the first one for all.
  @inline(__always)
  package func localityCell(ofNumberAt position: Int) -> Int32 { own(.locality, position) }

  /// The cell of a field for the number cell at a position: its own where there are as many of both, or the first one.
  @inline(__always)
  private func own(_ field: Field, _ position: Int) -> Int32 {
    cell(of: field, at: count(of: field) == count(of: .number) ? position : 0)
  }
}

extension Field {
  /// Number of cases, known when compiling.
  fileprivate static var count: Int { 12 }

  /// Position in `allCases`.
  @inline(__always)
  fileprivate var index: Int {
    switch self {
    case .number: 0
    case .extensionDigits: 1
    case .label: 2
    case .action: 3
    case .status: 4
    case .updated: 5
    case .validFrom: 6
    case .validTo: 7
    case .areaCode: 8
    case .locality: 9
    case .first: 10
    case .last: 11
    }
  }
}
