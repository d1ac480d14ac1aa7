import DirectoryFormat
import Signing

/// Brings signatures over documents of the directory into `signatures/`.
struct SignaturePlacement {
  /// The folder that holds manifest.json.
  let directory: String
  /// Where a file waits for its rename; on the same file system.
  let staging: String
  let fileSystem: FileSystem
  /// The key; nil: nothing is signed.
  let key: Ed25519.PrivateKey?
  /// The newest root, if the directory has roots: it says whose signatures count.
  let root: DirectoryRoot?
  /// Where signatures are noted for later runs; nil where none is kept.
  var bookmark: Bookmark?

  private static let largest = 1 << 10

  /// Signs a document, unless the signature is there; one that is damaged is written again.
  ///
  /// Under a root the signatures by its other keys stay beside it in a `.sigs`, and the `.sig`, for readers
  /// that know one key, is the signature by the first of the root's keys that has signed. Gives how
  /// many keys must still sign, and whether anything was written. Names are on the disk once their
  /// folder is synced.
  @discardableResult
  func sign(
    _ document: [UInt8], at path: String
  ) throws(PublicationError) -> (lacking: Int, isNew: Bool) {
    guard let key else { return (0, false) }
    let (id, signature) = try RootFolder.signature(by: key, of: document)
    guard let root else { return (0, try put(signature, at: path, Self.largest)) }
    try Self.check(id, in: root)
    let lines =
      others(than: id, over: document, at: path + "s", in: root)
      + [.init(keyID: id, signature: signature)]
    let sorted = root.manifest.keyIDs.compactMap { id in lines.first { $0.keyID == id } }
    let areNew = try put(
      SignatureLines(sorted).encode(), at: path + "s", SignatureLines.largestSizeInBytes)
    let isNew = try put(sorted.first?.signature ?? signature, at: path, Self.largest)
    return (max(0, root.manifest.threshold - sorted.count), areNew || isNew)
  }

  /// Refuses a key that the root does not let sign, before anything is built.
  static func check(_ key: Ed25519.PrivateKey, in root: DirectoryRoot) throws(PublicationError) {
    try check(try RootFolder.signature(by: key, of: []).id, in: root)
  }

  private static func check(_ id: String, in root: DirectoryRoot) throws(PublicationError) {
    guard !root.manifest.keyIDs.contains(id) else { return }
    throw .roots(
      path: DirectoryRoot.path(version: root.version),
      reason: "expected a key that may sign manifests, found \(id.prefix(16))…",
      advice: "Sign with one that it names, or publish a root that names this one.")
  }

  /// What other keys of the root have signed already, as far as it fits.
  private func others(
    than id: String, over document: [UInt8], at path: String, in root: DirectoryRoot
  ) -> [SignatureLines.Line] {
    let bytes = try? fileSystem.read(
      directory + "/" + path, limit: SignatureLines.largestSizeInBytes)
    let lines = bytes.flatMap(SignatureLines.init)?.lines ?? []
    return lines.filter { line in
      guard line.keyID != id, let key = root.keys[line.keyID] else { return false }
      return Ed25519.KeyCheck(key).accepts(signature: line.signature, of: document)
    }
  }

  private func put(
    _ bytes: [UInt8], at path: String, _ limit: Int
  ) throws(PublicationError) -> Bool {
    bookmark?.note(path, sha256: SHA256.hexadecimal(of: bytes), bytes: bytes.count)
    let place = directory + "/" + path
    if let there = try? fileSystem.read(place, limit: limit), there == bytes {
      try fileSystem.syncFile(place)
      return false
    }
    let temporary = staging + "/" + OutputFolder.stagedName(of: path)
    try fileSystem.write(bytes, to: temporary)
    try fileSystem.rename(temporary, to: place)
    return true
  }
}
