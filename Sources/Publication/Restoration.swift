import DirectoryFormat

/// Gives a generation that is published already: nothing changes but what is damaged, or what the
/// manifest says about the same entries.
///
/// Chunks are whole by now, because each was compared with tonight's entries. Renderings and deltas
/// that are damaged are made again. A kept generation that is damaged where nothing can make it again
/// is given up, so that no later night stumbles over it.
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

  func restore(
    _ former: Manifest, as new: Manifest, _ renderings: RenderingPlan, staged: [String],
    chunks: (written: Int, reused: Int),
    addTwins: (inout Manifest, _ stagedDeltas: Set<String>) throws(PublicationError) -> [String]
  ) throws(PublicationError) -> StagedGeneration {
    var manifest = new
    let results = GenerationResults()
    manifest.deltas = former.deltas
    let comparisons = isDurable && !hasAllDeltas(former) ? deltas(of: manifest) : nil
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
    let twins = try addTwins(&manifest, outcome.stagedDeltas)
    let isUnchanged =
      former.name == manifest.name && former.slots == manifest.slots
      && former.deltas == manifest.deltas && former.liveLookup == manifest.liveLookup
      && former.sequence >= settings.leastSequence
    let older = isDurable ? damagedGenerations() : (givenUp: [], warnings: [])
    return StagedGeneration(
      manifest: isUnchanged ? former : manifest, isUnchanged: isUnchanged,
      changes: GenerationChanges(former), deltaAccount: DeltaAccount(), chunks: chunks,
      warnings: history.warnings + more + (comparisons?.warnings(of: outcome) ?? [])
        + older.warnings,
      staged: staged + outcome.stagedDeltas.sorted() + outcome.stagedRenderings.sorted() + twins,
      givenUp: history.damaged + older.givenUp, lookup: lookup)
  }

  /// A delta that cannot be looked at is made again, too.
  private func hasAllDeltas(_ former: Manifest) -> Bool {
    former.deltas.allSatisfy { delta in
      let file = NamedFile(path: delta.path, bytes: delta.bytes, sha256: delta.sha256)
      return (try? bookmark.isRight(file)) == true
    }
  }

  private func deltas(of manifest: Manifest) -> GenerationComparisons {
    GenerationComparisons(
      settings: settings, history: history, places: places, fileSystem: fileSystem,
      isDurable: true, new: manifest, running: nil)
  }

  /// The first file of a kept generation's renderings that is not there; chunks are what a kept
  /// generation is for, so it is no reason to give it up.
  private func lostRendering(of manifest: Manifest) throws(PublicationError) -> String? {
    let needed = Set(manifest.chunkFiles.map(\.path) + manifest.deltas.map(\.path))
    for file in manifest.namedFiles where !needed.contains(file.path) {
      let facts = try fileSystem.facts(of: folder.place(of: file.path))
      if facts?.isFile != true || facts?.bytes != file.bytes { return file.path }
    }
    return nil
  }

  /// The manifests of kept generations of which a file is lost or damaged, and what to say of them.
  private func damagedGenerations() -> (givenUp: [String], warnings: [String]) {
    var result: (givenUp: [String], warnings: [String]) = ([], [])
    var known = Set((history.former?.manifest).map(\.namedFiles) ?? [])
    for kept in history.older where kept.manifest.generation != history.former?.manifest.generation
    {
      let path = DirectoryPath.formerManifest(generation: kept.manifest.generation)
      do throws(PublicationError) {
        // Its deltas led to it; nobody needs them any more.
        for file in kept.manifest.chunkFiles where known.insert(file).inserted {
          guard try !bookmark.isRight(file) else { continue }
          result.givenUp.append(path)
          result.warnings.append(
            "\(folder.place(of: file.path)): damaged or missing; generation "
              + "\(kept.manifest.generation.prefix(16)), which needs it, is no longer kept.")
          break
        }
        if result.givenUp.last != path, let lost = try lostRendering(of: kept.manifest) {
          result.warnings.append(
            "\(folder.place(of: lost)): missing or of another size; generation "
              + "\(kept.manifest.generation.prefix(16)) is kept without this rendering.")
        }
      } catch { result.warnings.append(error.complaint) }
    }
    return result
  }
}
