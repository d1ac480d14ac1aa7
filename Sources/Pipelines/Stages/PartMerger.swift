internal import Collation
internal import DirectoryFormat
internal import Extraction
internal import Records

/// Merges the runs of one part from every split, and writes entries and conflicts as a stream.
///
/// Frames come in any order; those of an attempt that ran twice are taken once. The end of the stream
/// says nothing: every split of the plan has to have ended the part. Memory: that of the options.
package final class PartMerger {
  private let context: StageContext
  private let bounds: StageBounds
  private let boundsDigest: String
  private let part: Int
  private var ends: [Int: PartEnd] = [:]
  /// By split: the headers of its runs by their place in the stream.
  private var runs: [Int: [Int: FrameHeader]] = [:]
  private let place = "standard input"

  /// Prepares the merge of a part.
  package init(_ context: StageContext, bounds path: String, part: Int) throws {
    self.context = context
    (bounds, boundsDigest) = try context.bounds(at: path)
    self.part = part
    guard (0..<bounds.parts).contains(part) else {
      throw StageError(
        "--part", "there is no part \(part) (expected 0 to \(bounds.parts - 1))",
        "Count the parts of the bounds.", isUsage: true)
    }
  }

  /// Where the frames come from.
  package enum Input {
    /// An open descriptor that gives frames of this part alone.
    case descriptor(Int32)
    /// A folder with the streams of all splits, `split-I.frames`, of which this part is picked.
    case folder(String)
  }

  /// Reads frames to their end and writes the merged part to a descriptor; nothing before every frame
  /// is there.
  package func run(from input: Input, to output: Int32, _ options: StageOptions) throws {
    var settings = try context.file.collationSettings()
    // The whole directory decides about that.
    settings.cap = .max
    let collator = try Collator(
      settings: settings, memoryInBytes: options.memoryForCollation,
      scratchDirectory: options.scratchFolder, workers: 1)
    let intake = RunIntake(
      collator, numbers: bounds.numbers(of: part), files: context.plan.exports.count)
    switch input {
    case .descriptor(let descriptor):
      let reader = FrameReader(descriptor, place: place)
      while let (header, payload) = try reader.next() { try take(header, payload, into: intake) }
    case .folder(let folder):
      let room = FrameRoom()
      for split in context.plan.splits.indices {
        let reader = try FrameReader(path: "\(folder)/split-\(split).frames", in: room)
        try pick(of: reader, into: intake)
      }
    }
    let digest = try check(intake)
    try intake.close()
    try write(collator, digest, to: output)
  }

  /// Takes the frames of this part out of the stream of a split.
  private func pick(of reader: FrameReader, into intake: RunIntake) throws {
    while let header = try reader.nextHeader() {
      if header.part == part, header.kind == .run || header.kind == .partEnd {
        try take(header, reader.payload(of: header), into: intake)
      } else {
        try reader.skip(header)
      }
    }
  }

  private func take(
    _ header: FrameHeader, _ payload: UnsafeRawBufferPointer, into intake: RunIntake
  ) throws {
    guard header.part == part, let split = header.split,
      context.plan.splits.indices.contains(split)
    else {
      throw StageError.damaged(
        place,
        "a frame of \(header.place) (expected one of part \(part), kind RUN or PART_END)")
    }
    switch header.kind {
    case .run:
      if let known = runs[split]?[header.sequence] {
        guard known == header else { throw unequal(split) }
        return
      }
      runs[split, default: [:]][header.sequence] = header
      do { try intake.add(payload) } catch CollationError.damagedRun {
        throw StageError.damaged(
          place, "frame \(header.sequence) of split \(split) is no sorted run")
      }
    case .partEnd: try take(StageDocument.decode(PartEnd.self, from: payload, of: place), of: split)
    default:
      throw StageError.damaged(place, "a frame of kind \(header.kind.rawValue) (expected 2 or 3)")
    }
  }

  private func take(_ end: PartEnd, of split: Int) throws(StageError) {
    guard end.plan == context.planDigest else {
      throw .differs(
        place, "plan", found: "split \(split) by \(end.plan)", expected: context.planDigest)
    }
    guard end.bounds == boundsDigest, end.split == split, end.part == part else {
      throw .differs(
        place, "bounds", found: "split \(split) by \(end.bounds)", expected: boundsDigest)
    }
    guard ends[split] == nil || ends[split] == end else { throw unequal(split) }
    ends[split] = end
  }

  private func unequal(_ split: Int) -> StageError {
    .damaged(place, "split \(split) was done twice and came out differently")
  }

  /// Makes sure that nothing is missing; gives a digest of all that was taken.
  private func check(_ intake: RunIntake) throws -> String {
    let missing = context.plan.splits.indices.filter { ends[$0] == nil }
    if let first = missing.first {
      throw StageError.damaged(
        place,
        "\(missing.count) of \(context.plan.splits.count) splits are missing or cut (the first: "
          + "split \(first))")
    }
    var candidates = 0
    for (split, end) in ends.sorted(by: { $0.key < $1.key }) {
      let headers = (runs[split] ?? [:]).values.sorted { $0.sequence < $1.sequence }
      var digest = HeaderDigest()
      for header in headers { digest.add(header) }
      guard headers.count == end.runs, digest.finish() == end.digest else {
        throw StageError.damaged(
          place, "split \(split) has other runs (found \(headers.count), expected \(end.runs))")
      }
      candidates += end.candidates
    }
    guard candidates == intake.produced else {
      throw StageError.damaged(
        place, "runs of \(intake.produced) candidates (expected \(candidates))")
    }
    return PartAccount.inputs(of: context.plan.splits.indices.map { ends[$0]?.digest ?? "" })
  }

  private func write(_ collator: Collator, _ inputs: String, to output: Int32) throws {
    let writer = FrameWriter(output, place: "standard output", part: part)
    try writer.add(
      .begin,
      StageDocument.encode(
        StreamBegin(
          stage: "merge", tool: ToolVersion.tool, pipeline: context.plan.pipeline.sha256,
          plan: context.planDigest, bounds: boundsDigest, split: nil, part: part)))
    let lines = FrameLines(.conflicts, writer)
    let sources = try context.file.sourceDescriptions()
    let names = SourceNames(
      extractor: try Extractor(sources: sources, scope: .elsewhere(context.plan.survey)),
      sources: sources.map(\.name))
    let conflicts = ConflictsReport(
      lines, names: names, limits: RunLimits(context.file.pipeline))
    let assignment = try context.file.collationSettings().slots
    let entries = GroupedEntries(
      bounds.slotGroups(of: assignment.identifiers.count), assignment, writer)
    let outcome = try collator.finish(entries: entries.add, conflict: conflicts.add)
    try entries.endRound()
    try lines.flush()
    try writer.add(.account, StageDocument.encode(PartAccount(outcome, inputs: inputs)))
    try writer.end()
  }
}
