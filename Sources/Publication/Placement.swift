import DirectoryFormat
import Signing

/// Brings a staged generation into the directory, the manifest last, and sweeps what nothing needs.
///
/// Stopped anywhere, it leaves the former generation whole until the manifest's rename and the new
/// one from then on.
struct Placement {
  let folder: OutputFolder
  let staging: String
  let history: History
  let settings: PublicationSettings
  let fileSystem: FileSystem

  func publish(_ staged: StagedGeneration) throws(PublicationError) {
    try makeFolders()
    try moveIn(staged.staged)
    let bytes = staged.isUnchanged ? history.former?.bytes ?? [] : staged.manifest.encode()
    try sign(bytes)
    if !staged.isUnchanged {
      try keepFormer(beside: staged.manifest.generation)
      try moveIn(bytes, to: Manifest.fileName)
      try fileSystem.syncFolder(folder.directory)
    }
    let kept = history.kept(
      beside: staged.manifest.generation, atMost: settings.keptGenerations)
    try Sweep(folder: folder, fileSystem: fileSystem).run(
      keeping: [History.Kept(manifest: staged.manifest, bytes: bytes)] + kept)
    try fileSystem.removeFolder(staging)
  }

  private func makeFolders() throws(PublicationError) {
    var isNew = try fileSystem.makeFolder(folder.directory)
    if isNew { try fileSystem.syncFolder(folder.path) }
    isNew = false
    for name in OutputFolder.folders {
      if try fileSystem.makeFolder(folder.place(of: name)) { isNew = true }
    }
    if isNew { try fileSystem.syncFolder(folder.directory) }
  }

  /// Renames staged files to their places; then their names are synced, folder by folder.
  ///
  /// A file never changes under its name. One that is there already, a delta or a rendering of a
  /// generation that comes back, keeps its time, so that a mirror has nothing to copy.
  private func moveIn(_ paths: [String]) throws(PublicationError) {
    for path in paths {
      let staged = staging + "/" + OutputFolder.stagedName(of: path)
      let place = folder.place(of: path)
      if Self.areSame(staged, place) {
        try fileSystem.remove(staged)
      } else {
        try fileSystem.rename(staged, to: place)
      }
    }
    let parents = Set(paths.map { FileSystem.parent(of: $0) })
    for parent in parents.sorted() { try fileSystem.syncFolder(folder.place(of: parent)) }
  }

  /// Whether both are files with the same bytes; what cannot be read is not.
  private static func areSame(_ staged: String, _ place: String) -> Bool {
    guard let there = FileSystem.facts(of: place), there.isFile,
      there.bytes == FileSystem.facts(of: staged)?.bytes
    else { return false }
    guard let digest = FileSystem.sha256(of: place) else { return false }
    return digest == FileSystem.sha256(of: staged)
  }

  /// Writes a small file beside and renames it to its place.
  private func moveIn(_ bytes: [UInt8], to path: String) throws(PublicationError) {
    let temporary = staging + "/" + OutputFolder.stagedName(of: path)
    try fileSystem.write(bytes, to: temporary)
    try fileSystem.rename(temporary, to: folder.place(of: path))
  }

  private func sign(_ manifest: [UInt8]) throws(PublicationError) {
    guard let key = settings.signingKey else { return }
    let path = DirectoryPath.signature(manifestSHA256: SHA256.hexadecimal(of: manifest))
    guard FileSystem.facts(of: folder.place(of: path)) == nil else { return }
    let signature: [UInt8]
    do { signature = try key.signature(of: manifest) } catch {
      throw .signing(reason: error.description)
    }
    try moveIn(signature, to: path)
    try fileSystem.syncFolder(folder.place(of: "signatures"))
  }

  private func keepFormer(beside generation: String) throws(PublicationError) {
    guard settings.keptGenerations > 0, let former = history.former,
      former.manifest.generation != generation
    else { return }
    try moveIn(
      former.bytes, to: DirectoryPath.formerManifest(generation: former.manifest.generation))
    try fileSystem.syncFolder(folder.place(of: "generations"))
  }
}
