#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import Records

/// Where a stretch of a buffer lies and what precedes it.
struct CSVStretch {
  /// Position in the buffer at which a record starts.
  var start: Int
  /// No record is begun at or behind this position.
  var stop: Int
  /// End of the bytes in the buffer.
  var end: Int
  /// Whether the file ends at `end`.
  var isFinal: Bool
  /// 1-based physical line of `start`.
  var line: UInt64
  /// Records of the file before `start`.
  var ordinal: UInt64
  /// Offset in the file of buffer position 0; may be negative by wrapping.
  var offset: UInt64
}

/// How far a stretch was split.
struct CSVProgress {
  enum Reason {
    /// Every record that starts before the stop is in the batch.
    case stop
    /// The record at `position` does not end in the buffer.
    case moreBytes
    /// The line at `position` is over the limit and was rejected; the next record starts behind
    /// its end, which is not in the buffer.
    case skipLine
  }
  var reason: Reason
  var position: Int
  /// 1-based physical line of `position`; for `skipLine`, of the line behind the one to skip.
  var line: UInt64
  var ordinal: UInt64
}

/// Cuts a buffer into records and mapped cells: the one hot loop of this room.
///
/// libcsv in strict mode is the definition. A record is split here, from mark to mark, with libcsv's
/// trimming of blanks around cells, if its quotes stand around whole cells; a record with any other
/// quote goes through libcsv. Who changes the plain lane runs the
/// property tests that compare both.
/// The result depends on the bytes alone, never on how they are cut into buffers.
struct CSVSplitter: ~Copyable {
  // The first field: swiftc 6.3.1 tells the thread sanitizer of a write to what it points to where
  // `splitQuoted` takes a mark, and the layout is shared by all threads. The bytes are this one's alone.
  let base: UnsafePointer<UInt8>
  let layout: CSVLayout
  let stretch: CSVStretch
  let reader: QuotedRecordReader
  let columnOfField: UnsafePointer<Int32>
  private let nextColumn: UnsafePointer<Int32>
  var writer: BatchWriter
  private var lines: LineFinder
  var marks: MarkFinder
  /// The bytes before this position are well-formed UTF-8.
  private let validEnd: Int
  private(set) var position: Int
  private var line: UInt64
  private var ordinal: UInt64
  private var ragged = RaggedRecords()

  /// Raw text kept of a record that is too long.
  static let longRawInBytes = 4 << 10

  /// Splits a stretch of `batch.bytes` and appends its records to the batch.
  static func split(
    _ stretch: CSVStretch, layout: CSVLayout, into batch: RecordBatch
  ) -> CSVProgress {
    layout.columnOfField.withUnsafeBufferPointer { fields in
      layout.nextColumn.withUnsafeBufferPointer { next in
        guard let fieldsStart = fields.baseAddress, let nextStart = next.baseAddress else {
          return CSVProgress(
            reason: .stop, position: stretch.end, line: stretch.line, ordinal: stretch.ordinal)
        }
        var splitter = CSVSplitter(
          stretch, layout: layout, columnOfField: fieldsStart, nextColumn: nextStart, into: batch)
        let progress = splitter.run()
        splitter.writer.finish()
        batch.ragged += splitter.ragged
        batch.bytes.append(
          contentsOf: UnsafeBufferPointer(splitter.reader.sink.pointee.text.elements))
        return progress
      }
    }
  }

  private init(
    _ stretch: CSVStretch, layout: CSVLayout, columnOfField: UnsafePointer<Int32>,
    nextColumn: UnsafePointer<Int32>, into batch: RecordBatch
  ) {
    self.layout = layout
    self.stretch = stretch
    self.columnOfField = columnOfField
    self.nextColumn = nextColumn
    base = UnsafePointer(batch.bytes.base)
    reader = QuotedRecordReader(delimiter: layout.delimiter, quote: layout.quote)
    reader.sink.pointee.columnOfField = columnOfField
    reader.sink.pointee.nextColumn = nextColumn
    reader.sink.pointee.lastField = layout.lastField
    writer = BatchWriter(batch, cellsPerRecord: layout.nextColumn.count)
    lines = LineFinder(base: base, end: stretch.end, isFinal: stretch.isFinal)
    marks = MarkFinder(
      base: base, start: stretch.start, end: stretch.end, delimiter: layout.delimiter,
      quote: layout.hasQuoting ? layout.quote : layout.delimiter)
    validEnd = UTF8Validation.firstInvalid(base, stretch.start, stretch.end)
    position = stretch.start
    line = stretch.line
    ordinal = stretch.ordinal
  }

  private mutating func run() -> CSVProgress {
    while position < stretch.stop, position < stretch.end {
      if !layout.isStrict, splitPlain() { continue }
      if let reason = splitOther() { return progress(reason) }
      if !layout.isStrict { marks.seek(to: position) }
    }
    return progress(.stop)
  }

  /// Takes the record at `position` that the plain lane leaves; why to stop, if it ends nowhere.
  @inline(never)
  private mutating func splitOther() -> CSVProgress.Reason? {
    guard let physical = lines.line(at: position) else {
      // Two bytes more than the limit cannot be a record and the CR of its line end.
      guard stretch.end - position >= layout.maxRecord + 2 else { return .moreBytes }
      // A CR at the very end may be half a CRLF: it is left for the search for the line's end.
      let rest = base[stretch.end - 1] == 0x0D ? stretch.end - 1 : stretch.end
      reject(.recordTooLong, contentEnd: rest, next: rest)
      return .skipLine
    }
    if physical.contentEnd &- position > layout.maxRecord {
      reject(.recordTooLong, contentEnd: physical.contentEnd, next: physical.next)
      return nil
    }
    return readQuoted(physical) ? nil : .moreBytes
  }

  private func progress(_ reason: CSVProgress.Reason) -> CSVProgress {
    CSVProgress(reason: reason, position: position, line: line, ordinal: ordinal)
  }

  // MARK: The plain lane

  /// Splits the record at `position`; false, with nothing taken, when its quotes need libcsv, it is too
  /// long or does not end in the buffer.
  @inline(__always)
  private mutating func splitPlain() -> Bool {
    writer.reserve()
    let firstCell = writer.nextCell
    let lastField = layout.lastField
    let delimiter = layout.delimiter
    var start = position
    var field = 0
    var mark = marks.next()
    while mark < stretch.end, base[mark] == delimiter {
      if field <= lastField { addCell(field, start, mark) }
      field &+= 1
      start = mark &+ 1
      mark = marks.next()
    }
    if mark < stretch.end, base[mark] == layout.quote, layout.hasQuoting {
      return splitQuoted(from: field, start, mark, firstCell: firstCell)
    }
    guard let next = startOfLine(behind: mark), mark &- position <= layout.maxRecord else {
      writer.dropCells(from: firstCell)
      return false
    }
    if field == 0, skipBlanks(start, mark) == mark {
      finishRecord(.blank, firstCell: firstCell, fields: 0, mark, next: next, lineCount: 1)
      return true
    }
    if field <= lastField { addCell(field, start, mark) }
    finishRecord(
      .cells, firstCell: firstCell, fields: field &+ 1, mark, next: next, lineCount: 1)
    return true
  }

  /// Where the line behind the one that ends at a mark starts; nil when no line ends there.
  @inline(__always)
  mutating func startOfLine(behind mark: Int) -> Int? {
    guard mark < stretch.end else { return stretch.isFinal ? mark : nil }
    if base[mark] == 0x0A { return mark &+ 1 }
    guard base[mark] == 0x0D else { return nil }
    guard mark &+ 1 < stretch.end else { return stretch.isFinal ? mark &+ 1 : nil }
    return base[mark &+ 1] == 0x0A ? marks.next() &+ 1 : mark &+ 1
  }

  /// Adds the cell between two marks to the columns that are mapped to its field.
  @inline(__always)
  mutating func addCell(_ field: Int, _ start: Int, _ end: Int) {
    let column = columnOfField[field]
    guard column >= 0 else { return }
    let cellStart = skipBlanks(start, end)
    var cellEnd = end
    while cellEnd > cellStart, isBlank(base[cellEnd &- 1]) { cellEnd &-= 1 }
    addCell(offset: cellStart, count: cellEnd &- cellStart, to: column)
  }

  /// Adds a cell to a column and to the others that are mapped to its field.
  @inline(__always)
  mutating func addCell(offset: Int, count: Int, to first: Int32) {
    var column = first
    repeat {
      writer.add(
        RecordBatch.Cell(
          offset: UInt32(truncatingIfNeeded: offset), count: UInt32(truncatingIfNeeded: count),
          column: UInt32(truncatingIfNeeded: column)))
      column = nextColumn[Int(column)]
    } while column >= 0
  }

  /// What libcsv takes for blanks around a cell; the delimiter may be a TAB itself.
  @inline(__always)
  func isBlank(_ byte: UInt8) -> Bool {
    (byte == 0x20 || byte == 0x09) && byte != layout.delimiter
  }

  @inline(__always)
  func skipBlanks(_ start: Int, _ end: Int) -> Int {
    var i = start
    while i < end, isBlank(base[i]) { i &+= 1 }
    return i
  }

  // MARK: The lane of libcsv

  /// Reads the record at `position` through libcsv; false when its end is not in the buffer.
  private mutating func readQuoted(_ first: LineFinder.Line) -> Bool {
    // The copy runs ahead; when the record is broken, the lines behind its first are read again.
    var ahead = lines
    var physical = first
    var start = position
    var lineCount: UInt64 = 0
    let textBefore = reader.sink.pointee.text.count
    reader.begin()
    while true {
      let isLast = physical.next == physical.contentEnd
      lineCount += 1
      switch reader.feed(base + start, count: physical.next - start, isLast: isLast) {
      case .record:
        lines = ahead
        takeCells(contentEnd: physical.contentEnd, next: physical.next, lineCount: lineCount)
        return true
      case .blank:
        writer.reserve()
        finishRecord(
          .blank, firstCell: writer.nextCell, fields: 0, physical.contentEnd, next: physical.next,
          lineCount: 1)
        return true
      case .broken:
        reader.sink.pointee.text.truncate(to: textBefore)
        if lineCount == 1, readSpreadsheetText(first) { return true }
        reader.sink.pointee.text.truncate(to: textBefore)
        reject(.badQuoting, contentEnd: first.contentEnd, next: first.next)
        return true
      case .incomplete: break
      }
      start = physical.next
      let following = start < stretch.end ? ahead.line(at: start) : nil
      if let following, following.contentEnd - position <= layout.maxRecord {
        physical = following
        continue
      }
      reader.sink.pointee.text.truncate(to: textBefore)
      if following == nil, stretch.end - position < layout.maxRecord + 2 {
        if !stretch.isFinal { return false }
        // The file ends inside quotes, right behind a line end.
        reject(.badQuoting, contentEnd: first.contentEnd, next: first.next)
        return true
      }
      reject(.recordTooLong, contentEnd: first.contentEnd, next: first.next)
      return true
    }
  }

  mutating func takeCells(contentEnd: Int, next: Int, lineCount: UInt64) {
    writer.reserve()
    let firstCell = writer.nextCell
    let cells = reader.sink.pointee.cells.elements
    for cell in cells {
      var moved = cell
      moved.offset += UInt32(truncatingIfNeeded: stretch.end)
      writer.add(moved)
    }
    finishRecord(
      .cells, firstCell: firstCell, fields: reader.sink.pointee.field, contentEnd, next: next,
      lineCount: lineCount)
  }

  // MARK: Records

  @inline(__always)
  mutating func finishRecord(
    _ state: RecordBatch.State, firstCell: Int, fields: Int, _ contentEnd: Int, next: Int,
    lineCount: UInt64
  ) {
    var state = state
    var rawOffset = UInt32(truncatingIfNeeded: position)
    var rawCount = UInt32(truncatingIfNeeded: contentEnd &- position)
    if contentEnd > validEnd, isUndecodable(contentEnd) {
      writer.dropCells(from: firstCell)
      state = .rejected(.undecodable)
      (rawOffset, rawCount) = mendedRaw(contentEnd)
    } else if !layout.headerCells.isEmpty, repeatsHeader(from: firstCell) {
      writer.dropCells(from: firstCell)
      state = .blank
    } else if fields != layout.cellCount, layout.cellCount > 0, fields > 0 {
      noteRagged(fields)
      if layout.rejectsRagged {
        writer.dropCells(from: firstCell)
        state = .rejected(.ragged)
      }
    }
    ordinal &+= 1
    writer.add(
      RecordBatch.Record(
        line: line, byteOffset: stretch.offset &+ UInt64(position), ordinal: ordinal,
        rawOffset: rawOffset, rawCount: rawCount,
        firstCell: UInt32(truncatingIfNeeded: firstCell),
        cellCount: UInt32(truncatingIfNeeded: writer.nextCell &- firstCell), state: state))
    line &+= lineCount
    position = next
  }

  @inline(never)
  private mutating func noteRagged(_ fields: Int) {
    ragged.add(line: line, cells: fields, headerCells: layout.cellCount)
  }

  /// Rejects the first line of the record at `position` and goes on behind it.
  private mutating func reject(_ reason: RejectionReason, contentEnd: Int, next: Int) {
    writer.reserve()
    var rawEnd = contentEnd
    if reason == .recordTooLong, contentEnd - position > Self.longRawInBytes {
      rawEnd = UTF8Validation.scalarBoundary(base, position, position + Self.longRawInBytes)
    }
    var rawOffset = UInt32(truncatingIfNeeded: position)
    var rawCount = UInt32(truncatingIfNeeded: rawEnd - position)
    if rawEnd > validEnd, isUndecodable(rawEnd) { (rawOffset, rawCount) = mendedRaw(rawEnd) }
    ordinal += 1
    writer.add(
      RecordBatch.Record(
        line: line, byteOffset: stretch.offset &+ UInt64(position), ordinal: ordinal,
        rawOffset: rawOffset, rawCount: rawCount,
        firstCell: UInt32(truncatingIfNeeded: writer.nextCell), cellCount: 0,
        state: .rejected(reason)))
    line += 1
    position = next
  }

  private func isUndecodable(_ contentEnd: Int) -> Bool {
    UTF8Validation.firstInvalid(base, position, contentEnd) < contentEnd
  }

  /// A copy of the record's raw text in which U+FFFD stands for what does not decode.
  private func mendedRaw(_ contentEnd: Int) -> (offset: UInt32, count: UInt32) {
    let before = reader.sink.pointee.text.count
    UTF8Validation.appendMended(base, position, contentEnd, to: &reader.sink.pointee.text)
    return (
      UInt32(truncatingIfNeeded: stretch.end + before),
      UInt32(truncatingIfNeeded: reader.sink.pointee.text.count - before)
    )
  }

  @inline(__always)
  private func repeatsHeader(from firstCell: Int) -> Bool {
    let cells = writer.cells(from: firstCell)
    guard let first = cells.first, layout.mayBeHeader(bytes: first.count),
      cells.count == layout.headerCells.count
    else { return false }
    for cell in cells where !equalsHeader(cell) { return false }
    return true
  }

  @inline(__always)
  private func equalsHeader(_ cell: RecordBatch.Cell) -> Bool {
    let expected = layout.headerCells[Int(cell.column)]
    guard expected.count == Int(cell.count) else { return false }
    let offset = Int(cell.offset)
    let start =
      offset < stretch.end
      ? base + offset : UnsafePointer(reader.sink.pointee.text.base) + (offset - stretch.end)
    return expected.withUnsafeBufferPointer { header in
      guard let first = header.baseAddress else { return true }
      return memcmp(first, start, header.count) == 0
    }
  }
}
