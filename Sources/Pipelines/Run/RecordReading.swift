internal import Collation
internal import Dispatch
internal import Extraction
internal import Normalization
internal import Records
internal import Synchronization

/// The first half of a run: workers read, normalize and collect, each a batch at a time.
///
/// A batch never leaves its worker, so the loops over records share nothing; what the workers
/// count is added up once, at the end.
struct RecordReading: Sendable {
  let extractor: Extractor
  let collator: Collator
  let normalization: [NormalizationSettings]
  let names: SourceNames
  let spool: ReportSpool
  let onProgress: (@Sendable (RunProgress) -> Void)?
  let workers: Int

  /// Reads everything; the tally of all workers, or the first error of one.
  func run() throws -> RunTally {
    let state = Mutex<(tally: RunTally, failure: (any Error)?)>(
      (RunTally(columns: normalization.map(\.columns)), nil))
    DispatchQueue.concurrentPerform(iterations: workers) { _ in
      do {
        let tally = try work { state.withLock { $0.failure != nil } }
        state.withLock { $0.tally += tally }
      } catch {
        spool.abandon(because: error)
        state.withLock { $0.failure = $0.failure ?? error }
      }
    }
    let (tally, failure) = state.withLock { ($0.tally, $0.failure) }
    if let failure { throw failure }
    return tally
  }

  /// One worker's share; ends early when another worker has failed.
  private func work(unless hasFailed: () -> Bool) throws -> RunTally {
    let batch = RecordBatch()
    let normalized = NormalizedBatch()
    let collation = collator.makeWorker()
    var normalizers: [Normalizer?] = Array(repeating: nil, count: normalization.count)
    var tally = RunTally(columns: normalization.map(\.columns))
    while !hasFailed(), try extractor.next(into: batch) {
      let normalizer =
        try normalizers[batch.source] ?? Normalizer(settings: normalization[batch.source])
      normalizers[batch.source] = normalizer
      tally.numbers.add(batch)
      let sheet = spool.sheet()
      var next = 0
      repeat {
        normalized.removeAll()
        next = normalizer.normalize(batch, from: next, into: normalized)
        tally.add(normalized, source: batch.source)
        sheet.add(normalized, of: batch, names: names)
        try collation.append(normalized, batch)
      } while next < batch.records.count
      let sequence = batch.sequence
      reportProgress(of: batch)
      try spool.submit(sheet, sequence: sequence)
    }
    try collation.close()
    return tally
  }

  private func reportProgress(of batch: RecordBatch) {
    guard let onProgress else { return }
    let progress = extractor.progress
    onProgress(
      .reading(
        moreRecords: batch.records.count, bytesRead: progress.bytesRead,
        bytesTotal: progress.bytesTotal))
  }
}
