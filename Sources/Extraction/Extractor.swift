package import Records

/// Reads the files of all sources as record batches; the first stage of a run.
///
/// Any number of threads may call `next(into:)` at once. Plain UTF-8 CSV files are split by all of
/// them together; other files are read by one thread at a time while the others normalize.
package final class Extractor: @unchecked Sendable {
  /// All files in reading order; the index is `RecordBatch.file`.
  package let files: [ExtractedFile]

  private let sources: [SourceDescription]
  private let counter = ByteCounter()
  private let bytesTotal: Int?
  private let monitor = Monitor()
  private var feeds: [Feed] = []
  private var current = 0
  private var sequence = 0
  private var failure: ExtractionError?
  private var recordCounts: [UInt64]

  /// How a file is read.
  enum Feed {
    case blocks(CSVBlockFeed)
    case open(any RecordReader)
    /// Opened again when its turn comes.
    case closed(SourceFile)
    case done
  }

  private enum Claim {
    case block(CSVBlockFeed, Int)
    case filled
    case end
  }

  /// Opens every file, reads headers and finds every column, before any record is read.
  ///
  /// `blockSizeInBytes` is what one batch holds of a file: at 256 KiB the records and candidates
  /// made of it stay in the cache of one core (7 % less CPU time than at 1 MiB). Throws
  /// `ExtractionErrors` with all problems of all sources.
  package init(
    sources: [SourceDescription], blockSizeInBytes: Int = 1 << 18
  ) throws(ExtractionErrors) {
    precondition(blockSizeInBytes > 0, "a block holds something")
    self.sources = sources
    let all = sources.enumerated().flatMap { index, source in
      source.files.map { ExtractedFile(path: $0, source: index) }
    }
    files = all
    recordCounts = [UInt64](repeating: 0, count: all.count)
    var errors: [ExtractionError] = []
    var total: Int? = 0
    for source in sources { errors += SourceCheck.problems(of: source) }
    errors += SourceCheck.repeatedInput(sources)
    guard errors.isEmpty else { throw ExtractionErrors(errors: errors) }
    for file in all {
      let sourceFile = SourceFile(
        source: sources[file.source], path: file.path, blockSize: blockSizeInBytes,
        counter: counter)
      do throws(ExtractionError) {
        let opened = try sourceFile.open()
        total = total.flatMap { sum in opened.sizeInBytes.map { sum + $0 } }
        feeds.append(opened.feed)
      } catch {
        errors.append(error)
      }
    }
    bytesTotal = total
    guard errors.isEmpty else { throw ExtractionErrors(errors: errors) }
  }

  /// Fills a batch with the next records, or gives false at the end, and then always.
  ///
  /// A batch may come back without records. After an error every call throws it again.
  package func next(into batch: RecordBatch) throws(ExtractionError) -> Bool {
    batch.removeAll()
    let claimed = try monitor.withLock { () throws(ExtractionError) in
      if let failure { throw failure }
      do throws(ExtractionError) {
        return try claim(batch)
      } catch {
        failure = error
        throw error
      }
    }
    switch claimed {
    case .end: return false
    case .filled: return true
    case .block(let feed, let block):
      do throws(ExtractionError) {
        try feed.fill(batch, block: block)
      } catch {
        monitor.withLock { failure = failure ?? error }
        throw error
      }
      let count = UInt64(batch.records.count)
      let file = batch.file
      monitor.withLock { recordCounts[file] += count }
      return true
    }
  }

  private func claim(_ batch: RecordBatch) throws(ExtractionError) -> Claim {
    while current < feeds.count {
      switch feeds[current] {
      case .blocks(let feed):
        if let block = try feed.claim() {
          number(batch)
          return .block(feed, block)
        }
        current += 1
      case .closed(let file): feeds[current] = try file.open(rereads: true).feed
      case .open(let reader):
        if try reader.fill(batch) {
          number(batch)
          recordCounts[current] += UInt64(batch.records.count)
          return .filled
        }
        feeds[current] = .done
      case .done: current += 1
      }
    }
    return .end
  }

  private func number(_ batch: RecordBatch) {
    batch.sequence = sequence
    batch.file = current
    batch.source = files[current].source
    sequence += 1
  }

  /// Stored bytes read so far and in all; the total is nil when a pipe is among the files.
  package var progress: (bytesRead: Int, bytesTotal: Int?) { (counter.value, bytesTotal) }

  /// Indices of the files that gave no record, for a warning; right once `next` gave false.
  package var filesWithoutRecords: [Int] {
    monitor.withLock { recordCounts.indices.filter { recordCounts[$0] == 0 } }
  }

  /// What a report calls a mapped column: its header name, 1-based position or path.
  package func fieldName(ofColumn column: Int, inSource source: Int) -> String {
    switch sources[source].columns[column].selector {
    case .name(let name), .path(let name): name
    case .position(let position): String(position)
    }
  }

  /// Path of an XML record, or of one of its columns: `/Export/Lines/Line[17]/Owner/Name`.
  ///
  /// The index counts the records of the file, over all parents. Nil for CSV.
  package func elementPath(
    of record: RecordBatch.Record, column: Int?, inSource source: Int
  ) -> String? {
    guard case .xml(let options) = sources[source].format else { return nil }
    let path = "\(options.recordPath)[\(record.ordinal)]"
    guard let column else { return path }
    let name = fieldName(ofColumn: column, inSource: source)
    return name == "." ? path : "\(path)/\(name)"
  }
}
