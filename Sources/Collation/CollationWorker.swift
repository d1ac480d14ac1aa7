package import Records

/// Takes candidates from one thread, sorts them chunk by chunk, and spills what passes its share.
///
/// Used by one thread at a time. Memory stays within the share that the collator gave it.
package final class CollationWorker: @unchecked Sendable {
  private let collator: Collator
  private let share: Int
  private let chunkCapacity: Int
  private let payloadCapacity: Int
  private let ranks: [UInt64]
  private let precedence: Precedence
  private var chunk: Chunk?
  private var held = HeldRuns()
  private var spilled: [SortedRun] = []
  private var writer: RunWriter?
  private var produced = 0
  private var bounds: SlotBounds

  /// Bytes of hot records and their spare, and of the tail of a label of average length.
  private static let bytesPerCandidate = 32 + payloadPerCandidate
  private static let payloadPerCandidate = 48
  private static let mostCandidates = 1 << 18
  /// Candidates that make a run in memory: sorted within the cache, and soon sorted at the end.
  private static let candidatesOfHeldRun = 1 << 16
  /// Bytes on their way to scratch: writes of a quarter of a MiB keep a disk busy.
  private static let writerSize = 640 << 10

  init(collator: Collator, share: Int, precedence: Precedence) {
    self.collator = collator
    self.share = share
    self.precedence = precedence
    ranks = precedence.rankOrdinals
    let room = max(share - Self.writerSize, 0)
    chunkCapacity = min(max(room / Self.bytesPerCandidate, 64), Self.mostCandidates)
    payloadCapacity = max(
      chunkCapacity * Self.payloadPerCandidate, 2 * RunFormat.longestEntry)
    bounds = SlotBounds(slots: collator.settings.slots)
  }

  /// Adds all candidates of a batch; `records` is the batch they were made from.
  ///
  /// - Throws: `CollationError` for a number or source out of range, or a scratch disk that fails.
  package func append(_ normalized: NormalizedBatch, _ records: RecordBatch) throws {
    guard records.source >= 0, records.source < ranks.count else {
      throw CollationError.unknownSource(records.source)
    }
    let rank = ranks[records.source]
    var next = 0
    while next < normalized.candidates.count {
      let chunk = try openChunk()
      let start = next
      next = try chunk.append(
        normalized, records, from: start, rank: rank, precedence: precedence)
      produced += next - start
      if !chunk.hasRoom || chunk.count >= Self.candidatesOfHeldRun && canHold(chunk) {
        try sortChunk()
      }
    }
  }

  /// Sorts what is left and hands all runs to the collator; nothing may be appended afterwards.
  package func close() throws {
    try sortChunk()
    chunk = nil
    try writer?.wait()
    writer = nil
    collator.take(
      runs: held.runs, spilled: spilled, produced: produced, bounds: bounds)
    held = HeldRuns()
    spilled = []
  }

  private func openChunk() throws(CollationError) -> Chunk {
    if let chunk { return chunk }
    let opened = try Chunk(capacity: chunkCapacity, payloadCapacity: payloadCapacity)
    chunk = opened
    return opened
  }

  private func openWriter() throws(CollationError) -> RunWriter {
    if let writer { return writer }
    let opened = try RunWriter(
      ScratchFile(in: collator.scratchDirectory), memory: Self.writerSize)
    writer = opened
    return opened
  }

  /// Makes a run of the chunk: in memory while the share has room for it, else in scratch, where
  /// fewer and longer ones are read back sooner.
  private func sortChunk() throws(CollationError) {
    guard let chunk, chunk.count > 0 else { return }
    if canHold(chunk) {
      try hold(chunk)
    } else {
      try spill(chunk)
    }
  }

  private func canHold(_ chunk: Chunk) -> Bool {
    chunk.bytes + Self.writerSize + held.bytes + chunk.longestRun <= share
  }

  private func hold(_ chunk: Chunk) throws(CollationError) {
    let room = try held.room(for: chunk.longestRun)
    let end = try chunk.sort(counting: &bounds, into: room) {
      (place: UnsafeMutableRawPointer) throws(CollationError) in try held.more(behind: place)
    }
    held.keep(to: end)
  }

  private func spill(_ chunk: Chunk) throws(CollationError) {
    let writer = try openWriter()
    let start = try writer.begin(most: chunk.longestRun)
    let end = try chunk.sort(counting: &bounds, into: start) {
      (place: UnsafeMutableRawPointer) throws(CollationError) in try writer.turn(at: place)
    }
    spilled.append(try writer.end(at: end))
  }
}
