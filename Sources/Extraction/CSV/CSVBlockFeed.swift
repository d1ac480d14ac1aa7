import Records
import Threads

/// Lets several workers split one plain UTF-8 file at once, with the result of one.
///
/// Block k owns the records that start in its stretch of the file. Its worker guesses that a record
/// starts behind the first line end, splits from there, and then waits for the place where the
/// worker of block k - 1 really ended. A record start has no memory of what came before, so equal
/// places prove the guess; else the block is split again from the true place.
final class CSVBlockFeed: @unchecked Sendable {
  let layout: CSVLayout
  let blockCount: Int
  private let open: () throws(ExtractionError) -> ExportFile
  private let counter: ByteCounter
  private let blockSize: Int
  private let dataStart: Int
  /// Where the records end that are wanted; a record may be looked at beyond it.
  private let dataEnd: Int
  private let fileEnd: Int
  private let monitor = Monitor()
  private var nextBlock = 0
  /// Open from the first block to the last.
  private var file: ExportFile?
  /// Start of the first block whose predecessor has not ended yet.
  private var known: Known
  private var knownBlock = 0
  private var failure: ExtractionError?
  private var lastByte: UInt8 = 0x0A
  private var traces: CacheTraces

  /// A place at which a record starts.
  struct Known {
    /// 0-based offset in the file.
    var position: Int
    /// 1-based physical line.
    var line: UInt64
    /// Records of the file before it.
    var ordinal: UInt64
  }

  /// Bytes read beyond a block, so that its last record is usually whole.
  private static let overhang = 4 << 10

  /// `open` opens the file when its turn comes.
  init(
    _ text: PlainText, blockSize: Int, counter: ByteCounter,
    open: @escaping () throws(ExtractionError) -> ExportFile
  ) {
    self.open = open
    layout = text.layout
    dataStart = text.dataStart
    dataEnd = text.dataEnd
    fileEnd = text.fileEnd
    self.blockSize = blockSize
    self.counter = counter
    blockCount = max(0, (dataEnd - dataStart + blockSize - 1) / blockSize)
    known = Known(position: text.dataStart, line: text.line, ordinal: text.ordinal)
    traces = CacheTraces(fileEnd: fileEnd)
  }

  /// Hands out the next block, or nil when all are handed out.
  func claim() throws(ExtractionError) -> Int? {
    try monitor.withLock { () throws(ExtractionError) in
      guard nextBlock < blockCount else { return nil }
      let opened: ExportFile
      if let file { opened = file } else { opened = try open() }
      file = opened
      traces.willRead(at: dataStart + nextBlock * blockSize, of: opened.descriptor)
      nextBlock += 1
      return nextBlock - 1
    }
  }

  /// The 1-based last line where it has no end; nil until all blocks are filled, and where the file
  /// goes on behind them.
  var openLine: UInt64? {
    guard dataEnd == fileEnd else { return nil }
    return monitor.withLock {
      let isEnded = lastByte == 0x0A || lastByte == 0x0D || knownBlock < blockCount
      return isEnded ? nil : known.line - 1
    }
  }

  /// Fills an empty batch with the records of a claimed block; gives the start of the first record
  /// behind them.
  @discardableResult
  func fill(_ batch: RecordBatch, block: Int) throws(ExtractionError) -> Known {
    do throws(ExtractionError) {
      let (claimed, start) = monitor.withLock { (self.file, known) }
      guard let file = claimed else { return start }
      let end = try split(block, into: batch, from: file)
      monitor.withLock {
        known = end
        knownBlock = block + 1
        monitor.wakeAll()
        traces.didRead(before: end.position, of: file.descriptor)
        if knownBlock == blockCount { self.file = nil }
      }
      return end
    } catch {
      monitor.withLock {
        failure = failure ?? error
        monitor.wakeAll()
      }
      throw error
    }
  }

  private func split(
    _ block: Int, into batch: RecordBatch, from file: ExportFile
  ) throws(ExtractionError) -> Known {
    let first = dataStart + block * blockSize
    let stop = min(first + blockSize, dataEnd)
    // The byte before tells whether the block starts with a line.
    let from = block == 0 ? first : first - 1
    try load(batch, of: file, from: from, to: stop + Self.overhang)
    counter.add(stop - first)
    var start = try knownStart(of: block, waits: false)
    if start == nil {
      var guess: (start: Int, end: Known)?
      if let guessed = guessedStart(batch, from: from), guessed < stop {
        let unknown = Known(position: guessed, line: 0, ordinal: 0)
        guess = (
          guessed, try splitWhole(batch, of: file, from: unknown, bufferStart: from, stop: stop)
        )
      }
      let trueStart = try knownStart(of: block, waits: true)
      if let guess, let found = trueStart, guess.start == found.position {
        return shift(batch, guess.end, by: found)
      }
      start = trueStart
      try load(batch, of: file, from: from, to: stop + Self.overhang)
    }
    guard let start, start.position < stop else {
      batch.removeAll()
      return start ?? known
    }
    return try splitWhole(batch, of: file, from: start, bufferStart: from, stop: stop)
  }

  /// Adds the lines and records before the block to what was counted from its start.
  private func shift(_ batch: RecordBatch, _ end: Known, by start: Known) -> Known {
    for r in 0..<batch.records.count {
      batch.records.base[r].line &+= start.line
      batch.records.base[r].ordinal &+= start.ordinal
    }
    if batch.ragged.count > 0 { batch.ragged.firstLine &+= start.line }
    return Known(
      position: end.position, line: end.line + start.line, ordinal: end.ordinal + start.ordinal)
  }

  /// Where the block truly starts; nil while the block before it has not ended.
  private func knownStart(of block: Int, waits: Bool) throws(ExtractionError) -> Known? {
    try monitor.withLock { () throws(ExtractionError) in
      while knownBlock != block, failure == nil {
        guard waits else { return nil }
        monitor.wait()
      }
      if let failure { throw failure }
      return known
    }
  }

  /// File position behind the first line end of the buffer.
  private func guessedStart(_ batch: RecordBatch, from: Int) -> Int? {
    var lines = LineFinder(
      base: UnsafePointer(batch.bytes.base), end: batch.bytes.count,
      isFinal: from + batch.bytes.count == fileEnd)
    return lines.line(at: 0).map { from + $0.next }
  }

  /// Replaces the batch's content by the file's bytes `from..<to`, cut at the end of the file.
  private func load(
    _ batch: RecordBatch, of file: ExportFile, from: Int, to: Int
  ) throws(ExtractionError) {
    let count = min(to, fileEnd) - from
    batch.removeAll()
    batch.bytes.reserve(additional: count)
    try file.read(into: batch.bytes.base, count: count, at: from)
    batch.bytes.commit(additional: count)
    if from + count == fileEnd, count > 0 {
      let last = batch.bytes[count - 1]
      monitor.withLock { lastByte = last }
    }
  }

  /// Splits from a record start to the first record at or behind `stop`.
  private func splitWhole(
    _ batch: RecordBatch, of file: ExportFile, from start: Known, bufferStart: Int, stop: Int
  ) throws(ExtractionError) -> Known {
    var overhang = layout.maxRecord + 4
    while true {
      let count = batch.bytes.count
      let progress = CSVSplitter.split(
        CSVStretch(
          start: start.position - bufferStart, stop: stop - bufferStart, end: count,
          isFinal: bufferStart + count == fileEnd, line: start.line, ordinal: start.ordinal,
          offset: UInt64(bufferStart)),
        layout: layout, into: batch)
      let reached = Known(
        position: bufferStart + progress.position, line: progress.line, ordinal: progress.ordinal)
      switch progress.reason {
      case .stop: return reached
      case .skipLine:
        return Known(
          position: try endOfLine(of: file, from: reached.position), line: reached.line,
          ordinal: reached.ordinal)
      case .moreBytes:
        try load(batch, of: file, from: bufferStart, to: stop + overhang)
        overhang *= 2
      }
    }
  }

  /// File position behind the next line end; for lines longer than a record may be.
  private func endOfLine(
    of file: ExportFile, from start: Int
  ) throws(ExtractionError) -> Int {
    let window = RecordBatch()
    var position = start
    while position < fileEnd {
      try load(window, of: file, from: position, to: position + (256 << 10))
      let count = window.bytes.count
      let base = UnsafePointer(window.bytes.base)
      var lines = LineFinder(base: base, end: count, isFinal: position + count == fileEnd)
      if let line = lines.line(at: 0) { return position + line.next }
      // A last CR may be half a CRLF.
      position += base[count - 1] == 0x0D ? count - 1 : count
    }
    return fileEnd
  }
}
