/// A block of consecutive records of one file as mapped cells of bytes: Extraction's output.
///
/// All text is UTF-8. Cells point into `bytes`, where Extraction leaves the block as it read it
/// (after decoding) and, behind it, the cells whose quoting or entities had to be resolved. A batch
/// belongs to one worker at a time and is reused: filling it again forgets everything in it.
package final class RecordBatch {
  /// Position in the run: 0-based, without gaps, ascending in source, file and block.
  package var sequence = 0
  /// 0-based index of the source in the pipeline.
  package var source = 0
  /// 0-based index of the file in the run's list of files, over all sources.
  package var file = 0
  /// The block and its resolved cells; at most 4 GiB.
  package var bytes = ElementBuffer<UInt8>(minimumCapacity: 1 << 16)
  /// The records in file order.
  package var records = ElementBuffer<Record>(minimumCapacity: 1 << 10)
  /// The cells of all records, record by record.
  package var cells = ElementBuffer<Cell>(minimumCapacity: 1 << 12)

  /// Creates an empty batch.
  package init() {}

  /// One CSV record or XML element.
  package struct Record: BitwiseCopyable {
    /// 1-based physical line on which the record starts.
    package var line: UInt64
    /// 0-based offset of the record in the file after gunzip, before decoding.
    package var byteOffset: UInt64
    /// 1-based position among the records of its file; for XML the index in the element path.
    package var ordinal: UInt64
    /// Where the record's raw text lies in `bytes`; `rawCount` 0 where the format keeps none (XML).
    package var rawOffset: UInt32
    /// Length of the raw text in bytes.
    package var rawCount: UInt32
    /// 0-based index of the first cell in `cells`.
    package var firstCell: UInt32
    /// Number of cells; a mapped column that the record lacks has none, a repeated element several.
    package var cellCount: UInt32
    /// What Extraction found.
    package var state: State

    /// Creates a record.
    package init(
      line: UInt64, byteOffset: UInt64, ordinal: UInt64, rawOffset: UInt32, rawCount: UInt32,
      firstCell: UInt32, cellCount: UInt32, state: State
    ) {
      self.line = line
      self.byteOffset = byteOffset
      self.ordinal = ordinal
      self.rawOffset = rawOffset
      self.rawCount = rawCount
      self.firstCell = firstCell
      self.cellCount = cellCount
      self.state = state
    }
  }

  /// What Extraction found in the place of a record.
  package enum State: BitwiseCopyable, Equatable {
    /// Cells to normalize.
    case cells
    /// An empty line or a repeated header.
    case blank
    /// No cells, but a reason why: broken quoting, bytes that do not decode, too long.
    case rejected(RejectionReason)
  }

  /// One mapped field of a record.
  package struct Cell: BitwiseCopyable {
    /// Where the cell lies in `bytes`.
    package var offset: UInt32
    /// Length in bytes; 0 is an empty cell.
    package var count: UInt32
    /// 0-based index in the source's list of mapped columns.
    package var column: UInt32

    /// Creates a cell.
    package init(offset: UInt32, count: UInt32, column: UInt32) {
      self.offset = offset
      self.count = count
      self.column = column
    }
  }

  /// The bytes of a cell, valid until the batch is changed.
  @inline(__always)
  package func bytes(of cell: Cell) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      rebasing: bytes.elements[Int(cell.offset)..<Int(cell.offset) + Int(cell.count)])
  }

  /// Forgets all records and keeps the memory.
  package func removeAll() {
    bytes.removeAll()
    records.removeAll()
    cells.removeAll()
  }
}
