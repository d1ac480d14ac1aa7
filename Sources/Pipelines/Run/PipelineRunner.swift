internal import Collation
internal import DirectoryFormat
internal import Extraction
internal import Publication
internal import Records

/// The sketch of a run: every stage once, in the order in which a record meets them.
///
/// Exports are extracted into batches of records, normalized into candidates or rejections,
/// collated into one sorted directory and published as chunks, deltas and a manifest; the ledger
/// and the gate decide whether the new generation replaces the former one. Memory: bounded by the
/// options, whatever the size of the exports.
package struct PipelineRunner: Sendable {
  let settings: RunSettings

  /// Prepares a run; nothing is opened or written yet.
  package init(_ settings: RunSettings) { self.settings = settings }

  /// Runs the pipeline; a refused run returns its summary, an error publishes nothing either.
  package func build() throws -> BuildResult {
    // Around everything that makes files, the publisher's last breath included.
    let interruption = Interruption()
    defer { interruption.cancel() }
    return try run(interruption)
  }

  private func run(_ interruption: Interruption) throws -> BuildResult {
    var timings = StageTimings()
    let extractor = try Extractor(sources: settings.sources)
    try settings.makeFolderOfCheck()
    let publisher = try Publisher(
      output: settings.output, settings: settings.publication, mode: settings.publicationMode)
    let report = try ReportFolder(settings)
    let collator = try Collator(
      settings: settings.collation, memoryInBytes: settings.memoryForCollation,
      scratchDirectory: settings.scratch, workers: settings.workers)
    interruption.watch(removing: settings.leftovers)
    defer {
      report.remove()
      settings.removeScratchFolder()
    }
    let names = SourceNames(extractor: extractor, sources: settings.sources.map(\.name))
    var account = RunAccount(settings: settings, extractor: extractor)
    account.warnings = publisher.warnings

    account.tally = try read(extractor, into: collator, report, names)
    timings.ended("read, normalize, sort")
    try account.checkRecords()
    try account.checkNumbers()
    let tooManyRejected = account.refusalsByRejected()
    guard tooManyRejected.isEmpty else {
      return try refuse(account, because: tooManyRejected, report, timings)
    }

    let conflicts = try ConflictsReport(
      folder: report.staging, syncing: report.syncing, names: names)
    account.outcome = try collator.finish(
      entries: { batch in
        try publisher.append(batch)
        settings.onProgress?(.merging(moreEntries: batch.entries.count))
      }, conflict: conflicts.add)
    try conflicts.finish()
    try account.checkCandidates()
    timings.ended("merge, format, hash, write")
    settings.onProgress?(.comparing)

    let staged = try publisher.finish(account.facts)
    account.staged = staged
    timings.ended("digests, deltas, renderings")
    let tooMuchChanged = account.refusalsByChange()
    guard tooMuchChanged.isEmpty else {
      try publisher.discard(staged)
      return try refuse(account, because: tooMuchChanged, report, timings)
    }
    return try publish(staged, by: publisher, account, report, timings)
  }

  private func read(
    _ extractor: Extractor, into collator: Collator, _ report: ReportFolder, _ names: SourceNames
  ) throws -> RunTally {
    let spool = try ReportSpool(folder: report.staging, syncing: report.syncing)
    let tally = try RecordReading(
      extractor: extractor, collator: collator, normalization: settings.normalization,
      names: names, spool: spool, onProgress: settings.onProgress, workers: settings.workers
    ).run()
    try spool.finish()
    return tally
  }

  private func refuse(
    _ account: RunAccount, because refusals: [String], _ report: ReportFolder,
    _ timings: StageTimings
  ) throws -> BuildResult {
    let summary = account.summary(.refused, refusals: refusals)
    try SummaryReport.write(summary, folder: report.staging, syncing: report.syncing)
    try report.wait()
    let place = settings.isCheck ? nil : try report.refuse()
    return BuildResult(
      summary: summary, directory: settings.directory, report: place, timings: timings)
  }

  private func publish(
    _ staged: StagedGeneration, by publisher: Publisher, _ account: RunAccount,
    _ report: ReportFolder, _ timings: StageTimings
  ) throws -> BuildResult {
    var timings = timings
    if settings.isCheck {
      return BuildResult(
        summary: account.summary(staged.isUnchanged ? .unchanged : .differs),
        directory: settings.directory, report: nil, timings: timings)
    }
    let summary = account.summary(staged.isUnchanged ? .unchanged : .published)
    try SummaryReport.write(summary, folder: report.staging, syncing: report.syncing)
    try report.wait()
    let manifest = try publisher.publish(staged)
    let place = try report.accept(generation: manifest.generation)
    timings.ended("publish")
    return BuildResult(
      summary: summary, directory: settings.directory, report: place, timings: timings)
  }
}
