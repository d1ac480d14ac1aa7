import Comparison
import DirectoryFormat

/// What comparing a slot of two generations gave.
struct SlotComparison: Sendable {
  var changes: [DirectoryList: ListChanges] = [:]
  var delta: Manifest.Delta?
  var account = DeltaAccount()
}

/// Compares a slot of a former generation with that of the new one from files, and makes files of
/// deltas.
struct DeltaBuilder: Sendable {
  let places: ChunkPlaces
  let fileSystem: FileSystem
  /// Largest delta in bytes; nil when only the changes are wanted.
  let limit: Int?
  let isDurable: Bool
  let check: PublicationSettings.DeltaCheck?

  /// A slot of two generations.
  struct Pair: Sendable {
    let old: Manifest.Slot
    /// The generation of `old`.
    let from: String
    let new: Manifest.Slot
    /// The generation of `new`.
    let to: String

    /// The path of the delta.
    var deltaPath: String { DirectoryPath.delta(from: from, to: to, slot: new.index) }

    /// The chunks of a list that only one of the generations has.
    func chunks(
      _ list: DirectoryList
    ) -> (old: [Manifest.Chunk], new: [Manifest.Chunk], bytesShared: Int) {
      ListComparison.differingChunks(old: old[list].chunks, new: new[list].chunks)
    }
  }

  /// Reads the chunks that only one of the generations has, both once.
  func compare(_ pair: Pair) throws(PublicationError) -> SlotComparison {
    let delta = limit.map { limit in
      DeltaWriter(limit: limit, spillPrefix: stagedPlace(of: pair), fileSystem: fileSystem)
    }
    let comparer = SlotComparer(delta: delta, buffer: ReadingBuffer()) { list in
      pair.chunks(list).old.map {
        fileSystem.stretch($0, at: places.place(of: $0), checkingHash: true)
      }
    }
    var bytesRead = 0
    do {
      for list in DirectoryList.allCases {
        let chunks = pair.chunks(list)
        let new = places.reader(chunks.new)
        while try new.fill() {
          try comparer[list].take(new.lines)
          new.consume(new.window.count)
        }
        try comparer[list].finish()
        bytesRead += new.bytesConsumed
        try comparer.checkEnd(of: list, old: chunks.old, new: chunks.new)
      }
    } catch let error as DeltaProof.Mismatch {
      throw .deltaNotProved(path: pair.deltaPath, reason: error.reason)
    } catch { throw .reading(error) }
    var result = try finish(comparer, of: pair)
    result.account.bytesRead += bytesRead
    return result
  }

  /// What a comparison with all chunks of both generations, made while the new ones were sealed,
  /// found; nil when its delta was given up too early.
  func finish(
    running comparer: SlotComparer, of pair: Pair
  ) throws(PublicationError) -> SlotComparison? {
    if let delta = comparer.delta, let limit, delta.isGivenUp, delta.bytes <= limit { return nil }
    do throws(DeltaProof.Mismatch) {
      for list in DirectoryList.allCases {
        try comparer.checkEnd(of: list, old: pair.old[list].chunks, new: pair.new[list].chunks)
      }
    } catch { throw .deltaNotProved(path: pair.deltaPath, reason: error.reason) }
    return try finish(comparer, of: pair)
  }

  /// What `comparer`, which has seen all lines, found, with the file of the delta if there is one.
  private func finish(
    _ comparer: SlotComparer, of pair: Pair
  ) throws(PublicationError) -> SlotComparison {
    var result = SlotComparison()
    for list in DirectoryList.allCases {
      let chunks = pair.chunks(list)
      result.account.bytesSkipped += chunks.bytesShared
      result.account.bytesRead += chunks.old.reduce(0) { $0 + $1.bytes }
      result.changes[list] = comparer[list].changes
    }
    guard let delta = comparer.delta, let limit else { return result }
    guard !delta.isGivenUp, delta.bytes <= limit else {
      try delta.discard()
      result.account.omitted += 1
      return result
    }
    result.delta = try write(delta, comparer, of: pair)
    result.account.bytesRead += delta.bytes
    result.account.written += 1
    return result
  }

  /// Writes the file of a delta that was proved, reads it back and shows it to the judge.
  private func write(
    _ delta: DeltaWriter, _ comparer: SlotComparer, of pair: Pair
  ) throws(PublicationError) -> Manifest.Delta {
    let place = stagedPlace(of: pair)
    let sha256 = try delta.finish(at: place, isDurable: isDurable)
    do { try DeltaProof.checkFile(place, holds: comparer.proofs, through: fileSystem) } catch {
      throw .deltaNotProved(path: place, reason: error.reason)
    }
    let changes = DirectoryList.allCases.map { comparer[$0].changes }
    let written = Manifest.Delta(
      from: pair.from, slot: pair.new.index, path: pair.deltaPath,
      removals: changes.reduce(0) { $0 + $1.removed + $1.relabelled },
      additions: changes.reduce(0) { $0 + $1.added + $1.relabelled }, bytes: delta.bytes,
      sha256: sha256, fromDigest: pair.old.digest, toDigest: pair.new.digest)
    try check?(StagedDelta(place: place, delta: written))
    return written
  }

  private func stagedPlace(of pair: Pair) -> String {
    places.staging + "/" + OutputFolder.stagedName(of: pair.deltaPath)
  }
}
