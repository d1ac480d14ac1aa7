import DirectoryFormat
import Foundation

/// The folder that app and extensions share, or one below it, by paths relative to it.
struct ContainerFolder: Sendable {
  let url: URL

  init(_ url: URL) { self.url = url }

  /// The folder below this one that holds the installed directory.
  var directory: ContainerFolder {
    ContainerFolder(url.appendingPathComponent("directory", isDirectory: true))
  }

  /// The absolute place of a path.
  func place(of path: String) -> URL { url.appendingPathComponent(path) }

  /// The bytes of a small file; nil if there is none, or if it is larger.
  func contents(_ path: String, atMost limit: Int = Manifest.largestSizeInBytes) -> [UInt8]? {
    guard let size = size(of: path), size <= limit else { return nil }
    return (try? Data(contentsOf: place(of: path))).map { [UInt8]($0) }
  }

  /// The size of a regular file; nil if there is none.
  func size(of path: String) -> Int? {
    let facts = try? FileManager.default.attributesOfItem(atPath: place(of: path).path)
    guard facts?[.type] as? FileAttributeType == .typeRegular else { return nil }
    return (facts?[.size] as? NSNumber)?.intValue
  }

  /// The SHA-256 of a file; nil if it cannot be read to its end, or the task is cancelled.
  func sha256<Function: DigestFunction>(of path: String, _ function: Function.Type) -> String? {
    guard let reader = try? FileHandle(forReadingFrom: place(of: path)) else { return nil }
    defer { try? reader.close() }
    var function = Function()
    do {
      while let data = try reader.read(upToCount: 1 << 18), !data.isEmpty {
        if Task.isCancelled { return nil }
        data.withUnsafeBytes { function.update($0) }
      }
      return Hexadecimal.string(function.finish())
    } catch {
      return nil
    }
  }

  /// Writes a small file so that a reader finds the old or the new one, whole, also after a
  /// power failure.
  func write(_ bytes: [UInt8], to path: String) throws(InstallError) {
    let place = place(of: path)
    let temporary = place.deletingLastPathComponent()
      .appendingPathComponent(".\(place.lastPathComponent).new")
    do {
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: temporary)
      let handle = try FileHandle(forWritingTo: temporary)
      try handle.synchronize()
      try handle.close()
      try rename(temporary, to: place)
    } catch {
      throw .file(path: path, reason: "\(error)")
    }
  }

  /// Moves a finished file to its place.
  func move(_ file: URL, to path: String) throws(InstallError) {
    let place = place(of: path)
    do {
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try rename(file, to: place)
    } catch {
      throw .file(path: path, reason: "\(error)")
    }
  }

  /// Removes a file or a folder; it need not be there.
  func remove(_ path: String) { try? FileManager.default.removeItem(at: place(of: path)) }

  /// The names in a folder.
  func names(in path: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: place(of: path).path)) ?? []
  }

  private func rename(_ old: URL, to new: URL) throws {
    #if os(iOS)
      // Extensions run while the phone is locked.
      try FileManager.default.setAttributes(
        [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication],
        ofItemAtPath: old.path)
    #endif
    guard Foundation.rename(old.path, new.path) == 0 else {
      throw CocoaError(.fileWriteUnknown)
    }
  }
}
