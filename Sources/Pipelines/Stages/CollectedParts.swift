internal import Collation
internal import DirectoryFormat
internal import Extraction
internal import Normalization
internal import Publication
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
  /// Chunks that were made apart, by group of slots; none where the entries are to be formatted here.
  private var groups: [(stream: CheckedStream, account: GroupAccount)] = []

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
      try stream.check("normalize", of: context, bounds: boundsDigest, split: split.split)
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
      try stream.check("merge", of: context, bounds: boundsDigest, part: part)
      let account = try StageDocument.decode(
        PartAccount.self, from: stream.account, of: stream.path)
      guard account.inputs == inputs[part].finish() else {
        throw StageError.damaged(stream.path, "the part was merged of other runs than these splits")
      }
      parts.append((stream, account))
    }
    if !work.groups.isEmpty { try takeChunks(of: work, in: folder, boundsDigest) }
  }

  /// Looks through the chunks, which are there of all groups of slots or of none.
  private func takeChunks(
    of work: WorkFolder, in folder: String, _ boundsDigest: String
  ) throws {
    var inputs = HeaderDigest()
    for part in parts { inputs.add(digest: part.stream.end.digest) }
    let digest = inputs.finish()
    let slotGroups = bounds.slotGroups(of: settings.collation.slots.identifiers.count)
    for group in 0..<bounds.groups {
      let stream = try Self.stream(work.groups[group], "group \(group) of slots", in: folder)
      try stream.check("chunks", of: context, bounds: boundsDigest, group: group)
      let account = try StageDocument.decode(
        GroupAccount.self, from: stream.account, of: stream.path)
      guard account.inputs == digest else {
        throw StageError.damaged(stream.path, "the chunks were made of other parts than these")
      }
      let problem = account.problem(
        of: parts.map(\.account), slots: slotGroups.slots(of: group),
        sources: settings.sources.count)
      if let problem { throw StageError.damaged(stream.path, problem) }
      groups.append((stream, account))
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
      try stream.forEach([.rejects, .repairs]) { header, lines in
        try limits.add(reported: lines.count)
        bytes += lines.count
        try (header.kind == .rejects ? rejects : repairs).add(lines.bindMemory(to: UInt8.self))
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
    into conflicts: ConflictsReport, _ intake: EntryIntake
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
    for part in parts.indices { try read(part, into: conflicts, intake) }
    for (group, (stream, account)) in groups.enumerated() {
      intake.add(entriesBySource: account.sources)
      let slots = bounds.slotGroups(of: slots).slots(of: group)
      var reader = MadeChunkReader(
        path: stream.path, slots: slots, target: settings.publication.chunkTarget)
      try stream.forEach([.chunk, .twin, .lines]) { header, payload in
        try reader.take(header.kind, payload, intake)
      }
      try reader.finish(account)
    }
    return outcome
  }

  /// Hands over conflicts and entries of a part; entries whose chunks were made apart only where all
  /// of them are needed.
  private func read(
    _ part: Int, into conflicts: ConflictsReport, _ intake: EntryIntake
  ) throws {
    let stream = parts[part].stream
    let slotGroups = bounds.slotGroups(of: settings.collation.slots.identifiers.count)
    let areApart = !groups.isEmpty
    let inOrder = intake.needsOrder
    let round = EntryRound()
    let kinds: Set<FrameKind> =
      areApart && !intake.needsEntries ? [.conflicts] : [.entries, .conflicts]
    let hand = { (batch: EntryBatch) in
      try areApart ? intake.addApart(batch) : intake.add(batch)
    }
    try stream.forEach(kinds) { header, payload in
      guard header.kind == .entries else {
        return try conflicts.add(lines: payload.bindMemory(to: UInt8.self))
      }
      let group = header.split ?? bounds.groups
      guard group < bounds.groups else {
        throw StageError.damaged(stream.path, "entries of group \(group)")
      }
      if !inOrder || group == 0 { try round.end(hand) }
      let within = EntryPayload.Bounds(
        numbers: bounds.numbers(of: part), slots: slotGroups.slots(of: group),
        sources: settings.sources.count)
      guard EntryPayload.read(payload, within: within, into: round.next()) else {
        throw StageError.damaged(stream.path, "entries that do not belong to part \(part)")
      }
    }
    try round.end(hand)
  }
}
