import Records

/// Quotes in the plain lane: cells that stand between quotes whole, line ends in them and all.
extension CSVSplitter {
  /// A cell between quotes.
  struct QuotedCell {
    /// Where its text begins, and its closing quote.
    var start: Int
    var end: Int
    /// Whether quotes in it are written twice.
    var isDoubled = false
    /// Line ends in it; CRLF is one.
    var lineEndCount = 0
  }

  /// Goes on with the line at `position` from a field with a quote on, as `splitPlain` does.
  @inline(never)
  mutating func splitQuoted(
    from firstField: Int, _ fieldStart: Int, _ firstMark: Int, firstCell: Int
  ) -> Bool {
    let textBefore = reader.sink.pointee.text.count
    var (field, start, mark) = (firstField, fieldStart, firstMark)
    var (next, lineCount): (Int?, UInt64) = (nil, 1)
    fields: while true {
      if mark < stretch.end, base[mark] == layout.quote {
        guard skipBlanks(start, mark) == mark, let cell = quotedCell(at: mark) else { break fields }
        if field <= layout.lastField { addCell(field, cell) }
        lineCount &+= UInt64(truncatingIfNeeded: cell.lineEndCount)
        mark = marks.next()
        guard skipBlanks(cell.end &+ 1, mark) == mark else { break fields }
      } else if field <= layout.lastField {
        addCell(field, start, mark)
      }
      field &+= 1
      guard mark < stretch.end, base[mark] == layout.delimiter else {
        next = startOfLine(behind: mark)
        break fields
      }
      start = mark &+ 1
      mark = marks.next()
    }
    guard let next, mark &- position <= layout.maxRecord else {
      writer.dropCells(from: firstCell)
      reader.sink.pointee.text.truncate(to: textBefore)
      return false
    }
    finishRecord(
      .cells, firstCell: firstCell, fields: field, mark, next: next, lineCount: lineCount)
    return true
  }

  /// The cell whose opening quote is the mark at a position; nil where no quote ends it in the buffer
  /// before the record is too long.
  @inline(__always)
  private mutating func quotedCell(at quote: Int) -> QuotedCell? {
    var cell = QuotedCell(start: quote &+ 1, end: quote)
    while true {
      cell.end = marks.next()
      guard cell.end < stretch.end, cell.end &- position <= layout.maxRecord else { return nil }
      switch base[cell.end] {
      case layout.quote:
        guard cell.end &+ 1 < stretch.end, base[cell.end &+ 1] == layout.quote else { return cell }
        cell.isDoubled = true
        _ = marks.next()
      case 0x0D: cell.lineEndCount &+= 1
      case 0x0A where base[cell.end &- 1] != 0x0D: cell.lineEndCount &+= 1
      default: break
      }
    }
  }

  /// Adds a cell between quotes: as it lies in the buffer, or as a copy without the second of two quotes.
  @inline(__always)
  private mutating func addCell(_ field: Int, _ cell: QuotedCell) {
    let column = columnOfField[field]
    guard column >= 0 else { return }
    guard cell.isDoubled else {
      return addCell(offset: cell.start, count: cell.end &- cell.start, to: column)
    }
    let before = reader.sink.pointee.text.count
    var place = cell.start
    while place < cell.end {
      let byte = base[place]
      reader.sink.pointee.text.append(byte)
      place &+= byte == layout.quote ? 2 : 1
    }
    addCell(
      offset: stretch.end &+ before, count: reader.sink.pointee.text.count &- before, to: column)
  }

  // MARK: Text of spreadsheets

  /// Reads a line that libcsv refuses without the = before cells that are ="…" whole, as spreadsheets write text.
  ///
  /// False where that does not mend it.
  mutating func readSpreadsheetText(_ line: LineFinder.Line) -> Bool {
    guard let mended = withoutEqualSigns(line) else { return false }
    reader.begin()
    let isRecord = mended.withUnsafeBufferPointer { text in
      guard let start = text.baseAddress else { return false }
      return reader.feed(start, count: text.count, isLast: line.next == line.contentEnd) == .record
    }
    guard isRecord else { return false }
    takeCells(contentEnd: line.contentEnd, next: line.next, lineCount: 1)
    return true
  }

  /// A copy of the line at `position` without the = that stand right before a quote at the beginning of a cell;
  /// nil where none does.
  private func withoutEqualSigns(_ line: LineFinder.Line) -> [UInt8]? {
    var copy: [UInt8] = []
    var (isAtStart, isQuoted, hasSign) = (true, false, false)
    for place in position..<line.next {
      let byte = base[place]
      if isAtStart, byte == UInt8(ascii: "="), place + 1 < line.next,
        base[place + 1] == layout.quote
      {
        hasSign = true
        continue
      }
      if byte == layout.quote { isQuoted.toggle() }
      isAtStart = !isQuoted && (byte == layout.delimiter || isAtStart && isBlank(byte))
      copy.append(byte)
    }
    return hasSign ? copy : nil
  }
}
