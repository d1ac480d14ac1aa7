package import Records

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

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
  private var held: [SortedRun] = []
  private var heldBytes = 0
  private var spilled: [SortedRun] = []
  private var scratch: ScratchFile?
  private var produced = 0
  private var bounds: SlotBounds

  /// Bytes of hot records, their spare, payload and sorted run that one candidate takes at most
  /// while its chunk is sorted, for a label of average length.
  private static let bytesPerCandidate = 170
  private static let payloadPerCandidate = 44
  private static let coordinates = 14
  private static let mostCandidates = 1 << 18

  init(collator: Collator, share: Int, precedence: Precedence) {
    self.collator = collator
    self.share = share
    self.precedence = precedence
    ranks = precedence.rankOrdinals
    chunkCapacity = min(max(share / Self.bytesPerCandidate, 64), Self.mostCandidates)
    payloadCapacity = max(
      chunkCapacity * Self.payloadPerCandidate, 2 * (Self.coordinates + 65_535))
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
    let source = UInt16(records.source)
    let file = UInt32(truncatingIfNeeded: records.file)
    let candidates = normalized.candidates.elements
    var next = 0
    while next < candidates.count {
      let chunk = try openChunk()
      let start = next
      while next < candidates.count, chunk.hasRoom {
        let candidate = candidates[next]
        guard candidate.number > 0, candidate.number < Int64.max else {
          throw CollationError.numberOutOfRange(candidate.number)
        }
        let packed = precedence.packed(
          rankOrdinal: rank, updated: candidate.updated,
          isRepresentative: candidate.isRepresentative)
        chunk.append(
          candidate, precedence: packed, source: source, file: file,
          line: records.records[Int(candidate.record)].line,
          label: normalized.label(of: candidate, in: records))
        next += 1
      }
      produced += next - start
      if !chunk.hasRoom { try sortChunk() }
    }
  }

  /// Sorts what is left and hands all runs to the collator; nothing may be appended afterwards.
  package func close() throws {
    try sortChunk()
    chunk = nil
    collator.take(
      runs: held, spilled: spilled, produced: produced, bounds: bounds)
    held = []
    spilled = []
  }

  private func openChunk() throws(CollationError) -> Chunk {
    if let chunk { return chunk }
    let opened = try Chunk(capacity: chunkCapacity, payloadCapacity: payloadCapacity)
    chunk = opened
    return opened
  }

  private func sortChunk() throws(CollationError) {
    guard let chunk, chunk.count > 0 else { return }
    let fixed = chunk.bytes
    if heldBytes > 0, fixed + heldBytes + chunk.longestRun > share { try spill() }
    let run = try chunk.sorted(counting: &bounds)
    held.append(run)
    heldBytes += run.count
    if fixed + heldBytes > share { try spill() }
  }

  /// Writes all runs in memory to scratch and gives their memory back.
  private func spill() throws(CollationError) {
    if scratch == nil { scratch = try ScratchFile(in: collator.scratchDirectory) }
    guard let scratch else { return }
    try scratch.check(roomFor: heldBytes)
    for run in held {
      guard case .memory(let region, let count) = run else { continue }
      let offset = scratch.size
      try scratch.append(region.base, count: count)
      spilled.append(.spilled(scratch, offset: offset, count: count))
    }
    held.removeAll()
    heldBytes = 0
  }
}
