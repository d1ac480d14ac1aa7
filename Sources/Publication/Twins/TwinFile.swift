import DirectoryFormat
import Signing

/// A twin on its way into the staging folder.
///
/// Used by one thread at a time.
final class TwinFile {
  let room: TwinRoom
  private let staging: String
  private let fileSystem: FileSystem
  private let file: OutputFile
  private let writer: TwinWriter
  private let digest: Digest
  private var isWhole = true

  /// What is written is hashed on the way.
  private final class Digest {
    var state = SHA256()
  }

  /// Begins a twin under a name in the staging folder that no other has.
  ///
  /// `room` is no other twin's before this one is done.
  init(
    _ name: String, staging: String, fileSystem: FileSystem, room: TwinRoom = TwinRoom()
  ) throws(PublicationError) {
    self.room = room
    self.staging = staging
    self.fileSystem = fileSystem
    let file = try OutputFile(path: staging + "/" + name, fileSystem: fileSystem)
    let digest = Digest()
    self.file = file
    self.digest = digest
    writer = TwinWriter(room: room) { (bytes) throws(PublicationError) in
      digest.state.update(bytes)
      try file.write(bytes)
    }
  }

  /// Adds whole lines of one list of a chunk, or of a delta where `list` is nil.
  func append(_ lines: UnsafeRawBufferPointer, of list: DirectoryList?) throws(PublicationError) {
    if isWhole { isWhole = try writer.append(lines, of: list) }
  }

  /// Says that the file holds something else than lines.
  func giveUp() { isWhole = false }

  /// Gives the twin its name, on the disk; nil where it is no smaller than the plain file's bytes.
  func finish(smallerThan bytes: Int) throws(PublicationError) -> Manifest.Packed? {
    if isWhole { try writer.finish() }
    guard isWhole, file.bytes < bytes else {
      try remove()
      return nil
    }
    try file.sync()
    file.close()
    let twin = Manifest.Packed(
      bytes: file.bytes, sha256: Hexadecimal.string(digest.state.finish()))
    try fileSystem.rename(
      file.path, to: staging + "/" + OutputFolder.stagedName(of: twin.path))
    return twin
  }

  /// Leaves nothing of it.
  func remove() throws(PublicationError) {
    file.close()
    try fileSystem.remove(file.path)
  }
}
