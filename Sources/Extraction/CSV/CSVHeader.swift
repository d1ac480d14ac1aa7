import Records

/// Reads what stands before the records and finds the mapped columns.
struct CSVHeader {
  let place: FilePlace
  let options: CSVOptions
  let columns: [MappedColumn]
  let maxRecord: Int

  /// The layout, and where in the text the first record starts.
  struct Result {
    var layout: CSVLayout
    var position: Int
    /// 1-based physical line of `position`.
    var line: UInt64
  }

  /// Reads the beginning of a text; nil when it needs more of it.
  func read(
    _ base: UnsafePointer<UInt8>, count: Int, isFinal: Bool
  ) throws(ExtractionError) -> Result? {
    var lines = LineFinder(base: base, end: count, isFinal: isFinal)
    var position = 0
    var number: UInt64 = 1
    for _ in 0..<options.skipLines where position < count || !isFinal {
      guard let line = lines.line(at: position) else { return nil }
      position = line.next
      number += 1
    }
    guard options.hasHeader else {
      return Result(layout: try layout(header: nil, line: number), position: position, line: number)
    }
    // libcsv is given every line; without quoting a quote byte it never meets is chosen.
    let reader = QuotedRecordReader(delimiter: options.delimiter, quote: options.quote ?? 0)
    let search = HeaderSearch(columns)
    reader.sink.pointee.onCell = search.take
    reader.begin()
    let first = number
    let start = position
    var isOpen = false
    while position < count {
      guard let line = lines.line(at: position) else { return nil }
      number += 1
      let outcome = reader.feed(
        base + position, count: line.next - position, isLast: line.next == line.contentEnd)
      position = line.next
      switch outcome {
      case .record:
        if let control = search.control { throw notText(control, first) }
        return Result(
          layout: try layout(header: search, line: first), position: position, line: number)
      case .broken:
        throw broken(UnsafeBufferPointer(start: base + start, count: position - start), first)
      case .blank: isOpen = false
      case .incomplete: isOpen = true
      }
    }
    guard isFinal else { return nil }
    // Were the rest of the file taken for a header, every record would be lost without a word.
    if isOpen {
      throw broken(UnsafeBufferPointer(start: base + start, count: position - start), first)
    }
    // An empty file has no records, whatever its columns would have been.
    let none = CSVLayout(
      options: options, maxRecord: maxRecord, positions: columns.map { _ in 0 }, headerCells: [])
    return Result(layout: none, position: count, line: number)
  }

  private func layout(header: HeaderSearch?, line: UInt64) throws(ExtractionError) -> CSVLayout {
    var positions: [Int] = []
    for (index, column) in columns.enumerated() {
      let hit = header?.hits[index]
      switch column.selector {
      case .position(let position):
        if let header, hit == nil {
          throw missing("column \(position)", for: column.field, in: header, line)
        }
        positions.append(position - 1)
      case .name(let wanted):
        guard let hit else {
          throw missing("the column '\(wanted)'", for: column.field, in: header, line)
        }
        if hit.count > 1 {
          throw place.configuration(
            "the header names '\(wanted)' \(hit.count) times (expected once)",
            "Map the column by its 1-based position.", line: Int(line))
        }
        positions.append(hit.position)
      case .path(let path):
        throw place.configuration(
          "the path '\(path)' cannot be found in CSV", "Name the column as the header does.")
      }
    }
    return CSVLayout(
      options: options, maxRecord: maxRecord, positions: positions,
      headerCells: header?.hits.compactMap { $0?.cell } ?? [], width: header?.cellCount ?? 0)
  }

  private func broken(_ text: UnsafeBufferPointer<UInt8>, _ line: UInt64) -> ExtractionError {
    do throws(ExtractionError) {
      try checkText(text.prefix(1 << 16), line)
    } catch {
      return error
    }
    return place.configuration(
      "the quoting of the header is broken",
      "Close the quote, or check `delimiter`, `quote` and `skip_lines`.", line: Int(line))
  }

  /// A header with control characters tells of a file that is no text: bad data, whatever the
  /// pipeline asks for.
  private func checkText(
    _ text: some Sequence<UInt8>, _ line: UInt64
  ) throws(ExtractionError) {
    let readable: Set<UInt8> = [0x09, 0x0A, 0x0D]
    guard let byte = text.first(where: { $0 < 0x20 && !readable.contains($0) }) else { return }
    throw notText(byte, line)
  }

  private func notText(_ byte: UInt8, _ line: UInt64) -> ExtractionError {
    place.data(
      "the header is not text (found a control character, byte \(byte))",
      "Export the file again, or name its character set with `encoding`.", line: Int(line))
  }

  private func missing(
    _ what: String, for field: Field, in header: HeaderSearch?, _ line: UInt64
  ) -> ExtractionError {
    var advice = "Correct `columns`, `delimiter` or `skip_lines`."
    if header?.isGarbled == true {
      advice = "The header does not decode: name the file's character set with `encoding`."
    } else if !isHeader(header) {
      advice += " Where the file has no header, set `header: no` and map positions."
    }
    return place.configuration(
      "\(what) for `\(field.rawValue)` is missing (found: \(seen(in: header)))", advice,
      line: Int(line))
  }

  /// How many names that the pipeline gives stand in the record that is taken for a header.
  private func found(in header: HeaderSearch) -> (names: Int, of: Int) {
    var (found, named) = (0, 0)
    for (column, hit) in zip(columns, header.hits) {
      guard case .name = column.selector else { continue }
      named += 1
      if hit != nil { found += 1 }
    }
    return (found, named)
  }

  /// Whether the record that is taken for a header surely is one: a record may say the name of a
  /// column, too, such as `block`.
  private func isHeader(_ header: HeaderSearch?) -> Bool {
    guard let header, !header.hasCellOfRecord else { return false }
    let (names, all) = found(in: header)
    return names > 0 && 2 * names >= all
  }

  /// The names of a header; of what may be a record, with a person's data in it, only its width.
  private func seen(in header: HeaderSearch?) -> String {
    guard let header else { return "no header" }
    guard isHeader(header) else {
      let count = header.cellCount == 1 ? "1 cell" : "\(header.cellCount) cells"
      let names = found(in: header).names
      return "\(count), \(names == 0 ? "none" : "\(names)") of them a name under `columns`"
    }
    var seen = header.firstNames.prefix(HeaderSearch.mostNames).map { String($0.prefix(60)) }
      .joined(separator: " | ")
    if header.firstNames.count > HeaderSearch.mostNames { seen += " | …" }
    return seen
  }

  /// Without the blanks around it, also the wide and the unbreakable one.
  static func trimmed(_ text: String) -> String {
    let blanks: Set<Unicode.Scalar> = [" ", "\t", "\r", "\n", "\u{A0}", "\u{3000}", "\u{FEFF}"]
    let scalars = text.unicodeScalars
    let head = scalars.drop { blanks.contains($0) }
    let tail = head.reversed().drop { blanks.contains($0) }
    return String(String.UnicodeScalarView(tail.reversed()))
  }
}
