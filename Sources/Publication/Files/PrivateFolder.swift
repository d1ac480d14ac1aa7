#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder of this run's own in a folder that others may use too, such as the system's temporary one.
///
/// Its name cannot be guessed and only its owner may enter it (0700). It is locked as long as this
/// lives: what a killed run left is known by not being locked, and removed by the next one.
package final class PrivateFolder {
  /// Where it is.
  package let path: String
  private let descriptor: Int32
  private let fileSystem: FileSystem

  private static let prefix = "callbook-run-"

  /// Makes the folder, and removes those beside it that killed runs of this user left.
  package init(in parent: String, fileSystem: FileSystem) throws(PublicationError) {
    self.fileSystem = fileSystem
    Self.removeAbandoned(in: parent, fileSystem)
    while true {
      let path = try Self.make(in: parent, fileSystem)
      if let descriptor = try Self.lock(path, fileSystem) {
        self.path = path
        self.descriptor = descriptor
        return
      }
    }
  }

  deinit {
    try? fileSystem.removeTree(path)
    close(descriptor)
  }

  private static func make(
    in parent: String, _ fileSystem: FileSystem
  ) throws(PublicationError) -> String {
    try fileSystem.pass(.makeFolder, parent)
    var template = Array("\(parent)/\(prefix)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw .file(path: parent, operation: "make a folder in it", code: errno)
    }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Opens and locks a folder; nil when it is somebody else's, or gone since it was seen.
  private static func lock(
    _ path: String, _ fileSystem: FileSystem
  ) throws(PublicationError) -> Int32? {
    try fileSystem.pass(.lock, path)
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else {
      if errno == ENOENT || errno == ENOTDIR || errno == ELOOP || errno == EACCES { return nil }
      throw .file(path: path, operation: "open the folder", code: errno)
    }
    var status = stat()
    // One that was removed between its making and its locking has no links left.
    guard fstat(folder, &status) == 0, status.st_uid == geteuid(),
      flock(folder, LOCK_EX | LOCK_NB) == 0, fstat(folder, &status) == 0, status.st_nlink > 0
    else {
      close(folder)
      return nil
    }
    return folder
  }

  /// Nothing here is worth an error: the next run tries again.
  private static func removeAbandoned(in parent: String, _ fileSystem: FileSystem) {
    for name in (try? fileSystem.names(in: parent)) ?? [] where name.hasPrefix(prefix) {
      let path = parent + "/" + name
      guard let folder = try? lock(path, fileSystem) else { continue }
      try? fileSystem.removeTree(path)
      close(folder)
    }
  }
}
