package import DirectoryFormat
package import Records
import Signing
import Synchronization

/// Writes one generation of a directory: `append` in ascending order, `finish`, then `publish`.
///
/// Nothing under `directory/` changes before `publish`: new files wait in `DIR/.staging`. A publisher
/// that goes away without `publish` leaves the former generation whole and takes its files along.
package final class Publisher {
  /// What a run may write.
  package enum Mode: Sendable, Equatable {
    /// Writes the output folder.
    case publishing
    /// Writes nothing there and holds no lock; new chunks lie in a folder of `scratch`, which is this
    /// run's own, until the publisher goes away.
    case checking(scratch: String)
  }

  /// The generation that is published now, if there is one.
  package var former: Manifest? { history.former?.manifest }
  /// What could not be read in the output folder, and which signatures will be missing.
  package var warnings: [String] { history.warnings + missingSignatures }

  let settings: PublicationSettings
  let folder: OutputFolder
  let staging: String
  let history: History
  let fileSystem: FileSystem
  let mode: Mode
  let bookmark: Bookmark
  /// The newest root of the directory, if it has roots.
  private let root: DirectoryRoot?
  private let lock: OutputLock?
  private let comparison: RunningComparison?
  private let sealer: ChunkSealer
  private let sealing: BackgroundWorker<SealJob>
  private let writer: FileWriter
  private let packing: TwinPacking?
  private var formatter: ChunkFormatter
  private let lookup: LookupRowWriter?
  /// Takes chunks that were made elsewhere.
  private let made: MadeChunkIntake
  /// The published generation as long as its chunks have not been asked for.
  private var comingFormer: Manifest?

  /// Locks `output` unless only a check is made, reads what is published there and removes what a
  /// killed run left behind.
  package init(
    output: String, settings: PublicationSettings, mode: Mode = .publishing,
    fileSystem: FileSystem = FileSystem()
  ) throws(PublicationError) {
    precondition(!settings.slots.isEmpty, "a directory needs a slot")
    self.settings = settings
    self.mode = mode
    self.fileSystem = fileSystem
    folder = OutputFolder(path: output)
    try folder.checkIsOutermost(fileSystem)
    switch mode {
    case .publishing:
      try fileSystem.makeFolders(output)
      lock = try OutputLock(folder.lock, fileSystem: fileSystem)
      staging = folder.staging
    case .checking(let scratch):
      lock = nil
      staging = scratch + "/staging-\(Self.number())"
    }
    fileSystem.guardFolders(within: output)
    try folder.checkFolders(fileSystem)
    bookmark = try Bookmark(folder: folder, fileSystem: fileSystem)
    history = try History(
      folder: folder, bookmark: bookmark,
      origin: ManifestOrigin(
        folder: folder, bookmark: bookmark, key: settings.signingKey, fileSystem: fileSystem),
      fileSystem: fileSystem)
    root = try RootFolder(folder.place(of: DirectoryRoot.folder), fileSystem: fileSystem).newest()
    if let root, let key = settings.signingKey { try SignaturePlacement.check(key, in: root) }
    // Whatever stands there, a link included, is removed and not what it leads to.
    try fileSystem.removeTree(staging)
    try fileSystem.makeNewFolder(staging, mode: 0o755)
    comingFormer = history.former?.manifest
    let pieces = PiecePool()
    let packing: TwinPacking? =
      mode == .publishing && settings.writesTwins
      ? TwinPacking(
        threads: settings.threads, staging: staging, pieces: pieces, fileSystem: fileSystem)
      : nil
    self.packing = packing
    let writer = FileWriter(
      isDurable: mode == .publishing, pieces: pieces, fileSystem: fileSystem, packing: packing)
    let comparison = RunningComparison(
      history.former?.manifest, settings: settings, folder: folder, staging: staging,
      fileSystem: fileSystem, isDurable: mode == .publishing)
    self.comparison = comparison
    let sealer = ChunkSealer(
      slots: settings.slots.count, heldLimit: settings.heldBytes,
      holdsChunks: history.former != nil, folder: folder, staging: staging, fileSystem: fileSystem,
      pieces: pieces, writer: writer, comparison: comparison)
    self.writer = writer
    self.sealer = sealer
    sealing = BackgroundWorker(depth: 8) { (job) throws(PublicationError) in
      try sealer.seal(job)
    }
    lookup =
      if let lookup = settings.liveLookup {
        try LookupRowWriter(
          lookup, staging: staging, hasFormer: history.former?.manifest.liveLookup != nil,
          writer: writer, fileSystem: fileSystem)
      } else { nil }
    let submit = { [sealing] (job: SealJob) throws(PublicationError) in try sealing.submit(job) }
    formatter = ChunkFormatter(
      slots: settings.slots.count, target: settings.chunkTarget, pieces: pieces, submit: submit)
    made = MadeChunkIntake(
      staging: staging, formerTwins: history.former?.manifest.twins ?? [:], pieces: pieces,
      writer: writer, fileSystem: fileSystem, submit: submit)
  }

  /// Phones that begin with a root take nothing before enough of its keys have signed.
  private var missingSignatures: [String] {
    guard mode == .publishing, let root else { return [] }
    let signing = settings.signingKey == nil ? 0 : 1
    guard signing < root.manifest.threshold else { return [] }
    return [
      "\(folder.place(of: DirectoryRoot.path(version: root.version))): asks for signatures by "
        + "\(root.manifest.threshold) keys (this build signs with \(signing)). Phones that begin with "
        + "a root take the directory once the others have signed: `callbook sign`."
    ]
  }

  deinit {
    // The threads end before their files go; what failed has been reported already.
    try? sealing.finish()
    try? writer.finishWriting()
    _ = try? packing?.finish()
    try? writer.finishSyncing()
    try? fileSystem.removeTree(staging)
  }

  /// Adds entries; within a slot and list their numbers ascend from batch to batch.
  package func append(_ batch: EntryBatch) throws(PublicationError) {
    readAhead()
    try formatter.append(batch)
    try lookup?.append(batch)
  }

  /// Adds entries whose chunks were made elsewhere: to the data sets of the lookup, if it is wanted.
  package func appendToLookup(_ batch: EntryBatch) throws(PublicationError) {
    try lookup?.append(batch)
  }

  /// Whether every entry is needed, in the order of numbers over all slots.
  package var makesLookup: Bool { lookup != nil }

  /// Adds a chunk that was made elsewhere, by `ChunkMaker`: its bytes follow by what this gives, which
  /// is to be ended before anything else is added.
  ///
  /// Within a slot and list, chunks come in the order of their numbers, and no entries beside them.
  package func begin(
    _ chunk: Manifest.Chunk, slot: Int, list: DirectoryList
  ) throws(PublicationError) -> MadeChunkIntake {
    readAhead()
    try made.begin(chunk, slot: slot, list: list)
    return made
  }

  private func readAhead() {
    guard let former = comingFormer else { return }
    ReadingAhead.start(former, in: folder)
    comingFormer = nil
  }

  /// Ends the chunks, computes the digests, and builds and proves deltas and renderings.
  package func finish(_ facts: PublicationFacts) throws(PublicationError) -> StagedGeneration {
    guard case .checking = mode else { return try build(facts) }
    do throws(PublicationError) {
      let staged = try build(facts)
      let bytes = try fileSystem.read(folder.manifest, limit: Manifest.largestSizeInBytes)
      guard bytes == history.former?.bytes else { return staged.compared(with: bytes) }
      guard staged.isUnchanged else { return staged }
      return staged.differing(where: try damagedFiles())
    } catch {
      // A build beside this check may have swept what was to be read.
      let now = try? fileSystem.read(folder.manifest, limit: Manifest.largestSizeInBytes)
      if now != history.former?.bytes { throw .changedMeanwhile(path: folder.manifest) }
      throw error
    }
  }

  /// Published files that are not what the manifest says, by their paths: a build would write them anew.
  ///
  /// Chunks that are damaged are new to the sealer; the others are read unless a build has done so since
  /// they changed.
  private func damagedFiles() throws(PublicationError) -> [String] {
    guard let former = history.former?.manifest else { return [] }
    let chunks = Set(former.chunkFiles)
    var damaged = sealer.staged.sorted()
    for file in former.namedFiles where !chunks.contains(file) {
      if try !bookmark.isRight(file) { damaged.append(file.path) }
    }
    return damaged.map(folder.place(of:))
  }

  private func build(_ facts: PublicationFacts) throws(PublicationError) -> StagedGeneration {
    try formatter.finish()
    try sealing.finish()
    try sealer.writeWaiting()
    try comparison?.finish()
    try writer.finishWriting()
    let slots = Self.slots(of: sealer.chunks, settings: settings)
    try checkCaps(slots)
    let builder = GenerationBuilder(
      settings: settings, folder: folder, staging: staging, history: history,
      fileSystem: fileSystem, stagedChunks: sealer.staged, packing: packing,
      madeTwins: made.twins, comparison: comparison,
      bookmark: bookmark, isDurable: mode == .publishing, lookup: try lookup?.finish())
    let staged = try builder.build(
      slots: slots, facts: facts, chunks: (sealer.staged.count, sealer.reused))
    try writer.finishSyncing()
    return staged
  }

  /// Makes a staged generation the published one, and says that it was the newest when `issued`.
  ///
  /// `announce` is called when everything is on the disk and nothing but the renames of manifest and
  /// timestamp is left; what it throws stops the publication.
  ///
  /// - Throws: As long as nothing is published.
  @discardableResult
  package func publish(
    _ staged: StagedGeneration, issued: DirectoryTime,
    announce: () throws(PublicationError) -> Void = {}
  ) throws(PublicationError) -> Published {
    precondition(mode == .publishing, "a checking publisher publishes nothing")
    return try Placement(
      folder: folder, staging: staging, history: history, settings: settings,
      fileSystem: fileSystem, bookmark: bookmark, issued: issued, root: root
    ).publish(staged, announce: announce)
  }

  /// Gives a staged generation up; the former one stays.
  package func discard(_ staged: StagedGeneration) throws(PublicationError) {
    try fileSystem.removeTree(staging)
  }

  private func checkCaps(_ slots: [Manifest.Slot]) throws(PublicationError) {
    guard let fullest = slots.max(by: { $0.entries - $0.cap < $1.entries - $1.cap }),
      fullest.entries > fullest.cap
    else { return }
    let entries = slots.reduce(0) { $0 + $1.entries }
    // Slots are planned to be filled to 85 %, because numbers do not spread evenly.
    let needed = Double(entries) / (0.85 * Double(fullest.cap))
    throw .overCap(
      slot: fullest.identifier, entries: fullest.entries, cap: fullest.cap,
      slotsNeeded: max(slots.count + 1, Int(needed.rounded(.up))))
  }

  private static func slots(
    of chunks: [[Manifest.Chunk]], settings: PublicationSettings
  ) -> [Manifest.Slot] {
    settings.slots.enumerated().map { index, slot in
      let lists = [chunks[index * 2], chunks[index * 2 + 1]].map { chunks in
        Manifest.List(
          entries: chunks.reduce(0) { $0 + $1.entries },
          digest: Manifest.List.digest(of: chunks, with: SHA256.self), chunks: chunks)
      }
      let digest = Manifest.Slot.digest(
        identification: lists[0].digest, blocking: lists[1].digest, with: SHA256.self)
      return Manifest.Slot(
        index: index, identifier: slot.identifier, cap: slot.cap, digest: digest,
        identification: lists[0], blocking: lists[1])
    }
  }

  /// A number that no other publisher of this process has.
  private static func number() -> Int {
    publisherCount.add(1, ordering: .relaxed).newValue
  }
}

private let publisherCount = Atomic(0)
