internal import Collation
internal import Extraction
internal import Normalization
internal import Records
internal import Threads

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
  let limits: RunLimits
  let onProgress: (@Sendable (RunProgress) -> Void)?
  let workers: Int
  var waivers: WaiverTable?
  /// Whether rejections are grouped as they are written.
  var groupsRejections = false

  /// Reads everything; the tally of all workers, or the first error of one.
  ///
  /// - Throws: Also when an export changed meanwhile, or keeps a worker waiting for too long, and when
  ///   the system gives no threads.
  func run() throws -> RunTally {
    let state = Results(columns: normalization.map(\.columns))
    try Crew.run(workers, watch: { try extractor.checkWaiting() }) { worker in
      do {
        var groups = groupsRejections ? RejectionGroups(worker: worker) : nil
        let tally = try work(&groups) { state.failure != nil }
        state.add(tally, groups)
      } catch {
        spool.abandon(because: error)
        state.fail(error)
      }
    }
    if let failure = state.failure { throw failure }
    try extractor.finish()
    var tally = state.tally
    if groupsRejections {
      tally.groups = RejectionGroups.sum(state.groups, rows: spool.groupedRows)
    }
    return tally
  }

  /// What the workers give back.
  private final class Results: Sendable {
    private let state: Locked<(tally: RunTally, groups: [RejectionGroups], failure: (any Error)?)>

    init(columns: [[Field]]) { state = Locked((RunTally(columns: columns), [], nil)) }

    var tally: RunTally { state.withLock { $0.tally } }
    var groups: [RejectionGroups] { state.withLock { $0.groups } }
    var failure: (any Error)? { state.withLock { $0.failure } }

    func add(_ more: RunTally, _ groups: RejectionGroups?) {
      state.withLock {
        $0.tally += more
        if let groups { $0.groups.append(groups) }
      }
    }
    func fail(_ error: any Error) { state.withLock { $0.failure = $0.failure ?? error } }
  }

  /// One worker's share; ends early when another worker has failed.
  private func work(
    _ groups: inout RejectionGroups?, unless hasFailed: () -> Bool
  ) throws -> RunTally {
    let batch = RecordBatch()
    let normalized = NormalizedBatch()
    let collation = collator.makeWorker()
    var normalizer = CurrentNormalizer(normalization)
    var tally = RunTally(columns: normalization.map(\.columns))
    while !hasFailed(), try extractor.next(into: batch) {
      let rules = try normalizer.of(source: batch.source)
      tally.numbers.add(batch)
      tally.ragged.add(batch)
      let sheet = spool.sheet()
      let sequence = batch.sequence
      var next = 0
      var corrected = CorrectedRecords(batch)
      repeat {
        normalized.removeAll()
        next = rules.normalize(batch, from: next, into: normalized)
        tally.add(normalized, source: batch.source)
        if let waivers { tally.waived.add(normalized, of: batch, names, waivers) }
        corrected.note(normalized)
        try limits.add(expansions: normalized.counts.expansion.numbers)
        swap(&sheet.groups, &groups)
        sheet.add(normalized, of: batch, names: names)
        swap(&sheet.groups, &groups)
        if sheet.isLong { try spool.submit(part: sheet, sequence: sequence) }
        try collation.append(normalized, batch)
      } while next < batch.records.count
      tally.corrected[batch.source] += corrected.used
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

/// Which records of a batch give candidates because somebody corrected them.
private struct CorrectedRecords {
  private var waiting: Set<UInt32>
  /// How many of them do.
  private(set) var used = 0

  init(_ batch: RecordBatch) { waiting = Set(batch.corrected.elements) }

  /// Notes what was made of a part of the batch.
  mutating func note(_ normalized: NormalizedBatch) {
    if waiting.isEmpty { return }
    for candidate in normalized.candidates.elements where waiting.remove(candidate.record) != nil {
      used += 1
    }
  }
}
