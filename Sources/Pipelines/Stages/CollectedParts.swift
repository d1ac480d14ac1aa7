internal import Collation
internal import DirectoryFormat
internal import Extraction
internal import Normalization
internal import Records

/// What all splits and parts of a run came to, each made by a process of its own.
///
/// Everything is there, and of one run, before anything is written. Memory: a few words for each
/// split and part, and one frame.
package final class CollectedParts: RecordSupply {
  let extractor: Extractor
  let limits: RunLimits
  private let context: StageContext
  private let settings: RunSettings
  private let bounds: StageBounds
  private var splits: [(stream: CheckedStream, account: SplitAccount)] = []
  private var parts: [(stream: CheckedStream, account: PartAccount)] = []

  /// Looks through the work folder.
  ///
  /// - Throws: `StageError` where a stream is missing, cut, of another run, or unequal to that of
  ///   another attempt.
  package init(
    _ context: StageContext, bounds path: String, work folder: String, _ settings: RunSettings
  ) throws {
    self.context = context
    self.settings = settings
    limits = RunLimits(settings.pipeline)
    let boundsDigest: String
    (bounds, boundsDigest) = try context.bounds(at: path)
    extractor = try Extractor(
      sources: settings.sources, scope: .elsewhere(context.plan.survey),
      mostInflatedBytes: settings.pipeline.limits.inflated.bytes)
    let work = try WorkFolder(folder)
    // One digest each: copies of one would share what they have taken.
    var inputs = (0..<bounds.parts).map { _ in HeaderDigest() }
    for split in context.plan.splits {
      let stream = try Self.stream(work.splits[split.split], "split \(split.split)", in: folder)
      try stream.check(
        "normalize", of: context, bounds: boundsDigest, split: split.split, part: nil)
      let account = try StageDocument.decode(
        SplitAccount.self, from: stream.account, of: stream.path)
      let waivers = settings.pipeline.waivers.count
      if let problem = account.problem(in: context.plan, of: split, waivers: waivers) {
        throw StageError.damaged(stream.path, problem)
      }
      guard stream.end.parts.count == bounds.parts else {
        throw StageError.damaged(stream.path, "the stream is of other bounds")
      }
      for part in inputs.indices { inputs[part].add(digest: stream.end.parts[part]) }
      splits.append((stream, account))
    }
    for part in 0..<bounds.parts {
      let stream = try Self.stream(work.parts[part], "part \(part)", in: folder)
      try stream.check("merge", of: context, bounds: boundsDigest, split: nil, part: part)
      let account = try StageDocument.decode(
        PartAccount.self, from: stream.account, of: stream.path)
      guard account.inputs == inputs[part].finish() else {
        throw StageError.damaged(stream.path, "the part was merged of other runs than these splits")
      }
      parts.append((stream, account))
    }
  }

  /// The stream of all attempts, which have to be equal.
  private static func stream(
    _ paths: [String]?, _ what: String, in folder: String
  ) throws -> CheckedStream {
    guard let paths, let first = paths.first else {
      throw StageError.damaged(folder, "\(what) is missing")
    }
    let stream = try CheckedStream(path: first)
    for path in paths.dropFirst() {
      guard try CheckedStream(path: path).end == stream.end else {
        throw StageError.damaged(path, "\(what) was done twice and came out differently")
      }
    }
    return stream
  }

  func read(rejects: ReportFile, repairs: ReportFile, scratch: String) throws -> RunTally {
    var tally = RunTally(columns: settings.normalization.map(\.columns))
    for (stream, account) in splits {
      var bytes = 0
      try stream.forEach([.rejects, .repairs]) { kind, lines in
        try limits.add(reported: lines.count)
        bytes += lines.count
        try (kind == .rejects ? rejects : repairs).add(lines.bindMemory(to: UInt8.self))
      }
      guard bytes == account.reportedBytes else {
        throw StageError.damaged(
          stream.path, "\(bytes) bytes of reports (expected \(account.reportedBytes))")
      }
      account.add(to: &tally)
      try limits.add(expansions: account.expansion[1])
      try extractor.note(
        records: account.records, inflatedBytes: account.inflatedBytes, openLine: account.openLine,
        of: account.file)
    }
    try extractor.finish()
    return tally
  }

  func merge(
    into conflicts: ConflictsReport, entries: (EntryBatch) throws -> Void
  ) throws -> CollationOutcome {
    let slots = settings.collation.slots.identifiers.count
    var outcome = CollationOutcome(slots: slots)
    for (stream, account) in parts {
      guard let part = account.outcome(slots: slots) else {
        throw StageError.damaged(stream.path, "the account is of other slots")
      }
      outcome += part
    }
    try settings.collation.checkCap(outcome)
    let batch = EntryBatch()
    for (part, (stream, _)) in parts.enumerated() {
      let within = EntryPayload.Bounds(
        numbers: bounds.numbers(of: part), slots: slots, sources: settings.sources.count)
      try stream.forEach([.entries, .conflicts]) { kind, payload in
        guard kind == .entries else {
          return try conflicts.add(lines: payload.bindMemory(to: UInt8.self))
        }
        guard EntryPayload.read(payload, within: within, into: batch) else {
          throw StageError.damaged(stream.path, "entries that do not belong to part \(part)")
        }
        try entries(batch)
      }
    }
    return outcome
  }
}
