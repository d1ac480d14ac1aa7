package import Records

/// The cells of one record sorted by what they hold; reused from record to record.
///
/// Indexes are those of the batch's `cells`; -1 stands for none. Memory grows with the most cells
/// of one field that a record had.
package struct RecordCells: ~Copyable {
  /// By field: the first cell; -1 for none.
  private let firsts: UnsafeMutablePointer<Int32>
  /// By field: the first cell that holds something; -1 for none.
  private let filled: UnsafeMutablePointer<Int32>
  /// By field: the cells behind the first, in the order of the record; of repeated fields only.
  private let others: UnsafeMutablePointer<ElementBuffer<Int32>>
  /// Bit n is set when the record has several cells of the n-th field.
  private var repeated: UInt32 = 0
  /// Whether any cell holds something.
  private(set) var holdsAnything = false

  /// No cell of any field, in as few stores as the processor has.
  private typealias Row = SIMD16<Int32>

  /// Creates an empty one.
  package init() {
    precondition(
      Field.allCases.count == Field.count && Field.count <= Row.scalarCount, "a field has no place")
    firsts = .allocate(capacity: Row.scalarCount)
    filled = .allocate(capacity: Row.scalarCount)
    others = .allocate(capacity: Field.count)
    for index in 0..<Field.count {
      (others + index).initialize(to: ElementBuffer(minimumCapacity: 8))
    }
    Self.clear(firsts)
    Self.clear(filled)
  }

  deinit {
    firsts.deallocate()
    filled.deallocate()
    others.deinitialize(count: Field.count)
    others.deallocate()
  }

  @inline(__always)
  private static func clear(_ row: UnsafeMutablePointer<Int32>) {
    UnsafeMutableRawPointer(row).storeBytes(of: Row(repeating: -1), as: Row.self)
  }

  /// Sorts the cells of a record; `fields` tells what each column holds.
  @inline(__always)
  package mutating func gather(
    _ record: RecordBatch.Record, in batch: RecordBatch, fields: UnsafeBufferPointer<Field>
  ) {
    Self.clear(firsts)
    Self.clear(filled)
    repeated = 0
    let text = UnsafePointer(batch.bytes.base)
    let cells = batch.cells.base
    let start = Int(record.firstCell)
    var hasFilled = false
    for index in start..<start &+ Int(record.cellCount) {
      let cell = cells[index]
      let field = fields[Int(cell.column)].index
      let position = Int32(truncatingIfNeeded: index)
      if firsts[field] < 0 {
        firsts[field] = position
      } else {
        add(position, to: field)
      }
      let bytes = UnsafeBufferPointer(start: text + Int(cell.offset), count: Int(cell.count))
      if !bytes.isEmptyCell {
        hasFilled = true
        if filled[field] < 0 { filled[field] = position }
      }
    }
    holdsAnything = hasFilled
  }

  @inline(never)
  private mutating func add(_ position: Int32, to field: Int) {
    if repeated >> UInt32(field) & 1 == 0 {
      repeated |= 1 << UInt32(field)
      others[field].removeAll()
    }
    others[field].append(position)
  }

  /// How many cells the record has of a field.
  @inline(__always)
  package func count(of field: Field) -> Int {
    if repeated >> UInt32(field.index) & 1 == 1 { return others[field.index].count + 1 }
    return firsts[field.index] < 0 ? 0 : 1
  }

  /// The cell of a field at a 0-based position among them; -1 behind the last.
  @inline(__always)
  package func cell(of field: Field, at position: Int) -> Int32 {
    if position == 0 { return firsts[field.index] }
    return position < count(of: field) ? others[field.index].base[position &- 1] : -1
  }

  /// The first cell of a field that holds something.
  @inline(__always)
  func filledCell(of field: Field) -> Int32 { filled[field.index] }

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
