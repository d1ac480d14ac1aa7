package import Records

/// The cells of one record sorted by what they hold; reused from record to record.
///
/// Indexes are those of the batch's `cells`; -1 stands for none. Memory grows with the most cells
/// of one field that a record had.
package struct RecordCells: ~Copyable {
  /// What is known of one field.
  private struct Place: BitwiseCopyable {
    /// How many cells the record has of it.
    var count: Int32 = 0
    /// The first of them.
    var first: Int32 = -1
    /// The first that holds something.
    var filled: Int32 = -1
  }

  private let places: UnsafeMutablePointer<Place>
  /// By field: the cells behind the first, in the order of the record.
  private let others: UnsafeMutablePointer<ElementBuffer<Int32>>
  /// Whether any cell holds something.
  private(set) var holdsAnything = false

  /// Creates an empty one.
  package init() {
    precondition(Field.allCases.count == Field.count, "a field has no place")
    places = .allocate(capacity: Field.count)
    places.initialize(repeating: Place(), count: Field.count)
    others = .allocate(capacity: Field.count)
    for index in 0..<Field.count {
      (others + index).initialize(to: ElementBuffer(minimumCapacity: 8))
    }
  }

  deinit {
    places.deallocate()
    others.deinitialize(count: Field.count)
    others.deallocate()
  }

  /// Sorts the cells of a record; `fields` tells what each column holds.
  package mutating func gather(
    _ record: RecordBatch.Record, in batch: RecordBatch, fields: UnsafeBufferPointer<Field>
  ) {
    places.update(repeating: Place(), count: Field.count)
    let text = UnsafePointer(batch.bytes.base)
    let cells = batch.cells.base
    let start = Int(record.firstCell)
    var hasFilled = false
    for index in start..<start &+ Int(record.cellCount) {
      let cell = cells[index]
      let field = fields[Int(cell.column)].index
      let isEmpty = UnsafeBufferPointer(start: text + Int(cell.offset), count: Int(cell.count))
        .isEmptyCell
      let place = places + field
      let position = Int32(truncatingIfNeeded: index)
      if place.pointee.count == 0 {
        place.pointee.first = position
      } else {
        add(position, to: field)
      }
      place.pointee.count &+= 1
      if !isEmpty {
        hasFilled = true
        if place.pointee.filled < 0 { place.pointee.filled = position }
      }
    }
    holdsAnything = hasFilled
  }

  @inline(never)
  private func add(_ position: Int32, to field: Int) {
    if places[field].count == 1 { others[field].removeAll() }
    others[field].append(position)
  }

  /// How many cells the record has of a field.
  @inline(__always)
  package func count(of field: Field) -> Int { Int(places[field.index].count) }

  /// The cell of a field at a 0-based position among them; -1 behind the last.
  @inline(__always)
  package func cell(of field: Field, at position: Int) -> Int32 {
    let place = places[field.index]
    if position == 0 { return place.first }
    return position < Int(place.count) ? others[field.index].base[position &- 1] : -1
  }

  /// The first cell of a field that holds something.
  @inline(__always)
  func filledCell(of field: Field) -> Int32 { places[field.index].filled }

  /// The extension cell of the number cell at a 0-based position: its own when there are as many of
  /// both; else the first extension cell belongs to the first number cell.
  @inline(__always)
  package func extensionCell(ofNumberAt position: Int) -> Int32 {
    if position == 0 || count(of: .extensionDigits) == count(of: .number) {
      return cell(of: .extensionDigits, at: position)
    }
    return -1
  }

  /// The area code cell of the number cell at a position: its own, or the first one for all.
  @inline(__always)
  package func areaCodeCell(ofNumberAt position: Int) -> Int32 { own(.areaCode, position) }

  /// The locality cell of the number cell at a position: its own, or the first one for all.
  @inline(__always)
  package func localityCell(ofNumberAt position: Int) -> Int32 { own(.locality, position) }

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
