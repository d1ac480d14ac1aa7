package import Records

/// The cells of one record sorted by what they hold; reused from record to record.
///
/// Indexes are those of the batch's `cells`; -1 stands for none.
package struct RecordCells: ~Copyable {
  /// Cells of a field that may occur several times, in the order of the record.
  package private(set) var numbers = ElementBuffer<Int32>(minimumCapacity: 8)
  private(set) var extensions = ElementBuffer<Int32>(minimumCapacity: 8)
  private(set) var areaCodes = ElementBuffer<Int32>(minimumCapacity: 8)
  private(set) var localities = ElementBuffer<Int32>(minimumCapacity: 8)
  private(set) var firsts = ElementBuffer<Int32>(minimumCapacity: 8)
  private(set) var lasts = ElementBuffer<Int32>(minimumCapacity: 8)
  /// The first cell of a field that holds something.
  private(set) var label: Int32 = -1
  private(set) var action: Int32 = -1
  private(set) var status: Int32 = -1
  private(set) var updated: Int32 = -1
  private(set) var validFrom: Int32 = -1
  private(set) var validTo: Int32 = -1
  /// The first label cell, empty or not.
  private(set) var labelPlace: Int32 = -1
  /// Whether any cell holds something.
  private(set) var holdsAnything = false

  /// Creates an empty one.
  package init() {}

  /// Sorts the cells of a record; `fields` tells what each column holds.
  package mutating func gather(
    _ record: RecordBatch.Record, in batch: RecordBatch, fields: UnsafeBufferPointer<Field>
  ) {
    removeAll()
    let cells = batch.cells.elements
    let text = UnsafePointer(batch.bytes.base)
    let start = Int(record.firstCell)
    for index in start..<start + Int(record.cellCount) {
      let cell = cells[index]
      let isEmpty = UnsafeBufferPointer(start: text + Int(cell.offset), count: Int(cell.count))
        .isEmptyCell
      if !isEmpty { holdsAnything = true }
      place(Int32(truncatingIfNeeded: index), fields[Int(cell.column)], isEmpty: isEmpty)
    }
  }

  @inline(__always)
  private mutating func place(_ index: Int32, _ field: Field, isEmpty: Bool) {
    switch field {
    case .number: numbers.append(index)
    case .extensionDigits: extensions.append(index)
    case .areaCode: areaCodes.append(index)
    case .locality: localities.append(index)
    case .first: firsts.append(index)
    case .last: lasts.append(index)
    case .label:
      if labelPlace < 0 { labelPlace = index }
      if !isEmpty && label < 0 { label = index }
    case .action: if !isEmpty && action < 0 { action = index }
    case .status: if !isEmpty && status < 0 { status = index }
    case .updated: if !isEmpty && updated < 0 { updated = index }
    case .validFrom: if !isEmpty && validFrom < 0 { validFrom = index }
    case .validTo: if !isEmpty && validTo < 0 { validTo = index }
    }
  }

  private mutating func removeAll() {
    numbers.removeAll()
    extensions.removeAll()
    areaCodes.removeAll()
    localities.removeAll()
    firsts.removeAll()
    lasts.removeAll()
    label = -1
    action = -1
    status = -1
    updated = -1
    validFrom = -1
    validTo = -1
    labelPlace = -1
    holdsAnything = false
  }

  /// The extension cell of the number cell at a 0-based position: its own when there are as many of
  /// both; else the first extension cell belongs to the first number cell.
  @inline(__always)
  package func extensionCell(ofNumberAt position: Int) -> Int32 {
    if extensions.count == numbers.count { return extensions.base[position] }
    return position == 0 && extensions.count > 0 ? extensions.base[0] : -1
  }

  /// The area code cell of the number cell at a position: its own, or the first one for all.
  @inline(__always)
  package func areaCodeCell(ofNumberAt position: Int) -> Int32 {
    Self.own(areaCodes, position, of: numbers.count)
  }

  /// The locality cell of the number cell at a position: its own, or the first one for all.
  @inline(__always)
  package func localityCell(ofNumberAt position: Int) -> Int32 {
    Self.own(localities, position, of: numbers.count)
  }

  @inline(__always)
  private static func own(
    _ cells: borrowing ElementBuffer<Int32>, _ position: Int, of count: Int
  ) -> Int32 {
    if cells.count == 0 { return -1 }
    return cells.base[cells.count == count ? position : 0]
  }
}
