import DirectoryFormat
import Signing

/// Brings `timestamp.json` into the directory, which says that its manifest is the newest one.
///
/// Its signature goes before it, and the manifest too: stopped in between, the directory has a
/// timestamp of the manifest before, which readers take for a publication on its way, and which the
/// next run, an unchanged one too, writes anew.
struct TimestampPlacement {
  let folder: OutputFolder
  let staging: String
  let fileSystem: FileSystem
  let signatures: SignaturePlacement

  /// A timestamp that waits for its manifest.
  struct Prepared {
    fileprivate let bytes: [UInt8]
    /// Where it waits; nil when the same bytes are published already.
    fileprivate let temporary: String?
  }

  /// Signs a timestamp and writes it aside, unless it is there already.
  func prepare(_ timestamp: DirectoryTimestamp) throws(PublicationError) -> Prepared {
    let bytes = timestamp.encode()
    do throws(ManifestError) {
      guard try DirectoryTimestamp.decode(bytes) == timestamp else {
        throw ManifestError(
          kind: .inconsistent, place: "", expected: "what was built", found: "another timestamp")
      }
    } catch { throw .notAsRead(path: folder.timestamp, reason: error.description) }
    try signatures.sign(bytes, at: Self.signaturePath(bytes))
    let limit = DirectoryTimestamp.largestSizeInBytes
    if let there = try? fileSystem.read(folder.timestamp, limit: limit), there == bytes {
      try fileSystem.syncFile(folder.timestamp)
      return Prepared(bytes: bytes, temporary: nil)
    }
    let temporary = staging + "/" + DirectoryTimestamp.fileName
    try fileSystem.write(bytes, to: temporary)
    return Prepared(bytes: bytes, temporary: temporary)
  }

  /// Gives a prepared timestamp its name, and waits until that is on the disk.
  func put(_ prepared: Prepared) throws(PublicationError) {
    guard let temporary = prepared.temporary else { return }
    try fileSystem.rename(temporary, to: folder.timestamp)
    try fileSystem.syncFolder(folder.directory)
  }

  /// Removes the signatures over all other timestamps.
  func sweep(but prepared: Prepared) throws(PublicationError) {
    let path = Self.signaturePath(prepared.bytes)
    let kept = [path, path + "s"]
    try fileSystem.sweepInnerFolder(folder.place(of: "signatures")) { name in
      Sweep.isSignatureOverTimestamp(name) && !kept.contains("signatures/\(name)")
    }
  }

  private static func signaturePath(_ timestamp: [UInt8]) -> String {
    DirectoryPath.signature(timestampSHA256: SHA256.hexadecimal(of: timestamp))
  }
}
