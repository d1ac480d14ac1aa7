import Threads

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where something lies, as the system is told it: a name in a folder that is open.
///
/// A path would be looked up anew by every call: whoever may write in the output folder could exchange
/// a folder of it for a link between the look at it and the call.
struct Spot: ~Copyable {
  /// The folder; `AT_FDCWD` where the name is the whole path.
  let folder: Int32
  /// The name in it.
  let name: String

  deinit { if folder != AT_FDCWD { close(folder) } }

  func open(_ flags: Int32, mode: mode_t = 0) -> Int32 { openat(folder, name, flags, mode) }

  func makeFolder(mode: mode_t) -> Int32 { mkdirat(folder, name, mode) }

  func makeLink(to target: String) -> Int32 { symlinkat(target, folder, name) }

  func rename(to new: borrowing Spot) -> Int32 { renameat(folder, name, new.folder, new.name) }

  func remove() -> Int32 { unlinkat(folder, name, 0) }

  /// Keeps the folder open while `body` works in it.
  func work(
    _ body: (_ folder: Int32, _ name: String) throws(PublicationError) -> Void
  ) throws(PublicationError) {
    try body(folder, name)
  }
}

extension FileSystem {
  /// From now on nothing in a folder within `output` is made, renamed or removed by way of a link.
  ///
  /// `output` itself may be one. What follows is meant for paths that begin with it as it is written.
  package func guardFolders(within output: String) { guarded.withLock { $0 = output } }

  /// The spot of a path, each folder of the output on the way opened in the one before it.
  ///
  /// - Throws: `linkedFolder` where one is a link.
  func locate(_ path: String, to operation: String) throws(PublicationError) -> Spot {
    guard let output = guarded.withLock({ $0 }), path.utf8.starts(with: (output + "/").utf8) else {
      return Spot(folder: AT_FDCWD, name: path)
    }
    let parts = path.utf8.dropFirst(output.utf8.count + 1).split(separator: UInt8(ascii: "/"))
      .map { String(Substring($0)) }
    // What lies in the output folder itself has no other folder on its way.
    guard parts.count > 1, let name = parts.last else { return Spot(folder: AT_FDCWD, name: path) }
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    var folder = openat(AT_FDCWD, output, flags)
    var place = output
    for part in parts.dropLast() where folder >= 0 {
      place += "/" + part
      let inner = openat(folder, part, flags | O_NOFOLLOW)
      let code = errno
      close(folder)
      errno = code
      folder = inner
    }
    guard folder >= 0 else {
      let code = errno
      // A link is ELOOP or, as no folder is meant by it, ENOTDIR.
      if code == ELOOP || code == ENOTDIR { try hasInnerFolder(place) }
      throw .file(path: path, operation: operation, code: code)
    }
    return Spot(folder: folder, name: name)
  }

  /// The spot of a path; nil where a folder on the way to it is gone, and all that was in it.
  func locateUnlessGone(
    _ path: String, to operation: String
  ) throws(PublicationError) -> Spot? {
    do throws(PublicationError) { return try locate(path, to: operation) } catch {
      guard case .file(_, _, ENOENT) = error else { throw error }
      return nil
    }
  }
}
