import Threads

// What runs need that read their exports in parts, one process a part.
extension Extractor {
  /// What the look at the exports came to.
  package var survey: ExportSurvey { monitor.withLock { exports.survey } }

  /// What a file was when it was looked at; nil of a pipe, and of a file that was not looked at.
  package func identity(of file: Int) -> ExportIdentity? { exports.survey.exports[file] }

  /// Whether any thread may begin anywhere in a file: plain CSV of UTF-8.
  package func isPlain(_ file: Int) -> Bool {
    if case .plain = exports.feeds[file] { return true }
    return false
  }

  /// Reads a plain file to part it into stretches of about so many bytes, of whole records; nil of
  /// other files, which have to be read from their start.
  ///
  /// Before the first call of `next`. Memory: a block of 256 KiB and what it holds for each thread.
  /// - Throws: `ExtractionError`; `ThreadError`.
  package func stretches(
    of file: Int, bytes: Int, workers: Int
  ) throws -> [ExportStretch]? {
    precondition(bytes > 0, "a stretch holds something")
    guard case .plain(let text) = exports.feeds[file] else { return nil }
    let block = min(bytes, 256 << 10)
    let feed = sourceFile(file, blockSize: block).feed(
      of: text, former: exports.identities[file])
    return try CSVBorders.stretches(
      of: text, in: feed, blocks: (bytes + block - 1) / block, workers: workers,
      watch: { try checkWaiting() })
  }

  /// A stretch of a plain file that begins with a line at or behind an offset; nil where none begins
  /// there, and of other files.
  ///
  /// The line may stand within a cell: good enough for a sample. Line and ordinal are not known.
  package func roughStretch(
    of file: Int, from offset: Int, bytes: Int
  ) throws -> ExportStretch? {
    guard case .plain(let text) = exports.feeds[file] else { return nil }
    if offset <= text.dataStart {
      return ExportStretch(
        start: text.dataStart, end: min(text.dataStart + bytes, text.fileEnd), line: 1, ordinal: 0)
    }
    var start: Int?
    let end = min(offset + bytes, text.fileEnd)
    try forEachPiece(of: file, from: offset, to: end) { piece in
      guard start == nil, let place = piece.bytes.firstIndex(of: 0x0A) else { return }
      start = piece.offset + place + 1
    }
    guard let start, start < end else { return nil }
    return ExportStretch(start: start, end: end, line: 1, ordinal: 0)
  }

  /// Hands over the stored bytes of a stretch of a file in pieces of at most 256 KiB.
  package func forEachPiece(
    of file: Int, from start: Int, to end: Int,
    _ body: ((offset: Int, bytes: UnsafeRawBufferPointer)) throws -> Void
  ) throws {
    let opened = try sourceFile(file).again(exports.identities[file])
    let room = 256 << 10
    let target = UnsafeMutablePointer<UInt8>.allocate(capacity: room)
    defer { target.deallocate() }
    var offset = start
    while offset < end {
      let count = min(room, end - offset)
      try opened.read(into: target, count: count, at: offset)
      try body((offset, UnsafeRawBufferPointer(start: target, count: count)))
      offset += count
    }
  }

  /// Records read of a file so far.
  package func records(of file: Int) -> Int { monitor.withLock { Int(recordCounts[file]) } }

  /// The 1-based last line of the one file that was read, where it wants an end and has none.
  package var openLine: Int? { monitor.withLock { lineLeftOpen.map { Int(clamping: $0) } } }

  /// Bytes that compressed files held so far.
  package var inflatedBytes: Int { counter.inflatedBytes }

  /// Counts what was read elsewhere of a file.
  ///
  /// - Throws: When all compressed files together hold more than they may.
  package func note(
    records: Int, inflatedBytes: Int, openLine: Int?, of file: Int
  ) throws(ExtractionError) {
    guard counter.add(inflated: inflatedBytes) else {
      throw place(of: file).data(
        "the compressed exports of this run hold more than \(counter.mostInflated) bytes",
        "Look at what was compressed; raise limits.inflated if it is meant.")
    }
    monitor.withLock {
      recordCounts[file] += UInt64(records)
      note(openLine: openLine.map { UInt64($0) }, of: file)
    }
  }
}
