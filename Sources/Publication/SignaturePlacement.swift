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
  /// Where signatures are noted for later runs; nil where none is kept.
  var bookmark: Bookmark?

  private static let largest = 1 << 10

  /// Signs a document, unless the signature is there; one that is damaged is written again.
  ///
  /// Gives whether it was written. The name is on the disk once its folder is synced.
  @discardableResult
  func sign(_ document: [UInt8], at path: String) throws(PublicationError) -> Bool {
    guard let key else { return false }
    let signature: [UInt8]
    do { signature = try key.signature(of: document) } catch {
      throw .signing(reason: error.description)
    }
    bookmark?.note(path, sha256: SHA256.hexadecimal(of: signature), bytes: signature.count)
    let place = directory + "/" + path
    if let there = try? fileSystem.read(place, limit: Self.largest), there == signature {
      try fileSystem.syncFile(place)
      return false
    }
    let temporary = staging + "/" + OutputFolder.stagedName(of: path)
    try fileSystem.write(signature, to: temporary)
    try fileSystem.rename(temporary, to: place)
    return true
  }
}
