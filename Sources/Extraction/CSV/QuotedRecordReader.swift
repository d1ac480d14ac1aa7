import CLibCSV
import Records

/// Reads one record at a time through strict libcsv, line by line.
///
/// libcsv cannot be stopped inside a buffer; but a row ends only where a line ends, so a record fed
/// one physical line at a time ends exactly behind a feed.
struct QuotedRecordReader: ~Copyable {
  /// What the callbacks write to; behind a pointer of its own, as C must not reach into Swift's
  /// exclusivity checks.
  struct Sink: ~Copyable {
    /// Text of the cells of this record and of the records before it.
    var text = ElementBuffer<UInt8>(minimumCapacity: 1 << 12)
    /// Mapped cells of this record; offsets count in `text`.
    var cells = ElementBuffer<RecordBatch.Cell>(minimumCapacity: 64)
    var columnOfField: UnsafePointer<Int32>?
    var nextColumn: UnsafePointer<Int32>?
    var lastField = -1
    /// Gets every cell instead, as for a header.
    var onCell: ((UnsafeBufferPointer<UInt8>) -> Void)?
    var field = 0
    var rowEnded = false
  }

  enum Outcome { case record, blank, incomplete, broken }

  private let parser: UnsafeMutablePointer<csv_parser>
  let sink: UnsafeMutablePointer<Sink>

  init(delimiter: UInt8, quote: UInt8) {
    parser = .allocate(capacity: 1)
    parser.initialize(to: csv_parser())
    sink = .allocate(capacity: 1)
    sink.initialize(to: Sink())
    csv_init(parser, UInt8(CSV_STRICT | CSV_STRICT_FINI))
    csv_set_delim(parser, delimiter)
    csv_set_quote(parser, quote)
    csv_set_blk_size(parser, 16 << 10)
  }

  deinit {
    csv_free(parser)
    parser.deallocate()
    sink.deinitialize(count: 1)
    sink.deallocate()
  }

  /// Forgets a record that was begun, and its cells.
  func begin() {
    parser.pointee.pstate = 0
    parser.pointee.quoted = 0
    parser.pointee.spaces = 0
    parser.pointee.entry_pos = 0
    parser.pointee.status = 0
    sink.pointee.cells.removeAll()
    sink.pointee.field = 0
    sink.pointee.rowEnded = false
  }

  /// Feeds one line with its terminator; `isLast` when the file ends behind it without one.
  func feed(_ line: UnsafePointer<UInt8>, count: Int, isLast: Bool) -> Outcome {
    if csv_parse(parser, line, count, onField, onRow, sink) < count { return .broken }
    if isLast, parser.pointee.pstate != 0, csv_fini(parser, onField, onRow, sink) != 0 {
      return .broken
    }
    if sink.pointee.rowEnded { return .record }
    return parser.pointee.pstate == 0 ? .blank : .incomplete
  }
}

private let onField:
  @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeMutableRawPointer?) -> Void = {
    text, count, state in
    guard let sink = state?.assumingMemoryBound(to: QuotedRecordReader.Sink.self) else { return }
    let bytes = UnsafeBufferPointer(
      start: text.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) }, count: count)
    if let onCell = sink.pointee.onCell { return onCell(bytes) }
    let field = sink.pointee.field
    sink.pointee.field = field &+ 1
    guard field <= sink.pointee.lastField, let map = sink.pointee.columnOfField else { return }
    var column = map[field]
    guard column >= 0 else { return }
    let offset = UInt32(truncatingIfNeeded: sink.pointee.text.count)
    sink.pointee.text.append(contentsOf: bytes)
    while column >= 0 {
      sink.pointee.cells.append(
        RecordBatch.Cell(
          offset: offset, count: UInt32(truncatingIfNeeded: count), column: UInt32(column)))
      guard let next = sink.pointee.nextColumn else { return }
      column = next[Int(column)]
    }
  }

private let onRow: @convention(c) (Int32, UnsafeMutableRawPointer?) -> Void = { _, state in
  guard let sink = state?.assumingMemoryBound(to: QuotedRecordReader.Sink.self) else { return }
  sink.pointee.rowEnded = true
}
