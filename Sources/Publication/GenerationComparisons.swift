import Comparison
import DirectoryFormat
import Signing

/// The comparisons of a new generation with the kept ones, as independent jobs.
///
/// A pair of slot digests is compared once, whatever number of kept generations share it. What was
/// compared with the former generation while the chunks were sealed is not compared again.
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
  private let running: RunningComparison?
  private let pairs: [Pair]
  /// Whether a number that stayed in the directory stayed in its slot.
  private let hasSameSlots: Bool

  init(
    settings: PublicationSettings, history: History, places: ChunkPlaces, fileSystem: FileSystem,
    isDurable: Bool, new: Manifest, running: RunningComparison?
  ) {
    self.settings = settings
    self.places = places
    self.fileSystem = fileSystem
    self.isDurable = isDurable
    self.new = new
    self.running = running
    former = history.former?.manifest
    hasSameSlots = former?.hasSlots(of: new.slots.map(\.identifier)) ?? true
    var kept =
      isDurable
      ? history.kept(beside: new.generation, atMost: settings.keptGenerations).map(\.manifest) : []
    if kept.isEmpty, let former, hasSameSlots { kept = [former] }
    pairs = Self.pairs(kept, new)
  }

  /// The newest generation comes first and names the file that older ones share.
  private static func pairs(_ kept: [Manifest], _ new: Manifest) -> [Pair] {
    var pairs: [Pair] = []
    // By old digest and new slot: a thousand slots of a hundred generations are many pairs.
    var places: [Key: Int] = [:]
    for generation in kept {
      let olds = Dictionary(generation.slots.map { ($0.identifier, $0) }) { first, _ in first }
      for slot in new.slots {
        guard let old = olds[slot.identifier], old.digest != slot.digest else { continue }
        let key = Key(from: generation.generation, slot: slot.index)
        if let known = places[Key(from: old.digest, slot: slot.index)] {
          pairs[known].alike.append(key)
        } else {
          places[Key(from: old.digest, slot: slot.index)] = pairs.count
          pairs.append(Pair(key: key, old: old, new: slot, alike: []))
        }
      }
    }
    return pairs
  }

  /// The jobs; large ones first.
  func jobs(_ results: GenerationResults) -> [any ParallelJob] {
    var jobs: [any ParallelJob] = pairs.map { pair in
      let isFormer = pair.key.from == former?.generation
      return PairJob(
        builder: builder(for: pair.new), key: pair.key,
        pair: DeltaBuilder.Pair(
          old: pair.old, from: pair.key.from, new: pair.new, to: new.generation),
        running: isFormer ? running?.comparer(ofSlot: pair.new.index) : nil, isFormer: isFormer,
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
    return jobs
  }

  private func builder(for slot: Manifest.Slot) -> DeltaBuilder {
    DeltaBuilder(
      places: places, fileSystem: fileSystem,
      limit: isDurable ? settings.largestDelta(of: slot) : nil,
      isDurable: isDurable, check: settings.deltaCheck)
  }

  /// The deltas in the order of generations, newest first, then slots.
  func deltas(of outcome: GenerationResults.Outcome) -> [Manifest.Delta] {
    var deltas: [Manifest.Delta] = []
    for pair in pairs {
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
      outcome.failed[pair.key].map {
        "generation \(pair.key.from.prefix(16)), slot \(pair.key.slot): no delta (\($0)). "
          + "Phones that have it load the whole slot."
      }
    }
  }
}

extension Manifest {
  /// Whether its slots are those with these identifiers, in any order; then a number that stays in
  /// the directory stays in its slot.
  func hasSlots(of identifiers: [String]) -> Bool {
    Set(slots.map(\.identifier)) == Set(identifiers)
  }
}

extension PublicationSettings {
  /// The size in bytes beyond which a delta is left out; nil when no deltas are wanted.
  func largestDelta(of slot: Manifest.Slot) -> Int? {
    if keptGenerations == 0 { return nil }
    let bytes = DirectoryList.allCases.reduce(0) { sum, list in
      sum + slot[list].chunks.reduce(0) { $0 + $1.bytes }
    }
    return Int(Double(bytes) * largestDeltaShare)
  }
}
