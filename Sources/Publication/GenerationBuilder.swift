import Comparison
import DirectoryFormat
import Signing
import Threads

/// Makes the manifest of a generation whose chunks are sealed, with its deltas and renderings.
struct GenerationBuilder {
  let settings: PublicationSettings
  let folder: OutputFolder
  let staging: String
  let history: History
  let fileSystem: FileSystem
  /// Paths of the chunks that lie in the staging folder.
  let stagedChunks: Set<String>
  /// The twins that are made while the chunks are written; nil where none are.
  let packing: TwinPacking?
  /// The twins that came with chunks that were made elsewhere, by the SHA-256 of the chunk; nil for one
  /// that is not worth it.
  let madeTwins: [String: Manifest.Packed?]
  /// The comparison with the former generation that was made on the way.
  let comparison: RunningComparison?
  let bookmark: Bookmark
  /// Whether this generation may be published: then files are synced and deltas are written.
  let isDurable: Bool
  /// The rows of the data sets of the lookup, if it is wanted.
  let lookup: [LookupRows]?

  private var places: ChunkPlaces {
    ChunkPlaces(
      folder: folder, staging: staging, staged: stagedChunks, fileSystem: fileSystem)
  }

  func build(
    slots: [Manifest.Slot], facts: PublicationFacts, chunks: (written: Int, reused: Int)
  ) throws(PublicationError) -> StagedGeneration {
    let generation = Manifest.generation(ofSlots: slots, with: SHA256.self)
    guard history.nextSequence <= Manifest.highestSequence else {
      throw .noSequenceLeft(path: folder.manifest)
    }
    var manifest = Manifest(
      name: facts.name, sequence: max(history.nextSequence, settings.leastSequence),
      generation: generation, asOf: facts.asOf, tool: facts.tool, slots: slots, deltas: [],
      ledger: facts.ledger)
    let renderings = RenderingPlan(
      formats: isDurable ? settings.renderings : [], former: history.former?.manifest,
      places: places, fileSystem: fileSystem, bookmark: bookmark)
    var staged = stagedChunks.sorted()
    let (standing, lookup) = try renderLookup(into: &manifest, staged: &staged)
    if let former = history.former?.manifest, former.generation == generation {
      manifest.accepted = former.accepted
      return try Restoration(
        settings: settings, folder: folder, history: history, places: places,
        fileSystem: fileSystem, bookmark: bookmark, isDurable: isDurable, more: lookup,
        lookup: standing, twins: twins(stagedDeltas: [])
      ).restore(former, as: manifest, renderings, staged: staged, chunks: chunks) {
        (manifest, stagedDeltas) throws(PublicationError) in
        try addTwins(to: &manifest, stagedDeltas: stagedDeltas)
      }
    }
    let comparisons = GenerationComparisons(
      settings: settings, history: history, places: places, fileSystem: fileSystem,
      isDurable: isDurable, new: manifest, running: comparison)
    let results = GenerationResults()
    try ParallelWork.run(
      comparisons.jobs(results) + renderings.jobs(for: slots, results), threads: settings.threads)
    let outcome = results.outcome
    let unread = comparisons.warnings(of: outcome)
    manifest.deltas = comparisons.deltas(of: outcome)
    renderings.apply(outcome, to: &manifest)
    staged += Set(manifest.deltas.map(\.path)).sorted() + outcome.stagedRenderings.sorted()
    staged += try addTwins(to: &manifest, stagedDeltas: outcome.stagedDeltas)
    return StagedGeneration(
      manifest: manifest, isUnchanged: false,
      changes: history.former == nil ? nil : comparisons.changes(of: outcome),
      deltaAccount: outcome.account, chunks: chunks,
      warnings: history.warnings + unread + lookup, staged: staged, givenUp: [], lookup: standing)
  }

  /// Gives chunks and deltas their packed twins; gives the paths of those that were made.
  private func addTwins(
    to manifest: inout Manifest, stagedDeltas: Set<String>
  ) throws(PublicationError) -> [String] {
    var plan = twins(stagedDeltas: stagedDeltas)
    plan.packed = (try packing?.finish() ?? [:]).merging(madeTwins) { $1 }
    guard settings.writesTwins, isDurable else {
      plan.keep(in: &manifest)
      return []
    }
    return try plan.complete(&manifest)
  }

  private func twins(stagedDeltas: Set<String>) -> TwinPlan {
    TwinPlan(
      former: settings.writesTwins ? history.former?.manifest : nil, places: places,
      stagedDeltas: stagedDeltas, fileSystem: fileSystem, bookmark: bookmark,
      threads: settings.threads)
  }

  /// Makes the data sets of the lookup; gives what became of them and what the operator should know.
  private func renderLookup(
    into manifest: inout Manifest, staged: inout [String]
  ) throws(PublicationError) -> (LookupStanding, [String]) {
    var standing = LookupStanding()
    var warnings: [String] = []
    if let former = history.former?.manifest {
      let union = LookupUnion(
        places: places, former: former, slots: manifest.slots, rows: lookup ?? [])
      do throws(PublicationError) {
        if union.isNeeded { standing.changes = try union.changes() }
      } catch {
        warnings.append(
          "\(error.complaint) What vanished of the entries that are in no slot is not known.")
      }
    }
    guard let settings = settings.liveLookup, let lookup else { return (standing, warnings) }
    let outcome = try LookupRendering(
      settings: settings, folder: folder, staging: staging, former: history.former?.manifest,
      older: history.older.map(\.manifest), fileSystem: fileSystem, bookmark: bookmark,
      threads: self.settings.threads, isDurable: isDurable
    ).make(lookup)
    manifest.liveLookup = outcome.section
    staged += outcome.staged
    (standing.isKept, standing.facts) = (outcome.isKept, outcome.facts)
    return (standing, warnings + outcome.warnings)
  }
}

extension GenerationChanges {
  /// No changes against a former generation.
  init(_ former: Manifest) {
    formerIdentificationEntries = former.entries(in: .identification)
    formerEntries = formerIdentificationEntries + former.entries(in: .blocking)
  }
}

/// What the jobs found, from whatever thread.
final class GenerationResults: Sendable {
  struct Outcome: Sendable {
    /// By generation and slot of the comparison.
    var comparisons: [Comparison: SlotComparison] = [:]
    /// Changes over all slots, when the slots differ.
    var merged: [DirectoryList: ListChanges] = [:]
    /// Comparisons that could not be made, with the reason.
    var failed: [Comparison: String] = [:]
    var renderings: [Int: [Manifest.Rendering]] = [:]
    var stagedRenderings: Set<String> = []
    /// Deltas that were made anew.
    var stagedDeltas: Set<String> { Set(comparisons.values.compactMap(\.delta?.path)) }
    var account = DeltaAccount()
  }

  /// One slot of the new generation against one former generation.
  struct Comparison: Hashable, Sendable {
    let from: String
    let slot: Int
  }

  private let state = Locked(Outcome())

  var outcome: Outcome { state.withLock { $0 } }

  func add(_ rendering: Manifest.Rendering, toSlot slot: Int, isStaged: Bool = true) {
    record { outcome in
      outcome.renderings[slot, default: []].append(rendering)
      if isStaged { outcome.stagedRenderings.insert(rendering.path) }
    }
  }

  func record(_ change: @Sendable (inout Outcome) -> Void) { state.withLock { change(&$0) } }
}
