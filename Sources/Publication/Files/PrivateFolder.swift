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
  /// Another run may remove a folder before it is locked; once more is rare, and where the system
  /// gives what this makes to another user it never ends.
  private static let mostTries = 20

  /// Makes the folder, and removes those beside it that killed runs of this user left.
  package init(in parent: String, fileSystem: FileSystem) throws(PublicationError) {
    self.fileSystem = fileSystem
    Self.removeAbandoned(in: parent, fileSystem)
    var path = parent
    for _ in 0..<Self.mostTries {
      path = try Self.make(in: parent, fileSystem)
      do throws(PublicationError) {
        if let descriptor = try Self.lock(path, fileSystem) {
          self.path = path
          self.descriptor = descriptor
          return
        }
      } catch {
        try? fileSystem.removeTree(path)
        throw error
      }
      try? fileSystem.removeTree(path)
    }
    throw .notOurs(path: path)
  }

  deinit {
    try? fileSystem.removeTree(path)
    close(descriptor)
  }

  private static func make(
    in parent: String, _ fileSystem: FileSystem
  ) throws(PublicationError) -> String {
    try fileSystem.pass(.makeFolder, parent)
    var status = stat()
    // Without the sticky bit another user may put something else in the place of the folder.
    if stat(parent, &status) == 0, status.st_mode & S_IWOTH != 0, status.st_mode & S_ISVTX == 0 {
      throw .openToOthers(path: parent)
    }
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
    do throws(PublicationError) {
      var status = stat()
      // One that was removed between its making and its locking has no links left.
      if fstat(folder, &status) == 0, status.st_uid == geteuid(),
        try FileSystem.lock(folder, at: path), fstat(folder, &status) == 0, status.st_nlink > 0
      {
        return folder
      }
      close(folder)
      return nil
    } catch {
      close(folder)
      throw error
    }
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
