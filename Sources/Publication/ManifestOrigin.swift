import DirectoryFormat
import Signing

/// Tells whether a manifest that is found in the output folder is one that was published there.
///
/// A run that signs vouches for what it takes from the former manifest, its sequence above all: phones
/// refuse every later directory with a lower one. The folder may come from a mirror that others write, and so
/// may its roots: other keys that they name count for nothing here.
struct ManifestOrigin {
  let folder: OutputFolder
  let bookmark: Bookmark
  /// The key of the run; without one nothing is vouched for, and every manifest is taken.
  let key: Ed25519.PrivateKey?
  let fileSystem: FileSystem

  /// Throws where the published manifest is neither what the last run left nor signed by the key.
  func check(published former: History.Kept) throws(PublicationError) {
    guard try !isKnown(former, as: Manifest.fileName) else { return }
    throw .foreignManifest(path: folder.manifest, directory: folder.directory)
  }

  /// Whether a manifest that stands at `path` is what the last run left there, or signed by the key.
  func isKnown(_ kept: History.Kept, as path: String) throws(PublicationError) -> Bool {
    guard let key else { return true }
    let digest = SHA256.hexadecimal(of: kept.bytes)
    if bookmark.noted(path) == digest { return true }
    let signature = DirectoryPath.signature(manifestSHA256: digest)
    let id: String
    let check: Ed25519.KeyCheck
    do throws(SigningError) {
      let publicKey = try key.publicKey
      (id, check) = (publicKey.id, Ed25519.KeyCheck(publicKey.rawRepresentation))
    } catch { throw .signing(reason: error.description) }
    let single = bytes(at: signature, limit: Ed25519.signatureLengthInBytes)
    let several = bytes(at: signature + "s", limit: SignatureLines.largestSizeInBytes)
    let lines = several.flatMap(SignatureLines.init)?.lines ?? []
    let signatures = [single].compactMap { $0 } + lines.filter { $0.keyID == id }.map(\.signature)
    return signatures.contains { check.accepts(signature: $0, of: kept.bytes) }
  }

  /// A file of signatures; what cannot be read signs nothing.
  private func bytes(at path: String, limit: Int) -> [UInt8]? {
    try? fileSystem.read(folder.place(of: path), limit: limit)
  }
}
