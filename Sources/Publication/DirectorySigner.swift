package import DirectoryFormat
package import Signing

/// Signs a published directory after its build, as the build would have done with the key.
///
/// For a key that never comes near the machine that builds. Each signature is put in place whole, by
/// rename, that over the manifest first; nothing else changes, and a second run changes nothing.
package struct DirectorySigner: Sendable {
  /// What is signed now.
  package struct Outcome: Sendable {
    /// The manifest.
    package let manifest: Manifest
    /// The timestamp.
    package let timestamp: DirectoryTimestamp
    /// Signatures that were written: 2, or fewer where they were there already.
    package let written: Int
    /// Keys that must still sign before phones that begin with a root take it.
    package let lacking: Int
  }

  private let directory: String
  private let key: Ed25519.PrivateKey
  private let fileSystem: FileSystem

  /// Prepares signing of the folder that holds manifest.json.
  package init(
    directory: String, key: Ed25519.PrivateKey, fileSystem: FileSystem = FileSystem()
  ) {
    self.directory = directory
    self.key = key
    self.fileSystem = fileSystem
  }

  private var manifestPath: String { directory + "/" + Manifest.fileName }
  private var timestampPath: String { directory + "/" + DirectoryTimestamp.fileName }
  /// Where signatures wait; what a killed run left there goes with the next one.
  private var staging: String { directory + "/.signing" }

  /// Signs manifest and timestamp, having read both as a reader would.
  ///
  /// - Throws: When a build holds the directory, or either file is damaged or speaks of another
  ///   manifest: then nothing is signed.
  package func sign() throws(PublicationError) -> Outcome {
    let lock = try buildersLock()
    defer { withExtendedLifetime(lock) {} }
    let (manifest, manifestBytes) = try readManifest()
    let manifestSHA256 = SHA256.hexadecimal(of: manifestBytes)
    let (timestamp, timestampBytes) = try readTimestamp(of: manifest, manifestSHA256)
    fileSystem.guardFolders(within: directory)
    try fileSystem.removeTree(staging)
    try fileSystem.makeNewFolder(staging, mode: 0o700)
    let root = try RootFolder(directory + "/" + DirectoryRoot.folder, fileSystem: fileSystem)
      .newest()
    typealias Signed = (written: Int, lacking: Int)
    let signed = Result { () throws(PublicationError) -> Signed in
      try fileSystem.makeInnerFolder(directory + "/signatures")
      let signatures = SignaturePlacement(
        directory: directory, staging: staging, fileSystem: fileSystem, key: key, root: root)
      let ofManifest = try signatures.sign(
        manifestBytes, at: DirectoryPath.signature(manifestSHA256: manifestSHA256))
      let ofTimestamp = try signatures.sign(
        timestampBytes,
        at: DirectoryPath.signature(timestampSHA256: SHA256.hexadecimal(of: timestampBytes)))
      try fileSystem.syncFolder(directory + "/signatures")
      return (
        (ofManifest.isNew ? 1 : 0) + (ofTimestamp.isNew ? 1 : 0),
        max(ofManifest.lacking, ofTimestamp.lacking)
      )
    }
    try fileSystem.removeTree(staging)
    let (written, lacking) = try signed.get()
    return Outcome(manifest: manifest, timestamp: timestamp, written: written, lacking: lacking)
  }

  /// The lock of builds, where the directory still lies in their output folder.
  private func buildersLock() throws(PublicationError) -> OutputLock? {
    let path = directory + "/../.lock"
    guard try fileSystem.facts(of: path)?.isFile == true else { return nil }
    return try OutputLock(path, fileSystem: fileSystem)
  }

  private func readManifest() throws(PublicationError) -> (Manifest, [UInt8]) {
    let bytes = try read(manifestPath, limit: Manifest.largestSizeInBytes)
    do throws(ManifestError) {
      let manifest = try Manifest.decode(bytes)
      try manifest.checkDigests(with: SHA256.self)
      return (manifest, bytes)
    } catch { throw .unsignable(path: manifestPath, reason: error.description) }
  }

  private func readTimestamp(
    of manifest: Manifest, _ sha256: String
  ) throws(PublicationError) -> (DirectoryTimestamp, [UInt8]) {
    let bytes = try read(timestampPath, limit: DirectoryTimestamp.largestSizeInBytes)
    let timestamp: DirectoryTimestamp
    do throws(ManifestError) { timestamp = try DirectoryTimestamp.decode(bytes) } catch {
      throw .unsignable(path: timestampPath, reason: error.description)
    }
    guard timestamp.manifestSHA256 == sha256, timestamp.sequence == manifest.sequence else {
      throw .unsignable(
        path: timestampPath,
        reason: "expected it to speak of manifest.json, found another manifest's")
    }
    return (timestamp, bytes)
  }

  private func read(_ path: String, limit: Int) throws(PublicationError) -> [UInt8] {
    guard let bytes = try fileSystem.read(path, limit: limit) else {
      throw .unsignable(path: path, reason: "expected a file, found none")
    }
    return bytes
  }
}
