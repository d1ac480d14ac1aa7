internal import Collation
internal import DirectoryFormat
internal import Publication
internal import Records

/// Makes the chunks of one group of slots of all merged parts, and writes them as a stream: of each
/// what a manifest says about it, its packed twin and its lines.
///
/// The stream is a function of plan, bounds and group. Memory: that of the options, and a piece of
/// 256 KiB for each list of the group.
package struct GroupPacker {
  private let context: StageContext
  private let bounds: StageBounds
  private let boundsDigest: String
  private let group: Int
  private let slots: Range<Int>

  /// Prepares the work on a group.
  package init(_ context: StageContext, bounds path: String, group: Int) throws {
    self.context = context
    (bounds, boundsDigest) = try context.bounds(at: path)
    self.group = group
    guard (0..<bounds.groups).contains(group) else {
      throw StageError(
        "--group", "there is no group \(group) (expected 0 to \(bounds.groups - 1))",
        "Count the groups of the bounds.", isUsage: true)
    }
    slots = bounds.slotGroups(of: context.file.pipeline.slots.identifiers.count).slots(of: group)
  }

  /// Reads `part-J.merged` of every part in a folder and writes the stream to a descriptor; nothing
  /// before all parts are known to be whole.
  package func run(from folder: String, to output: Int32, _ options: StageOptions) throws {
    var inputs = HeaderDigest()
    var parts: [(stream: CheckedStream, account: PartAccount)] = []
    for part in 0..<bounds.parts {
      let stream = try CheckedStream(path: "\(folder)/part-\(part).merged")
      try stream.check("merge", of: context, bounds: boundsDigest, part: part)
      inputs.add(digest: stream.end.digest)
      let account = try StageDocument.decode(
        PartAccount.self, from: stream.account, of: stream.path)
      guard account.outcome(slots: context.file.pipeline.slots.identifiers.count) != nil else {
        throw StageError.damaged(stream.path, "the account is of other slots")
      }
      parts.append((stream, account))
    }
    let writer = FrameWriter(output, place: "standard output", split: group)
    try writer.add(
      .begin,
      StageDocument.encode(
        StreamBegin(
          stage: "chunks", tool: ToolVersion.tool, pipeline: context.plan.pipeline.sha256,
          plan: context.planDigest, bounds: boundsDigest, group: group)))
    var account = try write(parts.map(\.stream), to: writer, options)
    account.inputs = inputs.finish()
    let problem = account.problem(
      of: parts.map(\.account), slots: slots, sources: context.file.pipeline.sources.count)
    if let problem { throw StageError.damaged(folder, problem) }
    try writer.add(.account, StageDocument.encode(account))
    try writer.end()
  }

  private func write(
    _ streams: [CheckedStream], to writer: FrameWriter, _ options: StageOptions
  ) throws -> GroupAccount {
    let pipeline = context.file.pipeline
    let maker = ChunkMaker(
      slots: pipeline.slots.identifiers.count, target: UInt64(pipeline.chunkTarget),
      writesTwins: pipeline.writesTwins, heldBytes: options.memory / 4,
      scratch: options.scratchFolder)
    let census = EntryCensus(sources: pipeline.sources.count)
    var account = GroupAccount(
      inputs: "", sources: [], identification: slots.map { _ in 0 },
      blocking: slots.map { _ in 0 }, chunks: 0)
    let batch = EntryBatch()
    for (part, stream) in streams.enumerated() {
      let within = EntryPayload.Bounds(
        numbers: bounds.numbers(of: part), slots: slots, sources: pipeline.sources.count)
      try stream.forEach([.entries], ofGroup: group) { _, payload in
        guard EntryPayload.read(payload, within: within, into: batch) else {
          throw StageError.damaged(stream.path, "entries that do not belong to part \(part)")
        }
        census.add(batch)
        try maker.append(batch)
        try write(maker.takeMade(), to: writer, &account)
      }
    }
    try maker.finish()
    try write(maker.takeMade(), to: writer, &account)
    account.sources = census.bySource
    return account
  }

  private func write(
    _ made: [MadeChunk], to writer: FrameWriter, _ account: inout GroupAccount
  ) throws {
    for made in made {
      let chunk = made.chunk
      let document = ChunkDocument(
        slot: made.slot, list: made.list.rawValue, entries: chunk.entries, first: chunk.first,
        last: chunk.last, bytes: chunk.bytes, sha256: chunk.sha256,
        packedBytes: chunk.packed?.bytes, packedSha256: chunk.packed?.sha256)
      try writer.add(.chunk, StageDocument.encode(document))
      if let twin = made.twin { try write(twin, as: .twin, to: writer) }
      try write(made.lines, as: .lines, to: writer)
      let slot = made.slot - slots.lowerBound
      if made.list == .identification {
        account.identification[slot] += chunk.entries
      } else {
        account.blocking[slot] += chunk.entries
      }
      account.chunks += 1
    }
  }

  private func write(_ bytes: HeldBytes, as kind: FrameKind, to writer: FrameWriter) throws {
    for index in bytes.pieces { try writer.add(kind, bytes.piece(index)) }
  }
}
