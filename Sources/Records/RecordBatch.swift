/// A block of consecutive records of one file as mapped cells of bytes: Extraction's output.
///
/// All text is UTF-8. Cells point into `bytes`, where Extraction leaves the block as it read it
/// (after decoding) and, behind it, the cells whose quoting or entities had to be resolved. A batch
/// belongs to one worker at a time and is reused: filling it again forgets everything in it.
public final class RecordBatch {
  @usableFromInline
  struct Contents: ~Copyable {
    @usableFromInline var sequence = 0
    @usableFromInline var source = 0
    @usableFromInline var file = 0
    @usableFromInline var bytes = ElementBuffer<UInt8>(minimumCapacity: 1 << 16)
    @usableFromInline var records = ElementBuffer<Record>(minimumCapacity: 1 << 10)
    @usableFromInline var cells = ElementBuffer<Cell>(minimumCapacity: 1 << 12)
    @usableFromInline var ragged = RaggedRecords()
    @usableFromInline var corrected = ElementBuffer<UInt32>()

    @usableFromInline
    init() {}
  }

  // Behind a pointer, because a stored property of a class costs a run-time check of exclusive
  // access whenever another room touches it, several times per record.
  @usableFromInline let contents: UnsafeMutablePointer<Contents>

  /// Position in the run: 0-based, without gaps, ascending in source, file and block.
  @inlinable
  public var sequence: Int {
    @inline(__always) _read { yield contents.pointee.sequence }
    @inline(__always) _modify { yield &contents.pointee.sequence }
  }
  /// 0-based index of the source in the pipeline.
  @inlinable
  public var source: Int {
    @inline(__always) _read { yield contents.pointee.source }
    @inline(__always) _modify { yield &contents.pointee.source }
  }
  /// 0-based index of the file in the run's list of files, over all sources.
  @inlinable
  public var file: Int {
    @inline(__always) _read { yield contents.pointee.file }
    @inline(__always) _modify { yield &contents.pointee.file }
  }
  /// The block and its resolved cells; at most 4 GiB.
  @inlinable
  public var bytes: ElementBuffer<UInt8> {
    @inline(__always) _read { yield contents.pointee.bytes }
    @inline(__always) _modify { yield &contents.pointee.bytes }
  }
  /// The records in file order.
  @inlinable
  public var records: ElementBuffer<Record> {
    @inline(__always) _read { yield contents.pointee.records }
    @inline(__always) _modify { yield &contents.pointee.records }
  }
  /// The cells of all records, record by record.
  @inlinable
  public var cells: ElementBuffer<Cell> {
    @inline(__always) _read { yield contents.pointee.cells }
    @inline(__always) _modify { yield &contents.pointee.cells }
  }

  /// Records whose number of cells is not that of the header.
  @inlinable
  public var ragged: RaggedRecords {
    @inline(__always) _read { yield contents.pointee.ragged }
    @inline(__always) _modify { yield &contents.pointee.ragged }
  }

  /// 0-based indices of records of which a cell says what a person corrected, ascending.
  @inlinable
  public var corrected: ElementBuffer<UInt32> {
    @inline(__always) _read { yield contents.pointee.corrected }
    @inline(__always) _modify { yield &contents.pointee.corrected }
  }

  /// Creates an empty batch.
  public init() {
    contents = .allocate(capacity: 1)
    contents.initialize(to: Contents())
  }

  deinit {
    contents.deinitialize(count: 1)
    contents.deallocate()
  }

  /// One CSV record or XML element.
  public struct Record: BitwiseCopyable {
    /// 1-based physical line on which the record starts.
    public var line: UInt64
    /// 0-based offset of the record in the file after gunzip, before decoding.
    public var byteOffset: UInt64
    /// 1-based position among the records of its file; for XML the index in the element path.
    public var ordinal: UInt64
    /// Where the record's raw text lies in `bytes`; `rawCount` 0 where the format keeps none (XML).
    public var rawOffset: UInt32
    /// Length of the raw text in bytes.
    public var rawCount: UInt32
    /// 0-based index of the first cell in `cells`.
    public var firstCell: UInt32
    /// Number of cells; a mapped column that the record lacks has none, a repeated element several.
    public var cellCount: UInt32
    /// What Extraction found.
    public var state: State

    /// Creates a record.
    @inlinable
    public init(
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
  public enum State: BitwiseCopyable, Equatable {
    /// Cells to normalize.
    case cells
    /// An empty line or a repeated header.
    case blank
    /// A record that a filter of its source leaves out.
    case excluded
    /// No cells, but a reason why: broken quoting, bytes that do not decode, too long.
    case rejected(RejectionReason)
  }

  /// One mapped field of a record.
  public struct Cell: BitwiseCopyable {
    /// Where the cell lies in `bytes`.
    public var offset: UInt32
    /// Length in bytes; 0 is an empty cell.
    public var count: UInt32
    /// 0-based index in the source's list of mapped columns.
    public var column: UInt32

    /// Creates a cell.
    @inlinable
    public init(offset: UInt32, count: UInt32, column: UInt32) {
      self.offset = offset
      self.count = count
      self.column = column
    }
  }

  /// The bytes of a cell, valid until the batch is changed.
  @inlinable @inline(__always)
  public func bytes(of cell: Cell) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      rebasing: bytes.elements[Int(cell.offset)..<Int(cell.offset) + Int(cell.count)])
  }

  /// Forgets all records and keeps the memory.
  public func removeAll() {
    bytes.removeAll()
    records.removeAll()
    cells.removeAll()
    ragged = RaggedRecords()
    corrected.removeAll()
  }
}
