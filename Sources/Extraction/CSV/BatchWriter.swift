import Records

/// Writes records and cells behind those of a batch through bare pointers.
///
/// The batch is a class: going through its properties once per cell would cost an exclusivity check
/// each time. `finish()` tells the batch what was written.
struct BatchWriter {
  private let batch: RecordBatch
  private let cellsPerRecord: Int
  private var records: UnsafeMutablePointer<RecordBatch.Record>
  private var recordRoom: Int
  private(set) var recordCount = 0
  private var cells: UnsafeMutablePointer<RecordBatch.Cell>
  private var cellRoom: Int
  private(set) var cellCount = 0
  private var firstCell: Int

  init(_ batch: RecordBatch, cellsPerRecord: Int) {
    self.batch = batch
    self.cellsPerRecord = cellsPerRecord
    records = batch.records.base
    recordRoom = 0
    cells = batch.cells.base
    cellRoom = 0
    firstCell = batch.cells.count
  }

  /// Makes room for one more record with its cells.
  @inline(__always)
  mutating func reserve() {
    if recordCount == recordRoom || cellRoom &- cellCount < cellsPerRecord { grow() }
  }

  @inline(never)
  private mutating func grow() {
    finish()
    batch.records.reserve(additional: 1)
    batch.cells.reserve(additional: max(cellsPerRecord, 1))
    firstCell = batch.cells.count
    records = batch.records.base + batch.records.count
    recordRoom = batch.records.capacity - batch.records.count
    cells = batch.cells.base + batch.cells.count
    cellRoom = batch.cells.capacity - batch.cells.count
  }

  /// 0-based index in the batch of the next cell.
  @inline(__always)
  var nextCell: Int { firstCell &+ cellCount }

  /// The cells written since the index, for looking back at the record being written.
  @inline(__always)
  func cells(from index: Int) -> UnsafeBufferPointer<RecordBatch.Cell> {
    UnsafeBufferPointer(start: cells + (index &- firstCell), count: nextCell &- index)
  }

  /// Takes back the cells from the index on.
  @inline(__always)
  mutating func dropCells(from index: Int) { cellCount = index &- firstCell }

  /// Adds a cell; `reserve()` must have made the room.
  @inline(__always)
  mutating func add(_ cell: RecordBatch.Cell) {
    (cells + cellCount).initialize(to: cell)
    cellCount &+= 1
  }

  /// Adds a record; `reserve()` must have made the room.
  @inline(__always)
  mutating func add(_ record: RecordBatch.Record) {
    (records + recordCount).initialize(to: record)
    recordCount &+= 1
  }

  /// Hands what was written to the batch.
  mutating func finish() {
    batch.records.commit(additional: recordCount)
    batch.cells.commit(additional: cellCount)
    recordCount = 0
    cellCount = 0
    recordRoom = 0
    cellRoom = 0
    firstCell = batch.cells.count
  }
}
