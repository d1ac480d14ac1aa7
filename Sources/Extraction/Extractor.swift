package import Records
import Threads

/// Reads the files of all sources as record batches; the first stage of a run.
///
/// Any number of threads may call `next(into:)` at once. Plain UTF-8 CSV files are split by all of
/// them together; other files are read by one thread at a time while the others normalize.
///
/// A file is closed between the look at its beginning and its turn. It must be the same whenever it
/// is opened, and once more at the end, which `finish()` makes sure of.
package final class Extractor: @unchecked Sendable {
  /// All files in reading order; the index is `RecordBatch.file`.
  package let files: [ExtractedFile]

  let sources: [SourceDescription]
  /// By source; nil where its records stay as they are.
  private let shapings: [RecordShaping?]
  private let blockSize: Int
  let access: ExportFile.Access
  let counter: ByteCounter
  let monitor = Monitor()
  var exports: OpenedExports
  private let scope: ExtractionScope
  private var current: Int
  /// Behind the last file that is read.
  private let last: Int
  private var sequence = 0
  private var failure: ExtractionError?
  /// By file: records read of it.
  var recordCounts: [UInt64]
  /// The 1-based last line of the one file that is read, where it has no end.
  private(set) var lineLeftOpen: UInt64?
  /// By file: the last line, where it has no end.
  ///
  /// Told in the order of files at the end: any worker may be the last one of a file, and two may take themselves for it.
  private var openLines: [Int: UInt64] = [:]

  private enum Claim {
    case block(CSVBlockFeed, Int)
    case filled
    case end
  }

  /// Opens every file, reads headers and finds every column, before any record is read.
  ///
  /// `blockSizeInBytes` is what one batch holds of a file: at 256 KiB the records and candidates
  /// made of it stay in the cache of one core (7 % less CPU time than at 1 MiB). `standardInput` is
  /// the descriptor behind `-`, `mostInflatedBytes` what all compressed files together may hold. Of a
  /// narrower `scope`, files and sources keep their indices.
  /// Throws `ExtractionErrors` with all problems of all sources.
  package init(
    sources: [SourceDescription], scope: ExtractionScope = .everything,
    blockSizeInBytes: Int = 1 << 18, mostInflatedBytes: Int = .max, standardInput: Int32 = 0
  ) throws(ExtractionErrors) {
    precondition(blockSizeInBytes > 0, "a block holds something")
    shapings = sources.map { RecordShaping($0) }
    let sources = sources.map(\.withFilterColumns)
    self.sources = sources
    blockSize = blockSizeInBytes
    counter = ByteCounter(mostInflated: mostInflatedBytes)
    let all = sources.enumerated().flatMap { index, source in
      source.files.map { ExtractedFile(path: $0, source: index) }
    }
    files = all
    self.scope = scope
    (current, last) =
      switch scope {
      case .everything: (0, all.count)
      case .file(let file, _): (file, file + 1)
      case .elsewhere: (0, 0)
      }
    recordCounts = [UInt64](repeating: 0, count: all.count)
    access = ExportFile.Access(standardInput: standardInput)
    let errors =
      sources.flatMap { SourceCheck.problems(of: $0) } + SourceCheck.repeatedInput(sources)
    guard errors.isEmpty else { throw ExtractionErrors(errors: errors) }
    exports = try Self.patiently(access) { [access, counter] () throws(ExtractionErrors) in
      let sourceFile = { (file: ExtractedFile) in
        SourceFile(
          source: sources[file.source], path: file.path, blockSize: blockSizeInBytes,
          counter: counter, access: access)
      }
      switch scope {
      case .everything: return try OpenedExports(all, of: sources, sourceFile: sourceFile)
      case .file(let file, let stretch):
        return try OpenedExports(file, stretch, of: all, sourceFile: sourceFile)
      case .elsewhere(let survey): return OpenedExports(survey, of: sources)
      }
    }
  }

  /// Fills a batch with the next records, or gives false at the end, and then always.
  ///
  /// A batch may come back without records. After an error every call throws it again.
  package func next(into batch: RecordBatch) throws(ExtractionError) -> Bool {
    guard try fill(batch) else { return false }
    shapings[batch.source]?.apply(to: batch)
    if let corrections = sources[batch.source].corrections {
      corrections.apply(to: batch, texts(ofSource: batch.source))
    }
    return true
  }

  private func fill(_ batch: RecordBatch) throws(ExtractionError) -> Bool {
    batch.removeAll()
    let claimed = try monitor.withLock { () throws(ExtractionError) in
      if let failure { throw failure }
      do throws(ExtractionError) {
        return try claim(batch)
      } catch {
        let explained = explained(error, of: current)
        failure = explained
        throw explained
      }
    }
    switch claimed {
    case .end: return false
    case .filled: return true
    case .block(let feed, let block):
      do throws(ExtractionError) {
        try feed.fill(batch, block: block)
      } catch {
        let explained = explained(error, of: batch.file)
        throw monitor.withLock {
          failure = failure ?? explained
          return explained
        }
      }
      let count = UInt64(batch.records.count)
      let file = batch.file
      monitor.withLock {
        recordCounts[file] += count
        note(openLine: feed.openLine, of: file)
      }
      return true
    }
  }

  private func claim(_ batch: RecordBatch) throws(ExtractionError) -> Claim {
    while current < last {
      switch exports.feeds[current] {
      case .plain(let text):
        exports.feeds[current] = .blocks(
          sourceFile(current).feed(of: text, former: exports.identities[current]))
      case .serial:
        exports.feeds[current] = .open(
          try sourceFile(current).reader(former: exports.identities[current]))
      case .blocks(let feed):
        if let block = try feed.claim() {
          number(batch)
          return .block(feed, block)
        }
        exports.feeds[current] = .done
      case .open(let reader):
        if try reader.fill(batch) {
          number(batch)
          recordCounts[current] += UInt64(batch.records.count)
          return .filled
        }
        note(openLine: reader.openLine, of: current)
        exports.feeds[current] = .done
      case .done: current += 1
      }
    }
    return .end
  }

  /// Remembers that a file ends without the end of its last line.
  func note(openLine: UInt64?, of file: Int) {
    guard let openLine else { return }
    if case .file = scope { lineLeftOpen = openLine }
    openLines[file] = openLine
  }

  func sourceFile(_ index: Int, blockSize size: Int? = nil) -> SourceFile {
    SourceFile(
      source: sources[files[index].source], path: files[index].path,
      blockSize: size ?? blockSize, counter: counter, access: access)
  }

  /// What is wrong with data that changes while it is read is the change.
  private func explained(_ error: ExtractionError, of file: Int) -> ExtractionError {
    exports.difference(of: file, place(of: file), access) ?? error
  }

  func place(of file: Int) -> FilePlace {
    FilePlace(source: sources[files[file].source].name, path: files[file].path)
  }

  /// Makes sure that every file is what it was when it was first opened, and that no source refuses
  /// what is doubtful about one; called once, when every call of `next` has come to the end.
  package func finish() throws(ExtractionErrors) {
    let errors = try Self.patiently(access) { [self] () throws(ExtractionErrors) in
      files.indices.compactMap { exports.difference(of: $0, place(of: $0), access) }
    }
    if !errors.isEmpty { throw ExtractionErrors(errors: errors) }
    // What is doubtful shows when all parts are together.
    if case .file = scope { return }
    for (file, line) in openLines.sorted(by: { $0.key < $1.key }) {
      exports.doubts.note(
        .unterminated, source: files[file].source, place(of: file),
        "the last line (\(line)) has no line end")
    }
    // Files without records cannot count anything twice.
    for pair in exports.repeated where recordCounts[pair.file] > 0 {
      exports.doubts.note(
        .repeated, source: files[pair.file].source, place(of: pair.file),
        "holds the same bytes as \(files[pair.former].path)")
    }
    let refusals = exports.doubts.refusals(of: sources)
    if !refusals.isEmpty { throw ExtractionErrors(errors: refusals) }
  }

  /// What is doubtful about the exports and was not refused; right once `finish` has returned.
  package var warnings: [String] { exports.doubts.warnings(of: sources) }

  /// By source: the file that was modified last, and what it was; nil where all are pipes.
  package var newestExports: [(path: String, identity: ExportIdentity)?] {
    var newest: [(path: String, identity: ExportIdentity)?] = sources.map { _ in nil }
    for (file, identity) in zip(files, exports.identities) {
      guard let identity else { continue }
      if let known = newest[file.source], !known.identity.isOlder(than: identity) { continue }
      newest[file.source] = (file.path, identity)
    }
    return newest
  }

  /// Throws when a file keeps a thread waiting for longer than its source allows.
  ///
  /// For whoever waits for the threads that call `next`: one that hangs in the system never does.
  package func checkWaiting() throws(ExtractionError) {
    if let overdue = access.pending.overdue { throw overdue }
  }

  /// Does work on files on a thread of its own, and goes without it when that hangs.
  private static func patiently<Value: Sendable>(
    _ access: ExportFile.Access,
    _ work: @escaping @Sendable () throws(ExtractionErrors) -> Value
  ) throws(ExtractionErrors) -> Value {
    let result = Outcome<Value>()
    do {
      try Crew.run(1, watch: { if let overdue = access.pending.overdue { throw overdue } }) { _ in
        result.value = Result { () throws(ExtractionErrors) in try work() }
      }
    } catch {
      let place = FilePlace(source: "", path: "threads")
      let thread = (error as? ThreadError).map { place.data($0.problem, ThreadError.remedy) }
      throw ExtractionErrors(errors: [error as? ExtractionError, thread].compactMap { $0 })
    }
    guard let value = result.value else { throw ExtractionErrors(errors: []) }
    return try value.get()
  }

  /// What a thread leaves for the one that waits for it.
  private final class Outcome<Value: Sendable>: @unchecked Sendable {
    var value: Result<Value, ExtractionErrors>?
  }

  private func number(_ batch: RecordBatch) {
    batch.sequence = sequence
    batch.file = current
    batch.source = files[current].source
    sequence += 1
  }

  /// Stored bytes read so far and in all; the total is nil when a pipe is among the files.
  package var progress: (bytesRead: Int, bytesTotal: Int?) { (counter.value, exports.bytesTotal) }
}
