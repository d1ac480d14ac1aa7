internal import Collation
internal import Extraction

/// Where a run has its records and its entries from: everything before publication.
protocol RecordSupply {
  /// Names the exports, and vouches for them.
  var extractor: Extractor { get }

  /// What the run has come to so far, and may come to.
  var limits: RunLimits { get }

  /// Reads every record; gives what they came to, and their lines for two reports.
  ///
  /// - Throws: Also when an export changed meanwhile, or a source refuses what is doubtful about one.
  func read(rejects: ReportFile, repairs: ReportFile, scratch: String) throws -> RunTally

  /// Merges what was read, once: gives entries, or chunks that were made of them, and conflicts.
  ///
  /// - Throws: `CollationError.overCap` before the first entry.
  /// - Returns: The account of all candidates.
  func merge(into conflicts: ConflictsReport, _ intake: EntryIntake) throws -> CollationOutcome
}

/// Records that this process reads, normalizes and merges itself.
final class RecordsReadHere: RecordSupply {
  let extractor: Extractor
  let limits: RunLimits
  private let settings: RunSettings
  private var collator: Collator?

  /// Prepares the reading of what an extractor has opened.
  init(_ settings: RunSettings, _ extractor: Extractor) {
    self.settings = settings
    self.extractor = extractor
    limits = RunLimits(settings.pipeline)
  }

  func read(rejects: ReportFile, repairs: ReportFile, scratch: String) throws -> RunTally {
    let collator = try Collator(
      settings: settings.collation, memoryInBytes: settings.memoryForCollation,
      scratchDirectory: scratch, workers: settings.workers)
    self.collator = collator
    let spool = ReportSpool(
      rejects: rejects, repairs: repairs, limits: limits,
      mostBytesWaiting: settings.memoryForReports)
    let waivers = WaiverTable(settings.pipeline.waivers)
    let tally = try RecordReading(
      extractor: extractor, collator: collator, normalization: settings.normalization,
      names: SourceNames(extractor: extractor, sources: settings.sources.map(\.name)),
      spool: spool, limits: limits, onProgress: settings.onProgress, workers: settings.workers,
      waivers: waivers,
      // Which rejections are waived is known only when all are read, and a check has no page.
      groupsRejections: waivers == nil && !settings.isCheck
    ).run()
    try spool.finish()
    return tally
  }

  func merge(into conflicts: ConflictsReport, _ intake: EntryIntake) throws -> CollationOutcome {
    guard let collator else { return CollationOutcome(slots: 0) }
    return try collator.finish(entries: intake.add, conflict: conflicts.add)
  }
}
