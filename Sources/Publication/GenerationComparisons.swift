import Comparison
import DirectoryFormat
import Signing

/// The comparisons of a new generation with the kept ones, as independent jobs.
///
/// A pair of slot digests is compared once, whatever number of kept generations share it. Chunks
/// that are read but were not written by this run are hashed beside, each once.
struct GenerationComparisons: Sendable {
  typealias Key = GenerationResults.Comparison

  /// One slot of two generations that differ in it.
  private struct Pair: Sendable {
    let key: Key
    let old: Manifest.Slot
    let new: Manifest.Slot
    /// Keys of older generations with the same pair of digests.
    var alike: [Key]
  }

  private let settings: PublicationSettings
  private let former: Manifest?
  private let places: ChunkPlaces
  private let fileSystem: FileSystem
  private let isDurable: Bool
  private let new: Manifest
  private let pairs: [Pair]
  /// Whether a number that stayed in the directory stayed in its slot.
  private let hasSameSlots: Bool

  init(
    settings: PublicationSettings, history: History, places: ChunkPlaces, fileSystem: FileSystem,
    isDurable: Bool, new: Manifest
  ) {
    self.settings = settings
    self.places = places
    self.fileSystem = fileSystem
    self.isDurable = isDurable
    self.new = new
    former = history.former?.manifest
    hasSameSlots =
      former.map { Set($0.slots.map(\.identifier)) == Set(new.slots.map(\.identifier)) } ?? true
    var kept =
      isDurable
      ? history.kept(beside: new.generation, atMost: settings.keptGenerations).map(\.manifest) : []
    if kept.isEmpty, let former, hasSameSlots { kept = [former] }
    pairs = Self.pairs(kept, new)
  }

  /// The newest generation comes first and names the file that older ones share.
  private static func pairs(_ kept: [Manifest], _ new: Manifest) -> [Pair] {
    var pairs: [Pair] = []
    for generation in kept {
      for slot in new.slots {
        guard let old = generation.slot(identifier: slot.identifier), old.digest != slot.digest
        else { continue }
        let key = Key(from: generation.generation, slot: slot.index)
        if let known = pairs.firstIndex(where: {
          $0.old.digest == old.digest && $0.new.index == slot.index
        }) {
          pairs[known].alike.append(key)
        } else {
          pairs.append(Pair(key: key, old: old, new: slot, alike: []))
        }
      }
    }
    return pairs
  }

  /// The jobs; large ones first.
  func jobs(_ results: GenerationResults) -> [any ParallelJob] {
    var jobs: [any ParallelJob] = pairs.map { pair in
      PairJob(
        builder: builder(for: pair.new), key: pair.key, old: pair.old, new: pair.new,
        generation: new.generation, isFormer: pair.key.from == former?.generation,
        results: results)
    }
    if !hasSameSlots {
      for list in DirectoryList.allCases {
        jobs.append(
          MergedJob(
            list: list, old: former?.slots ?? [], new: new.slots, places: places,
            results: results))
      }
    }
    return jobs + chunksToCheck().map { HashJob(chunk: $0, places: places, results: results) }
  }

  private func builder(for slot: Manifest.Slot) -> DeltaBuilder {
    let slotBytes = DirectoryList.allCases.reduce(0) { sum, list in
      sum + slot[list].chunks.reduce(0) { $0 + $1.bytes }
    }
    let isKept = isDurable && settings.keptGenerations > 0
    return DeltaBuilder(
      places: places, fileSystem: fileSystem,
      limit: isKept ? Int(Double(slotBytes) * settings.largestDeltaShare) : nil,
      isDurable: isDurable, check: settings.deltaCheck)
  }

  /// Chunks that are compared but were not hashed by this run, each once; those of the new
  /// generation were.
  private func chunksToCheck() -> [Manifest.Chunk] {
    var seen: Set<String> = []
    var chunks: [Manifest.Chunk] = []
    for pair in pairs {
      for list in DirectoryList.allCases {
        let differing = ListComparison.differingChunks(
          old: pair.old[list].chunks, new: pair.new[list].chunks)
        for chunk in differing.old
        where !places.staged.contains(chunk.path) && seen.insert(chunk.sha256).inserted {
          chunks.append(chunk)
        }
      }
    }
    return chunks
  }

  /// The deltas in the order of generations, newest first, then slots.
  func deltas(of outcome: GenerationResults.Outcome) -> [Manifest.Delta] {
    var deltas: [Manifest.Delta] = []
    for pair in pairs where damage(of: pair, outcome) == nil {
      guard let delta = outcome.comparisons[pair.key]?.delta else { continue }
      deltas.append(delta)
      for key in pair.alike {
        var shared = delta
        shared.from = key.from
        deltas.append(shared)
      }
    }
    return deltas
  }

  /// What changed against the former generation.
  func changes(of outcome: GenerationResults.Outcome) -> GenerationChanges {
    guard let former else { return GenerationChanges() }
    var changes = GenerationChanges(former)
    for list in DirectoryList.allCases {
      if !hasSameSlots {
        changes[list] = outcome.merged[list] ?? ListChanges()
        continue
      }
      for pair in pairs where pair.key.from == former.generation {
        let slot = outcome.comparisons[pair.key]?.changes[list] ?? ListChanges()
        changes[list].added += slot.added
        changes[list].removed += slot.removed
        changes[list].relabelled += slot.relabelled
      }
    }
    return changes
  }

  /// Deltas that are missing because a kept generation is damaged.
  func warnings(of outcome: GenerationResults.Outcome) -> [String] {
    pairs.compactMap { pair in
      damage(of: pair, outcome).map {
        "generation \(pair.key.from.prefix(16)), slot \(pair.key.slot): no delta (\($0)). "
          + "Phones that have it load the whole slot."
      }
    }
  }

  /// Why a pair's comparison cannot be trusted, if so.
  private func damage(of pair: Pair, _ outcome: GenerationResults.Outcome) -> String? {
    if let reason = outcome.failed[pair.key] { return reason }
    if outcome.damaged.isEmpty { return nil }
    for list in DirectoryList.allCases {
      for chunk in pair.old[list].chunks + pair.new[list].chunks {
        if let reason = outcome.damaged[chunk.sha256] { return reason }
      }
    }
    return nil
  }

  /// Throws when the former generation, or a chunk of the new one, is damaged.
  func checkFormer(_ outcome: GenerationResults.Outcome) throws(PublicationError) {
    guard !outcome.damaged.isEmpty else { return }
    for manifest in [former, new].compactMap({ $0 }) {
      for slot in manifest.slots {
        for chunk in slot.identification.chunks + slot.blocking.chunks {
          if let reason = outcome.damaged[chunk.sha256] {
            throw .damagedChunk(path: places.place(of: chunk), reason: reason)
          }
        }
      }
    }
  }
}
