import DirectoryFormat
import Foundation

extension Downloader {
  /// Fetches a file by its packed twin, if that is worth it; false when the twin is of no use, so that
  /// the file itself must be fetched.
  ///
  /// The twin is believed as little as a server: it is unpacked as a stream, to the byte of the size
  /// that the manifest gives, and what comes of it must have the file's SHA-256.
  func installByTwin(_ file: DirectoryFile) async throws(InstallError) -> Bool {
    guard let twin = file.packed, twin.bytes < file.bytes else { return false }
    // By the name of the file: whatever a manifest says, no two files wait in one place.
    let place = "packed/" + file.path.replacingOccurrences(of: "/", with: "-")
    do throws(InstallError) {
      try await install(twin.path, bytes: twin.bytes, sha256: twin.sha256, at: place)
    } catch {
      switch error {
      case .cancelled, .budget, .file: throw error
      default: return false
      }
    }
    defer { folder.remove(place) }
    guard let built = try? unpacked(place, of: file) else {
      if Task.isCancelled { throw .cancelled }
      return false
    }
    guard built.isRight(bytes: file.bytes, sha256: file.sha256) else {
      built.remove()
      return false
    }
    try folder.move(built.url, to: file.path)
    return true
  }

  private func unpacked(
    _ twin: String, of file: DirectoryFile
  ) throws -> BuiltFile<Function> {
    let built = try BuiltFile<Function>(of: file.path, in: folder, limit: file.bytes)
    let source = try FileHandle(forReadingFrom: folder.place(of: twin))
    defer { try? source.close() }
    do {
      try TwinReader.unpack(
        bytes: file.bytes,
        read: {
          if Task.isCancelled { throw CancellationError() }
          return [UInt8](try source.read(upToCount: 64 << 10) ?? Data())
        },
        into: { try built.append($0) })
    } catch {
      built.remove()
      throw error
    }
    return built
  }
}
