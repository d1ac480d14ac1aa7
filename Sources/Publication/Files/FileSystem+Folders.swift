#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension FileSystem {
  /// Makes a folder unless it is there; true when it was made.
  @discardableResult
  func makeFolder(_ path: String) throws(PublicationError) -> Bool {
    if let facts = try facts(of: path), facts.isFolder { return false }
    try makeNewFolder(path, mode: 0o755)
    return true
  }

  /// Makes a folder where nothing is.
  package func makeNewFolder(_ path: String, mode: UInt32) throws(PublicationError) {
    try pass(.makeFolder, path)
    let spot = try locate(path, to: "make the folder")
    guard spot.makeFolder(mode: mode_t(mode)) == 0 else {
      throw .file(path: path, operation: "make the folder", code: errno)
    }
  }

  /// Makes a folder and those above it that are missing.
  func makeFolders(_ path: String) throws(PublicationError) {
    if let facts = try facts(of: path), facts.isFolder { return }
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    var partial = path.hasPrefix("/") ? "" : "."
    for part in parts {
      partial += "/" + part
      let made = try makeFolder(partial)
      if made { try syncFolder(Self.parent(of: partial)) }
    }
  }

  /// Whether a folder of the output is there; everything that is made, renamed or swept in one has
  /// passed here.
  ///
  /// - Throws: `linkedFolder` where it is a link: what that leads to is not the run's.
  @discardableResult
  package func hasInnerFolder(_ path: String) throws(PublicationError) -> Bool {
    guard let facts = try facts(of: path) else { return false }
    guard !facts.isLink else {
      throw .linkedFolder(path: path, target: try target(ofLink: path) ?? "")
    }
    return facts.isFolder
  }

  /// Makes a folder of the output unless it is there; one that is a link is refused.
  package func makeInnerFolder(_ path: String, mode: UInt32 = 0o755) throws(PublicationError) {
    if try !hasInnerFolder(path) { try makeNewFolder(path, mode: mode) }
  }

  /// Removes from a folder of the output what bears such a name; a folder that is missing has none.
  ///
  /// Relative to the open folder: one that is exchanged for a link meanwhile is not followed.
  func sweepInnerFolder(
    _ path: String, where isUnneeded: (String) -> Bool
  ) throws(PublicationError) {
    try pass(.list, path)
    guard let spot = try locateUnlessGone(path, to: "list") else { return }
    let folder = spot.open(O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else {
      let code = errno
      if try hasInnerFolder(path) || code != ENOENT {
        throw .file(path: path, operation: "list", code: code)
      }
      return
    }
    guard let listing = fdopendir(folder) else {
      let code = errno
      close(folder)
      throw .file(path: path, operation: "list", code: code)
    }
    defer { closedir(listing) }
    for name in try Self.names(at: path, next: { readdir(listing) }) where isUnneeded(name) {
      try removeTree(name, in: folder, at: path + "/" + name, called: name)
    }
  }

  /// Makes a folder that only its owner may enter; one that is there must be this user's, no link.
  package func makeOwnFolder(_ path: String) throws(PublicationError) {
    guard let facts = try facts(of: path) else { return try makeNewFolder(path, mode: 0o700) }
    guard facts.isFolder, !facts.isLink, facts.owner == geteuid() else {
      throw .notOurs(path: path)
    }
  }

  /// Gives a folder of files a new name.
  ///
  /// Where the system cannot rename folders (EXDEV, of layered file systems), file by file.
  package func renameFolder(_ old: String, to new: String) throws(PublicationError) {
    do throws(PublicationError) { try rename(old, to: new) } catch {
      guard case .file(_, _, EXDEV) = error else { throw error }
      try makeNewFolder(new, mode: 0o700)
      for name in try names(in: old) ?? [] {
        try rename(old + "/" + name, to: new + "/" + name)
      }
      try syncFolder(new)
      try removeTree(old)
    }
  }

  /// Removes a file, a link (never what it leads to), or a folder with all that is in it.
  ///
  /// Relative to open folders: whoever exchanges a folder for a link meanwhile wins nothing.
  package func removeTree(_ path: String) throws(PublicationError) {
    guard let spot = try locateUnlessGone(path, to: "remove") else { return }
    try spot.work { (folder, name) throws(PublicationError) in
      try removeTree(name, in: folder, at: path, called: path)
    }
  }

  private func removeTree(
    _ name: String, in parent: Int32, at path: String, called place: String
  ) throws(PublicationError) {
    // From the second level on the name alone is used, relative to the folder that is open.
    let relative = parent == AT_FDCWD ? place : name
    try pass(.remove, path)
    if unlinkat(parent, relative, 0) == 0 || errno == ENOENT { return }
    // A folder is EISDIR on Linux and EPERM by POSIX.
    guard errno == EISDIR || errno == EPERM else {
      throw .file(path: path, operation: "remove", code: errno)
    }
    let code = errno
    let folder = openat(parent, relative, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else {
      if errno == ENOENT { return }
      throw .file(path: path, operation: "remove", code: errno == ENOTDIR ? code : errno)
    }
    guard let listing = fdopendir(folder) else {
      let code = errno
      close(folder)
      throw .file(path: path, operation: "list", code: code)
    }
    defer { closedir(listing) }
    try pass(.list, path)
    let names = try Self.names(at: path) { readdir(listing) }
    for name in names {
      try removeTree(name, in: folder, at: path + "/" + name, called: name)
    }
    try pass(.remove, path)
    guard unlinkat(parent, relative, AT_REMOVEDIR) == 0 || errno == ENOENT else {
      throw .file(path: path, operation: "remove the folder", code: errno)
    }
  }
}
