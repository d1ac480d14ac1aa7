import CSystem
import Signing
import Threads

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The one door to the disk for what a run publishes and reports.
///
/// That gives each failure one form, and lets a test make any single call fail, or count and order
/// them. Only ENOENT means that something is not there: whatever else hinders a look is an error.
package final class FileSystem: Sendable {
  /// Decides before a call whether it fails, and with what; nil lets it through.
  package typealias Interception = @Sendable (FileCall) -> PublicationError?

  private let interception: Interception?
  /// The output folder of a run, in which no link is followed; nil without one.
  let guarded = Locked<String?>(nil)

  /// Creates access to the disk; a test may have a say before every call.
  package init(_ interception: Interception? = nil) { self.interception = interception }

  /// Announces a call.
  func pass(_ kind: FileCall.Kind, _ path: String) throws(PublicationError) {
    if let interception, let failure = interception(FileCall(kind, path)) { throw failure }
  }

  /// What a reader of Comparison asks before it opens or reads a file; nil without a say in it.
  var readersFault: (@Sendable (String) -> Int32?)? {
    guard let interception else { return nil }
    return { path in
      for kind in [FileCall.Kind.open, .read] {
        switch interception(FileCall(kind, path)) {
        case nil: continue
        case .file(_, _, let code): return code
        default: return EINTR
        }
      }
      return nil
    }
  }

  // MARK: Looking

  /// What is at a path; nil when nothing is.
  package func facts(of path: String) throws(PublicationError) -> FileFacts? {
    try pass(.examine, path)
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw .file(path: path, operation: "examine", code: errno)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return FileFacts(status, kind: .file)
    case S_IFDIR: return FileFacts(status, kind: .folder)
    case S_IFLNK:
      // A folder may be a link to one; a file may not.
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
        return FileFacts(status, kind: .other, isLink: true)
      }
      return FileFacts(status, kind: .folder, isLink: true)
    default: return FileFacts(status, kind: .other)
    }
  }

  /// The names in a folder in byte order, without `.` and `..`; nil when there is no such folder.
  package func names(in path: String) throws(PublicationError) -> [String]? {
    try pass(.list, path)
    guard let folder = opendir(path) else {
      if errno == ENOENT { return nil }
      throw .file(path: path, operation: "list", code: errno)
    }
    defer { closedir(folder) }
    return try Self.names(at: path) { readdir(folder) }
  }

  /// What a link leads to, as it is written; nil when there is no link.
  package func target(ofLink path: String) throws(PublicationError) -> String? {
    try pass(.examine, path)
    var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &target, target.count)
    if count >= 0 { return String(decoding: target[..<count], as: UTF8.self) }
    // EINVAL: it is there and no link.
    if errno == ENOENT || errno == EINVAL { return nil }
    throw .file(path: path, operation: "read the link", code: errno)
  }

  // MARK: Reading

  /// A whole file of at most `limit` bytes; nil when there is none.
  package func read(_ path: String, limit: Int) throws(PublicationError) -> [UInt8]? {
    guard let file = try open(path) else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else {
      throw .file(path: path, operation: "read", code: errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      throw .noFile(path: path, found: isFolder ? "a folder" : FileFacts.neither)
    }
    guard status.st_size <= limit else {
      throw .file(path: path, operation: "read", code: EFBIG)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(status.st_size))
    try readPieces(file, path) { (piece) throws(PublicationError) in
      guard bytes.count + piece.count <= limit else {
        throw .file(path: path, operation: "read", code: EFBIG)
      }
      bytes.append(contentsOf: piece)
    }
    return bytes
  }

  /// Hands a file over in pieces of at most 256 KiB.
  func readPieces(
    of path: String, _ body: (UnsafeRawBufferPointer) throws(PublicationError) -> Void
  ) throws(PublicationError) {
    guard let file = try open(path) else {
      throw .file(path: path, operation: "open", code: ENOENT)
    }
    defer { close(file) }
    try readPieces(file, path, body)
  }

  /// The SHA-256 of a file.
  func sha256(of path: String) throws(PublicationError) -> [UInt8] {
    var digest = SHA256()
    try readPieces(of: path) { digest.update($0) }
    return digest.finish()
  }

  private func readPieces(
    _ file: Int32, _ path: String,
    _ body: (UnsafeRawBufferPointer) throws(PublicationError) -> Void
  ) throws(PublicationError) {
    let size = 256 << 10
    let piece = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    defer { piece.deallocate() }
    var interruptions: Int32 = 0
    while true {
      try pass(.read, path)
      let count = Self.readSystemCall(file, piece, size)
      if count < 0 && callbook_is_interrupted(&interruptions) != 0 { continue }
      guard count >= 0 else { throw .file(path: path, operation: "read", code: errno) }
      if count == 0 { return }
      try body(UnsafeRawBufferPointer(start: piece, count: count))
    }
  }

  /// Opens a file for reading, without waiting; nil when it is missing.
  private func open(_ path: String) throws(PublicationError) -> Int32? {
    try pass(.open, path)
    var interruptions: Int32 = 0
    while true {
      let file = Self.openSystemCall(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      if file >= 0 { return file }
      if callbook_is_interrupted(&interruptions) != 0 { continue }
      if errno == ENOENT { return nil }
      throw .file(path: path, operation: "open", code: errno)
    }
  }

  // MARK: Locking

  /// Locks an open file or folder without waiting; false when another process has it.
  static func lock(_ descriptor: Int32, at path: String) throws(PublicationError) -> Bool {
    var interruptions: Int32 = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if callbook_is_interrupted(&interruptions) != 0 { continue }
      if errno == EWOULDBLOCK { return false }
      throw .file(path: path, operation: "lock", code: errno)
    }
    return true
  }

  // MARK: Syncing

  /// Waits until a file's bytes are on the disk.
  func syncFile(_ path: String) throws(PublicationError) {
    guard let file = try open(path) else {
      throw .file(path: path, operation: "sync", code: ENOENT)
    }
    defer { close(file) }
    try pass(.sync, path)
    guard fsync(file) == 0 else { throw .file(path: path, operation: "sync", code: errno) }
  }

  /// Waits until a folder's names are on the disk.
  package func syncFolder(_ path: String) throws(PublicationError) {
    try pass(.sync, path)
    let folder = Self.openSystemCall(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    guard folder >= 0 else { throw .file(path: path, operation: "open the folder", code: errno) }
    defer { close(folder) }
    // EINVAL: a file system that cannot sync folders keeps names safe by itself.
    guard fsync(folder) == 0 || errno == EINVAL else {
      throw .file(path: path, operation: "sync the folder", code: errno)
    }
  }

  // MARK: Changing

  /// Renames within one file system, replacing what is there.
  package func rename(_ old: String, to new: String) throws(PublicationError) {
    try pass(.rename, new)
    let from = try locate(old, to: "rename")
    let to = try locate(new, to: "rename to this name")
    guard from.rename(to: to) == 0 else {
      throw .file(path: new, operation: "rename to this name", code: errno)
    }
  }

  /// Makes a link to `target` in the place of the one that is there, in one step.
  package func link(_ path: String, to target: String) throws(PublicationError) {
    let beside = Self.parent(of: path) + "/." + Self.name(of: path)
    try remove(beside)
    try pass(.link, beside)
    let spot = try locate(beside, to: "make the link")
    guard spot.makeLink(to: target) == 0 else {
      throw .file(path: beside, operation: "make the link", code: errno)
    }
    try rename(beside, to: path)
  }

  /// Removes a file or a link; one that is not there is no error.
  package func remove(_ path: String) throws(PublicationError) {
    try pass(.remove, path)
    guard let spot = try locateUnlessGone(path, to: "remove") else { return }
    guard spot.remove() == 0 || errno == ENOENT else {
      throw .file(path: path, operation: "remove", code: errno)
    }
  }

  /// Writes a whole small file durably.
  package func write(
    _ bytes: [UInt8], to path: String, as start: OutputFile.Start = .emptied
  ) throws(PublicationError) {
    let file = try OutputFile(path: path, as: start, fileSystem: self)
    try bytes.withUnsafeBufferPointer { (buffer) throws(PublicationError) in
      try file.write(UnsafeRawBufferPointer(buffer))
    }
    try file.checkSize(bytes.count)
    try file.sync()
    file.close()
  }

  // MARK: Names

  /// The folder of a path.
  package static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path.
  static func name(of path: String) -> Substring {
    path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
  }

  /// The names of an open folder in byte order; `next` reads an entry of it.
  static func names(
    at path: String, next: () -> UnsafeMutablePointer<dirent>?
  ) throws(PublicationError) -> [String] {
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = next() else { break }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    guard errno == 0 else { throw .file(path: path, operation: "list", code: errno) }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func openSystemCall(_ path: String, _ flags: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.open(path, flags)
    #else
      Darwin.open(path, flags)
    #endif
  }

  private static func readSystemCall(
    _ file: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int
  ) -> Int {
    #if canImport(Glibc)
      Glibc.read(file, buffer, count)
    #else
      Darwin.read(file, buffer, count)
    #endif
  }
}
