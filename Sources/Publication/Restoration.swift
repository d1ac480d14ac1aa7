import DirectoryFormat

/// Gives a generation that is published already: nothing changes but what is damaged, or what the
/// manifest says about the same entries.
///
/// Chunks are whole by now, because each was compared with tonight's entries. Renderings and deltas
/// that are damaged are made again, and so is what can be of the kept generations. A delta from a
/// generation that is lost goes: phones that have that generation load whole slots.
struct Restoration {
  let settings: PublicationSettings
  let folder: OutputFolder
  let history: History
  let places: ChunkPlaces
  let fileSystem: FileSystem
  let bookmark: Bookmark
  let isDurable: Bool
  /// What the operator should know besides.
  let more: [String]
  /// What became of the data sets of the lookup.
  let lookup: LookupStanding
  /// Makes twins.
  let twins: TwinPlan

  func restore(
    _ former: Manifest, as new: Manifest, _ renderings: RenderingPlan, staged: [String],
    chunks: (written: Int, reused: Int),
    addTwins: (inout Manifest, _ stagedDeltas: Set<String>) throws(PublicationError) -> [String]
  ) throws(PublicationError) -> StagedGeneration {
    var manifest = new
    let results = GenerationResults()
    let older = isDurable ? kept(renderings).findings() : KeptGenerations.Findings()
    manifest.deltas = former.deltas.filter { isKept($0.from, older) }
    let comparisons = isDurable && !hasAllDeltas(manifest) ? deltas(of: manifest) : nil
    try ParallelWork.run(
      renderings.jobs(for: manifest.slots, results) + (comparisons?.jobs(results) ?? []),
      threads: settings.threads)
    let outcome = results.outcome
    renderings.apply(outcome, to: &manifest)
    if let comparisons { manifest.deltas = comparisons.deltas(of: outcome) }
    if !isDurable {
      for index in manifest.slots.indices where former.slots.indices.contains(index) {
        manifest.slots[index].renderings = former.slots[index].renderings
      }
    }
    let made = try addTwins(&manifest, outcome.stagedDeltas)
    let isUnchanged =
      former.name == manifest.name && former.slots == manifest.slots
      && former.deltas == manifest.deltas && former.liveLookup == manifest.liveLookup
      && former.sequence >= settings.leastSequence
    return StagedGeneration(
      manifest: isUnchanged ? former : manifest, isUnchanged: isUnchanged,
      changes: GenerationChanges(former), deltaAccount: DeltaAccount(), chunks: chunks,
      warnings: history.warnings + more + (comparisons?.warnings(of: outcome) ?? [])
        + older.warnings,
      staged: staged + outcome.stagedDeltas.sorted() + outcome.stagedRenderings.sorted() + made
        + older.healed,
      givenUp: history.damaged + older.givenUp, lookup: lookup)
  }

  private func kept(_ renderings: RenderingPlan) -> KeptGenerations {
    KeptGenerations(
      settings: settings, history: history, places: places, renderings: renderings, twins: twins,
      bookmark: bookmark)
  }

  /// Whether the generation that a delta begins with is still there: nobody can prove a delta without.
  ///
  /// What could not be read, or is gone and may be put back, may yet come, so deltas stay meanwhile.
  private func isKept(_ generation: String, _ older: KeptGenerations.Findings) -> Bool {
    guard history.isComplete else { return true }
    return history.older.contains { $0.manifest.generation == generation }
      && !older.givenUp.contains(DirectoryPath.formerManifest(generation: generation))
  }

  /// A delta that cannot be looked at is made again, too.
  private func hasAllDeltas(_ manifest: Manifest) -> Bool {
    manifest.deltas.allSatisfy { delta in
      let file = NamedFile(path: delta.path, bytes: delta.bytes, sha256: delta.sha256)
      return (try? bookmark.isRight(file)) == true
    }
  }

  private func deltas(of manifest: Manifest) -> GenerationComparisons {
    GenerationComparisons(
      settings: settings, history: history, places: places, fileSystem: fileSystem,
      isDurable: true, new: manifest, running: nil)
  }
}
