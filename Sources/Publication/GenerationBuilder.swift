import DirectoryFormat
import Signing

/// Makes the manifest of a generation whose chunks are sealed.
struct GenerationBuilder {
  let settings: PublicationSettings
  let folder: OutputFolder
  let staging: String
  let history: History
  let fileSystem: FileSystem
  /// Paths of the chunks that lie in the staging folder.
  let stagedChunks: Set<String>
  /// Whether files must be on the disk when they are finished.
  let isDurable: Bool

  func build(
    slots: [Manifest.Slot], facts: PublicationFacts, chunks: (written: Int, reused: Int)
  ) throws(PublicationError) -> StagedGeneration {
    let generation = Manifest.generation(ofSlots: slots, with: SHA256.self)
    var manifest = Manifest(
      name: facts.name, sequence: history.nextSequence, generation: generation, asOf: facts.asOf,
      tool: facts.tool, slots: slots, deltas: [], ledger: facts.ledger)
    if let former = history.former?.manifest, former.generation == generation,
      former.name == facts.name, former.slots == manifest.slots
    {
      return StagedGeneration(
        manifest: former, isUnchanged: true, changes: GenerationChanges(),
        deltaAccount: DeltaAccount(), chunks: chunks, warnings: history.warnings,
        staged: stagedChunks.sorted())
    }
    manifest.deltas = []
    return StagedGeneration(
      manifest: manifest, isUnchanged: false, changes: nil, deltaAccount: DeltaAccount(),
      chunks: chunks, warnings: history.warnings, staged: stagedChunks.sorted())
  }
}
