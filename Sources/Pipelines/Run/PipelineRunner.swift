internal import Collation
internal import DirectoryFormat
internal import Extraction
internal import Publication

/// The sketch of a run: every stage once, in the order in which a record meets them.
///
/// Exports are extracted into batches of records, normalized into candidates or rejections,
/// collated into one sorted directory and published as chunks, deltas and a manifest; the ledger
/// and the gate decide whether the new generation replaces the former one. Memory: bounded by the
/// options, whatever the size of the exports.
package struct PipelineRunner: Sendable {
  let settings: RunSettings
  let fileSystem: FileSystem

  /// Prepares a run; nothing is opened or written yet.
  package init(_ settings: RunSettings) { self.init(settings, fileSystem: FileSystem()) }

  /// Prepares a run whose calls a test wants to have a say in.
  init(_ settings: RunSettings, fileSystem: FileSystem) {
    self.settings = settings
    self.fileSystem = fileSystem
  }

  /// Runs the pipeline; a refused run returns its summary, an error publishes nothing either.
  package func build() throws -> BuildResult {
    // Around everything that makes files, the publisher's last breath included.
    let interruption = try Interruption(onSignal: settings.onSignal)
    defer { interruption.cancel() }
    // Opening may wait for an export, and until then there is nothing to remove.
    interruption.watch(removing: [])
    let extractor = try Extractor(
      sources: settings.sources, blockSizeInBytes: settings.blockSize,
      mostInflatedBytes: settings.pipeline.limits.inflated.bytes)
    interruption.hold()
    return try run(RecordsReadHere(settings, extractor), interruption)
  }

  /// Publishes what others have read and merged, as `build` does what it reads and merges itself.
  package func build(from parts: CollectedParts) throws -> BuildResult {
    let interruption = try Interruption(onSignal: settings.onSignal)
    defer { interruption.cancel() }
    return try run(parts, interruption)
  }

  private func run(
    _ supply: some RecordSupply, _ interruption: Interruption
  ) throws -> BuildResult {
    var timings = StageTimings()
    let extractor = supply.extractor
    // A check writes nothing in the output; a build has the output's lock before it writes at all.
    let aside = settings.isCheck ? try Workplace(settings, fileSystem: fileSystem) : nil
    let publisher = try Publisher(
      output: settings.output, settings: settings.publication,
      mode: aside.map { .checking(scratch: $0.scratch) } ?? .publishing, fileSystem: fileSystem)
    try checkFormer(publisher)
    let workplace = try aside ?? Workplace(settings, fileSystem: fileSystem)
    let report = try ReportFolder(
      settings, sequence: publisher.former?.sequence ?? 0, fileSystem: fileSystem)
    interruption.watch(removing: workplace.leftovers, within: settings.output)
    // It outlives whatever writes in it.
    defer { withExtendedLifetime(workplace) { report.remove() } }
    var account = RunAccount(settings: settings, extractor: extractor)
    account.warnings = publisher.warnings
    let newest = NewestExports(extractor, sources: settings.sources)
    if let former = try NewestExports.last(on: report.shelf) {
      account.warnings += try newest.warnings(beside: former, sources: settings.sources)
    }
    account.tally = try read(supply, report, scratch: workplace.scratch)
    account.warnings += extractor.warnings
    timings.ended("read, normalize, sort")
    try account.checkRecords()
    try account.checkNumbers()
    let tooManyRejected = account.refusalsByRecords(beside: report, publisher.former)
    guard tooManyRejected.isEmpty else {
      return try refuse(account, because: tooManyRejected, report, interruption, timings)
    }

    let conflicts = try report.file("conflicts.csv")
    try conflicts.add(ConflictsReport.header)
    let names = SourceNames(extractor: extractor, sources: settings.sources.map(\.name))
    account.sampler = try sampler(beside: report)
    let lines = ConflictsReport(conflicts, names: names, limits: supply.limits)
    try merge(supply, into: publisher, lines, &account)
    try conflicts.finish()
    try account.checkCandidates()
    let empty = account.refusalsOfNothing()
    guard empty.isEmpty else {
      return try refuse(account, because: empty, report, interruption, timings)
    }
    timings.ended("merge, format, hash, write")
    settings.onProgress?(.comparing)

    let finished = try finish(publisher, account)
    guard let staged = finished.staged else {
      return try refuse(account, because: finished.refusals, report, interruption, timings)
    }
    account.staged = staged
    timings.ended("digests, deltas, renderings")
    let tooMuchChanged = account.refusalsByChange(
      since: [publisher.former?.asOf, report.last?.asOf].compactMap {
        $0.flatMap(CalendarDay.init)
      },
      former: report.last)
    try account.growth(since: report.last)?.write(to: report)
    guard tooMuchChanged.isEmpty else {
      try publisher.discard(staged)
      return try refuse(account, because: tooMuchChanged, report, interruption, timings)
    }
    try newest.write(to: report)
    if let sampler = account.sampler {
      try SampleFile.write(sampler, sources: settings.sources.map(\.name), to: report)
    }
    return try publish(
      account.acceptance.map(staged.accepting) ?? staged, by: publisher, account, report,
      interruption, timings)
  }

  private func merge(
    _ supply: some RecordSupply, into publisher: Publisher, _ conflicts: ConflictsReport,
    _ account: inout RunAccount
  ) throws {
    let intake = EntryIntake(publisher, settings, account.sampler)
    account.outcome = try supply.merge(into: conflicts, intake)
    account.entries = intake.bySource
    account.groups = intake.groups
  }

  /// What a single source lost is what the directory lost.
  private func sampler(beside report: ReportFolder) throws(PublicationError) -> EntrySampler? {
    guard settings.sources.count > 1 else { return nil }
    var former: FormerSample?
    if let run = report.lastRun { former = try SampleFile.read(run, on: report.shelf) }
    return EntrySampler(sources: settings.sources.count, former: former ?? FormerSample())
  }

  private func checkFormer(_ publisher: Publisher) throws(RunError) {
    guard settings.pipeline.continues, publisher.former == nil,
      settings.publication.leastSequence == 1
    else { return }
    throw .nothingToContinue(directory: settings.directory)
  }

  private func read(
    _ supply: some RecordSupply, _ report: ReportFolder, scratch: String
  ) throws -> RunTally {
    let rejects = try report.file("rejects.csv")
    let repairs = try report.file("repairs.csv")
    try rejects.add(ReportSheet.rejectsHeader)
    try repairs.add(ReportSheet.repairsHeader)
    let tally = try supply.read(rejects: rejects, repairs: repairs, scratch: scratch)
    try rejects.finish()
    try repairs.finish()
    return tally
  }

  /// The staged generation, or why there can be none with data sets of the lookup.
  private func finish(
    _ publisher: Publisher, _ account: RunAccount
  ) throws -> (staged: StagedGeneration?, refusals: [String]) {
    do {
      return (try publisher.finish(account.facts), [])
    } catch {
      guard case .lookup(let reason, let advice) = error else { throw error }
      return (nil, ["live_lookup: \(reason). \(advice)"])
    }
  }

  private func refuse(
    _ account: RunAccount, because refusals: [String], _ report: ReportFolder,
    _ interruption: Interruption, _ timings: StageTimings
  ) throws -> BuildResult {
    let summary = account.summary(.refused, refusals: refusals)
    try write(summary, to: report)
    interruption.hold()
    defer { interruption.release() }
    let place = try report.place()
    return BuildResult(
      summary: summary, directory: settings.directory, report: place,
      complaints: sweep(report), timings: timings, gate: account.gate,
      bytes: account.bytes, rejections: account.tally.groups.map(WrittenRejections.init))
  }

  /// Writes what a run came to, and under which settings.
  private func write(_ summary: BuildSummary, to report: ReportFolder) throws {
    let file = try report.file(RunPipeline.fileName)
    try RunPipeline.write(settings) { try file.add($0) }
    try file.finish()
    if let corrections = settings.corrections {
      let file = try report.file("corrections.csv")
      try file.add(RunCorrections.header)
      try corrections.write(to: file)
      try file.finish()
    }
    try SummaryReport.write(summary, to: report)
  }

  /// The report first, then the manifest: what is published has a report, whenever a run is killed.
  private func publish(
    _ staged: StagedGeneration, by publisher: Publisher, _ account: RunAccount,
    _ report: ReportFolder, _ interruption: Interruption, _ timings: StageTimings
  ) throws -> BuildResult {
    var timings = timings
    if settings.isCheck {
      return BuildResult(
        summary: account.summary(staged.isUnchanged ? .unchanged : .differs),
        directory: settings.directory, report: nil, complaints: [], timings: timings,
        gate: account.gate,
        bytes: account.bytes)
    }
    let summary = account.summary(staged.isUnchanged ? .unchanged : .published)
    try write(summary, to: report)
    var place: String?
    let published: Published
    defer { interruption.release() }
    do {
      published = try publisher.publish(staged, issued: settings.time.directoryTime) {
        () throws(PublicationError) in
        // A signal that removes what the report is made of must not meet its publication.
        interruption.hold()
        place = try report.place()
      }
    } catch {
      // Only under the hold: a signal that ends the run must not meet the link half made.
      if place != nil { report.withdraw() }
      throw error
    }
    let complaints = published.complaints + sweep(report)
    timings.ended("publish")
    return BuildResult(
      summary: summary, directory: settings.directory, report: place, complaints: complaints,
      timings: timings, gate: account.gate, bytes: account.bytes,
      rejections: account.tally.groups.map(WrittenRejections.init))
  }

  /// Removes reports that are no longer kept; what goes wrong is no reason to take anything back.
  private func sweep(_ report: ReportFolder) -> [String] {
    if settings.isCheck { return [] }
    do throws(PublicationError) {
      try report.sweep()
      return []
    } catch { return [error.complaint] }
  }
}
