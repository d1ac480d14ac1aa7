internal import Collation
internal import Extraction
internal import Normalization

/// Reads and normalizes one split, and writes what comes of it as a stream of frames: reports
/// first, then sorted runs by part, then the account.
///
/// The stream is a function of plan, bounds and split. Memory: that of the options.
package enum SplitNormalizer {
  /// Writes the stream of a split; nothing before the export is known to be that of the plan.
  ///
  /// - Throws: `StageError`; what `build` throws of the exports.
  package static func run(
    _ context: StageContext, bounds path: String, split number: Int, to descriptor: Int32,
    _ options: StageOptions
  ) throws {
    let (bounds, boundsDigest) = try context.bounds(at: path)
    guard context.plan.splits.indices.contains(number) else {
      throw StageError(
        "--split", "there is no split \(number) (expected 0 to \(context.plan.splits.count - 1))",
        "Count the splits of the plan.", isUsage: true)
    }
    let split = context.plan.splits[number]
    let extractor = try context.open(split, split.stretch)
    let found = try extractor.checksum(of: split)
    guard found == split.xxh3 else {
      throw StageError.differs(
        context.plan.exports[split.file].path, "export",
        found: "split \(number) of XXH3 \(found)",
        expected: "\(split.xxh3) in the plan")
    }
    let settings = try context.file.collationSettings()
    let collator = try Collator(
      settings: settings, memoryInBytes: options.memoryForCollation,
      scratchDirectory: options.scratchFolder, workers: options.threads)
    let writer = FrameWriter(descriptor, place: "standard output", split: number)
    try writer.add(
      .begin,
      StageDocument.encode(
        StreamBegin(
          stage: "normalize", tool: ToolVersion.tool, pipeline: context.plan.pipeline.sha256,
          plan: context.planDigest, bounds: boundsDigest, split: number, part: nil)))
    let rejects = FrameLines(.rejects, writer)
    let repairs = FrameLines(.repairs, writer)
    let tally = try read(extractor, into: collator, context, rejects, repairs, options)
    let account = SplitAccount(
      tally, source: context.plan.exports[split.file].source, file: split.file,
      records: extractor.records(of: split.file), inflatedBytes: extractor.inflatedBytes,
      reportedBytes: rejects.bytes + repairs.bytes, openLine: extractor.openLine)
    _ = try collator.handOver(partedAt: bounds.bounds) { run in
      try writer.endParts(before: run.part, plan: context.planDigest, bounds: boundsDigest)
      try writer.add(run: run.bytes, candidates: run.candidates)
    }
    try writer.endParts(before: bounds.parts, plan: context.planDigest, bounds: boundsDigest)
    try writer.add(.account, StageDocument.encode(account))
    try writer.end()
  }

  private static func read(
    _ extractor: Extractor, into collator: Collator, _ context: StageContext,
    _ rejects: FrameLines, _ repairs: FrameLines, _ options: StageOptions
  ) throws -> RunTally {
    let limits = RunLimits(context.file.pipeline)
    let spool = ReportSpool(
      rejects: rejects, repairs: repairs, limits: limits,
      mostBytesWaiting: min(options.memory / 32, 16 << 20))
    let tally = try RecordReading(
      extractor: extractor, collator: collator,
      normalization: context.file.pipeline.normalizationSettings(),
      names: SourceNames(
        extractor: extractor, sources: context.file.pipeline.sources.map(\.name)),
      spool: spool, limits: limits, onProgress: nil, workers: options.threads,
      waivers: WaiverTable(context.file.pipeline.waivers)
    ).run()
    try spool.finish()
    try rejects.flush()
    try repairs.flush()
    return tally
  }
}
