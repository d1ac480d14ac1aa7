import DirectoryFormat
import Signing

/// Brings a staged generation into the directory, the manifest last, and sweeps what nothing needs.
///
/// Stopped anywhere, it leaves the former generation whole until the manifest's rename and the new
/// one from then on. Whatever the manifest names is on the disk before it, whoever brought it there.
struct Placement {
  let folder: OutputFolder
  let staging: String
  let history: History
  let settings: PublicationSettings
  let fileSystem: FileSystem
  let bookmark: Bookmark
  /// The moment of the run.
  let issued: DirectoryTime
  /// The newest root, if the directory has roots.
  let root: DirectoryRoot?

  private var signatures: SignaturePlacement {
    SignaturePlacement(
      directory: folder.directory, staging: staging, fileSystem: fileSystem,
      key: settings.signingKey, root: root, bookmark: bookmark)
  }

  private var timestamps: TimestampPlacement {
    TimestampPlacement(
      folder: folder, staging: staging, fileSystem: fileSystem, signatures: signatures)
  }

  /// Publishes; `announce` is called when nothing but the manifest's rename is left, and that of the
  /// timestamp.
  ///
  /// - Throws: As long as nothing is published; what goes wrong then is among the complaints.
  func publish(
    _ staged: StagedGeneration, announce: () throws(PublicationError) -> Void
  ) throws(PublicationError) -> Published {
    let manifest = staged.manifest
    let bytes = staged.isUnchanged ? history.former?.bytes ?? [] : manifest.encode()
    try checkSize(of: bytes, manifest)
    try makeFolders()
    try moveIn(staged.staged)
    let digest = SHA256.hexadecimal(of: bytes)
    bookmark.note(Manifest.fileName, sha256: digest, bytes: bytes.count)
    try signatures.sign(bytes, at: DirectoryPath.signature(manifestSHA256: digest))
    let timestamp = try timestamps.prepare(
      settings.freshness.timestamp(ofManifest: digest, sequence: manifest.sequence, issued: issued))
    var temporary: String?
    if !staged.isUnchanged {
      try keepFormer(beside: manifest.generation)
      temporary = try write(manifest, bytes)
    }
    try sync(manifest, but: Set(staged.staged))
    try announce()
    var complaints: [String] = []
    if let temporary { try complaints += put(temporary, holding: bytes) }
    complaints += finish(staged, bytes, timestamp)
    return Published(manifest: manifest, complaints: complaints)
  }

  /// Readers refuse what is larger; a published manifest that they refuse would end every later run.
  private func checkSize(of bytes: [UInt8], _ manifest: Manifest) throws(PublicationError) {
    guard bytes.count > Manifest.largestSizeInBytes else { return }
    throw .manifestTooLarge(
      bytes: bytes.count, chunks: manifest.chunkFiles.count, deltas: manifest.deltas.count,
      slots: manifest.slots.count)
  }

  private func makeFolders() throws(PublicationError) {
    try fileSystem.makeInnerFolder(folder.directory)
    for name in OutputFolder.folders { try fileSystem.makeInnerFolder(folder.place(of: name)) }
  }

  /// Renames staged files to their places.
  ///
  /// A file never changes under its name. One that is there already, a delta or a rendering of a
  /// generation that comes back, keeps its time, so that a mirror has nothing to copy.
  private func moveIn(_ paths: [String]) throws(PublicationError) {
    let parents = Set(paths.map { FileSystem.parent(of: $0) }).sorted()
    try makeFoldersOfRenderings(parents)
    for path in paths {
      let staged = staging + "/" + OutputFolder.stagedName(of: path)
      let place = folder.place(of: path)
      if areSame(staged, place) {
        try fileSystem.remove(staged)
        try fileSystem.syncFile(place)
      } else {
        try fileSystem.rename(staged, to: place)
      }
    }
  }

  /// Makes the folders within the directory's own: renderings of several files have one each.
  private func makeFoldersOfRenderings(_ parents: [String]) throws(PublicationError) {
    for parent in parents where parent.contains("/") {
      try fileSystem.makeInnerFolder(folder.place(of: parent))
    }
  }

  /// Whether both are files with the same bytes; what cannot be read is not.
  private func areSame(_ staged: String, _ place: String) -> Bool {
    guard let there = try? fileSystem.facts(of: place), there.isFile,
      let here = try? fileSystem.facts(of: staged), there.bytes == here.bytes,
      let digest = try? fileSystem.sha256(of: place)
    else { return false }
    return digest == (try? fileSystem.sha256(of: staged))
  }

  /// Writes a small file beside and renames it to its place.
  private func moveIn(_ bytes: [UInt8], to path: String) throws(PublicationError) {
    let temporary = staging + "/" + OutputFolder.stagedName(of: path)
    try fileSystem.write(bytes, to: temporary)
    try fileSystem.rename(temporary, to: folder.place(of: path))
  }

  private func keepFormer(beside generation: String) throws(PublicationError) {
    guard settings.keptGenerations > 0, let former = history.former,
      former.manifest.generation != generation
    else { return }
    let path = DirectoryPath.formerManifest(generation: former.manifest.generation)
    try moveIn(former.bytes, to: path)
    bookmark.note(
      path, sha256: SHA256.hexadecimal(of: former.bytes), bytes: former.bytes.count)
  }

  /// Writes the manifest aside, reads it back as a reader would, and looks at every file it names.
  private func write(
    _ manifest: Manifest, _ bytes: [UInt8]
  ) throws(PublicationError) -> String {
    let temporary = staging + "/" + Manifest.fileName
    try fileSystem.write(bytes, to: temporary)
    let read = try fileSystem.read(temporary, limit: Manifest.largestSizeInBytes)
    do throws(ManifestError) {
      let decoded = try Manifest.decode(read ?? [])
      try decoded.checkDigests(with: SHA256.self)
      guard decoded == manifest else {
        throw ManifestError(
          kind: .inconsistent, place: "", expected: "what was built", found: "another manifest")
      }
    } catch { throw .notAsRead(path: folder.manifest, reason: error.description) }
    return temporary
  }

  /// Waits until every file that the manifest names, and every folder, is on the disk: also what an
  /// earlier run brought there, which may have been killed before it waited.
  private func sync(
    _ manifest: Manifest, but synced: Set<String>
  ) throws(PublicationError) {
    for file in manifest.namedFiles {
      let place = folder.place(of: file.path)
      let facts = try fileSystem.facts(of: place)
      guard let facts, facts.isFile, facts.bytes == file.bytes else {
        let found = facts.map { $0.isFile ? "\($0.bytes) bytes" : "no file" } ?? "nothing"
        throw .notAsRead(path: place, reason: "expected \(file.bytes) bytes, found \(found)")
      }
      if !synced.contains(file.path) { try fileSystem.syncFile(place) }
    }
    for kept in history.kept(beside: manifest.generation, atMost: settings.keptGenerations) {
      let path = DirectoryPath.formerManifest(generation: kept.manifest.generation)
      let place = folder.place(of: path)
      if try fileSystem.facts(of: place) != nil { try fileSystem.syncFile(place) }
    }
    if try fileSystem.facts(of: folder.manifest) != nil {
      try fileSystem.syncFile(folder.manifest)
    }
    let within = Set(manifest.namedFiles.map { FileSystem.parent(of: $0.path) })
    for name in within.union(OutputFolder.folders).sorted() {
      try fileSystem.syncFolder(folder.place(of: name))
    }
    try fileSystem.syncFolder(folder.directory)
    try fileSystem.syncFolder(folder.path)
  }

  /// Gives the manifest its name; an error is one only if that did not happen.
  private func put(
    _ temporary: String, holding bytes: [UInt8]
  ) throws(PublicationError) -> [String] {
    do throws(PublicationError) {
      try fileSystem.rename(temporary, to: folder.manifest)
      return []
    } catch {
      guard
        let there = try? fileSystem.read(folder.manifest, limit: Manifest.largestSizeInBytes),
        there == bytes
      else { throw error }
      return [error.complaint]
    }
  }

  /// What is left once the generation is published, each step whatever became of the one before.
  ///
  /// The manifest is on the disk before the timestamp that speaks of it gets its name: a power failure
  /// cannot leave a timestamp of a manifest that nobody has any more.
  private func finish(
    _ staged: StagedGeneration, _ bytes: [UInt8], _ timestamp: TimestampPlacement.Prepared
  ) -> [String] {
    let manifest = staged.manifest
    var complaints: [String] = []
    func attempt(_ step: () throws(PublicationError) -> Void) {
      do throws(PublicationError) { try step() } catch { complaints.append(error.complaint) }
    }
    if !staged.isUnchanged {
      attempt { () throws(PublicationError) in try fileSystem.syncFolder(folder.directory) }
    }
    attempt { () throws(PublicationError) in
      try timestamps.put(timestamp)
      try timestamps.sweep(but: timestamp)
    }
    // The bookmark goes first: what it holds and the folder does not was taken by somebody else.
    attempt { () throws(PublicationError) in
      try bookmark.save(
        sequence: manifest.sequence, keeping: pathsKept(beside: staged, bytes), by: staging)
      if !staged.isUnchanged, history.isComplete {
        try fileSystem.syncFolder(folder.path)
        try sweep(beside: manifest, bytes)
      }
      for path in staged.givenUp {
        let place = folder.place(of: path)
        try fileSystem.hasInnerFolder(FileSystem.parent(of: place))
        try fileSystem.remove(place)
      }
    }
    attempt { () throws(PublicationError) in try fileSystem.removeTree(staging) }
    return complaints
  }

  /// What the next run shall find; a manifest that is missing is told until something else is
  /// published.
  private func pathsKept(beside staged: StagedGeneration, _ bytes: [UInt8]) -> Set<String> {
    let manifest = staged.manifest
    let kept = history.kept(beside: manifest.generation, atMost: settings.keptGenerations)
    let all = [History.Kept(manifest: manifest, bytes: bytes)] + kept
    var paths = Set(all.flatMap { $0.manifest.namedFiles.map(\.path) })
    paths.insert(Manifest.fileName)
    for generation in all {
      paths.insert(
        DirectoryPath.signature(manifestSHA256: SHA256.hexadecimal(of: generation.bytes)))
      paths.insert(DirectoryPath.formerManifest(generation: generation.manifest.generation))
    }
    if staged.isUnchanged { paths.formUnion(history.missing) }
    return paths.subtracting(staged.givenUp)
  }

  /// The former generation is kept until the next one, whatever the settings say: somebody may just
  /// be reading it.
  private func sweep(beside manifest: Manifest, _ bytes: [UInt8]) throws(PublicationError) {
    let kept = history.kept(
      beside: manifest.generation, atMost: max(settings.keptGenerations, 1))
    // The same entries may have had other renderings.
    let same = [history.former].compactMap { $0 }.filter {
      $0.manifest.generation == manifest.generation
    }
    try Sweep(folder: folder, fileSystem: fileSystem).run(
      keeping: [History.Kept(manifest: manifest, bytes: bytes)] + same + kept,
      formerManifests: settings.keptGenerations > 0)
  }
}
