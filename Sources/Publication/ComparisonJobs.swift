import Comparison
import DirectoryFormat

/// Compares one slot of two generations and writes the delta.
struct PairJob: ParallelJob {
  let builder: DeltaBuilder
  let key: GenerationResults.Comparison
  let pair: DeltaBuilder.Pair
  /// The comparison that was made while the chunks were sealed, if it came to its end.
  let running: SlotComparer?
  let isFormer: Bool
  let results: GenerationResults

  func run() throws(PublicationError) {
    do throws(PublicationError) {
      let known = try running.flatMap { (running) throws(PublicationError) in
        try builder.finish(running: running, of: pair)
      }
      let result = if let known { known } else { try builder.compare(pair) }
      results.record { outcome in
        outcome.comparisons[key] = result
        outcome.account += result.account
      }
    } catch {
      // Phones that still have an older generation load the whole slot instead.
      switch error {
      case .damagedChunk(let path, let reason) where !isFormer:
        results.record { $0.failed[key] = "\(path): \(reason)" }
      case .file(let path, let operation, _)
      where !isFormer && operation == "read" && !builder.places.isStaged(path):
        results.record { $0.failed[key] = error.complaint }
      default: throw error
      }
    }
  }
}

/// Counts the changes of a list over all slots, for generations whose slots differ.
struct MergedJob: ParallelJob {
  let list: DirectoryList
  let old: [Manifest.Slot]
  let new: [Manifest.Slot]
  let places: ChunkPlaces
  let results: GenerationResults

  func run() throws(PublicationError) {
    let newHashes = Set(new.flatMap { $0[list].chunks.map(\.sha256) })
    let oldHashes = Set(old.flatMap { $0[list].chunks.map(\.sha256) })
    var comparison = MergedComparison(
      list,
      old: old.map { slot in
        places.reader(
          slot[list].chunks.filter { !newHashes.contains($0.sha256) }, checkingHash: true)
      },
      new: new.map { slot in
        places.reader(
          slot[list].chunks.filter { !oldHashes.contains($0.sha256) }, checkingHash: true)
      })
    var changes = ListChanges()
    do { try comparison.run { changes.count($0) } } catch { throw .reading(error) }
    let counted = changes
    results.record { $0.merged[list] = counted }
  }
}
