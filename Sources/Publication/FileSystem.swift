import CSystem
import Signing
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Every change that Publication makes to the disk goes through here.
///
/// That gives each failure one form and lets a test stop a run before any single change: from then
/// on every further change fails too, cleaning up included, as after `kill -9`.
package final class FileSystem: Sendable {
  private let changesLeft: Atomic<Int>
  private let failure: PublicationError

  /// Creates access to the disk.
  ///
  /// For tests: after `changes` changes all further ones throw `failure`.
  package init(stoppingAfter changes: Int = .max, with failure: PublicationError = .stopped) {
    changesLeft = Atomic(changes)
    self.failure = failure
  }

  /// Counts a change; throws when the test said to stop here.
  func change() throws(PublicationError) {
    if changesLeft.subtract(1, ordering: .relaxed).newValue < 0 {
      changesLeft.store(0, ordering: .relaxed)
      throw failure
    }
  }

  /// Makes a folder unless it is there; true when it was made.
  @discardableResult
  func makeFolder(_ path: String) throws(PublicationError) -> Bool {
    if let facts = Self.facts(of: path), facts.isFolder { return false }
    try change()
    guard mkdir(path, 0o755) == 0 else {
      throw .file(path: path, operation: "make the folder", code: errno)
    }
    return true
  }

  /// Makes a folder and those above it that are missing.
  func makeFolders(_ path: String) throws(PublicationError) {
    if let facts = Self.facts(of: path), facts.isFolder { return }
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    var partial = path.hasPrefix("/") ? "" : "."
    for part in parts {
      partial += "/" + part
      let made = try makeFolder(partial)
      if made { try syncFolder(Self.parent(of: partial)) }
    }
  }

  /// Renames within one file system, replacing what is there.
  func rename(_ old: String, to new: String) throws(PublicationError) {
    try change()
    guard Self.renameSystemCall(old, new) == 0 else {
      throw .file(path: new, operation: "rename to this name", code: errno)
    }
  }

  /// Removes a file; one that is not there is no error.
  func remove(_ path: String) throws(PublicationError) {
    try change()
    guard unlink(path) == 0 || errno == ENOENT else {
      throw .file(path: path, operation: "remove", code: errno)
    }
  }

  /// Removes a folder of files and the folder itself.
  func removeFolder(_ path: String) throws(PublicationError) {
    guard let names = Self.names(in: path) else { return }
    for name in names { try remove(path + "/" + name) }
    try change()
    guard rmdir(path) == 0 || errno == ENOENT else {
      throw .file(path: path, operation: "remove the folder", code: errno)
    }
  }

  /// Waits until a folder's names are on the disk.
  func syncFolder(_ path: String) throws(PublicationError) {
    try change()
    let folder = open(path, O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { throw .file(path: path, operation: "open the folder", code: errno) }
    defer { close(folder) }
    // EINVAL: a file system that cannot sync folders keeps names safe by itself.
    guard fsync(folder) == 0 || errno == EINVAL else {
      throw .file(path: path, operation: "sync the folder", code: errno)
    }
  }

  /// Writes a whole small file durably.
  func write(_ bytes: [UInt8], to path: String) throws(PublicationError) {
    let file = try OutputFile(path: path, fileSystem: self)
    try bytes.withUnsafeBufferPointer { (buffer) throws(PublicationError) in
      try file.write(UnsafeRawBufferPointer(buffer))
    }
    try file.sync()
    file.close()
  }

  /// What is at a path, symbolic links not followed; nil when nothing is.
  static func facts(of path: String) -> (isFolder: Bool, isFile: Bool, bytes: Int)? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    let kind = status.st_mode & S_IFMT
    if kind == S_IFLNK {
      // A folder may be a link to one; a file may not.
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
      return (true, false, 0)
    }
    return (kind == S_IFDIR, kind == S_IFREG, Int(status.st_size))
  }

  /// The names in a folder in byte order, without `.` and `..`; nil when there is no such folder.
  static func names(in path: String) -> [String]? {
    guard let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// A whole file of at most `limit` bytes; nil when there is none.
  static func read(_ path: String, limit: Int) throws(PublicationError) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw .file(path: path, operation: "open", code: errno)
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else {
      throw .file(path: path, operation: "read", code: errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else {
      throw .file(path: path, operation: "read", code: EFBIG)
    }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: min(max(Int(status.st_size), 1), 1 << 16))
    while bytes.count < status.st_size {
      let count = Self.readSystemCall(file, &piece, piece.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .file(path: path, operation: "read", code: errno) }
      if count == 0 { break }
      bytes.append(contentsOf: piece[..<count])
    }
    return bytes
  }

  /// Hands a file over in pieces of at most 256 KiB.
  static func readPieces(
    of path: String, _ body: (UnsafeRawBufferPointer) throws(PublicationError) -> Void
  ) throws(PublicationError) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .file(path: path, operation: "open", code: errno) }
    defer { close(file) }
    let piece = UnsafeMutableRawPointer.allocate(byteCount: 256 << 10, alignment: 16)
    defer { piece.deallocate() }
    while true {
      let count = Self.readSystemCall(file, piece, 256 << 10)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .file(path: path, operation: "read", code: errno) }
      if count == 0 { return }
      try body(UnsafeRawBufferPointer(start: piece, count: count))
    }
  }

  /// The SHA-256 of a file; nil when it cannot be read.
  static func sha256(of path: String) -> [UInt8]? {
    var digest = SHA256()
    do throws(PublicationError) {
      try readPieces(of: path) { digest.update($0) }
    } catch { return nil }
    return digest.finish()
  }

  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func renameSystemCall(_ old: String, _ new: String) -> Int32 {
    #if canImport(Glibc)
      Glibc.rename(old, new)
    #else
      Darwin.rename(old, new)
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

/// A new file that is written from start to end.
final class OutputFile: @unchecked Sendable {
  let path: String
  /// Bytes written.
  private(set) var bytes = 0
  private var descriptor: Int32
  private let fileSystem: FileSystem
  private var pastCache: Bool

  /// Creates the file, or empties the one that a killed run left; `appending` opens one that this run
  /// closed, to write on.
  ///
  /// `pastCache` asks for whole pages to go from the caller's memory to the disk without a copy in
  /// the page cache: a sixth of the CPU seconds of writing through it where memory is virtual. Where
  /// the system cannot do that it makes no difference.
  init(
    path: String, pastCache: Bool = false, appending: Bool = false, fileSystem: FileSystem
  ) throws(PublicationError) {
    try fileSystem.change()
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | (appending ? O_APPEND : O_TRUNC)
    descriptor = open(path, flags, 0o644)
    guard descriptor >= 0 else { throw .file(path: path, operation: "create", code: errno) }
    self.path = path
    self.fileSystem = fileSystem
    self.pastCache = pastCache && callbook_set_past_cache(descriptor, 1) != 0
  }

  deinit { close() }

  /// Writes all of `buffer`.
  func write(_ buffer: UnsafeRawBufferPointer) throws(PublicationError) {
    try fileSystem.change()
    var rest = buffer
    while let start = rest.baseAddress, rest.count > 0 {
      let count = Self.writeSystemCall(descriptor, start, writableAtOnce(rest))
      if count < 0 {
        if errno == EINTR { continue }
        if errno == EINVAL, pastCache {
          stopPastCache()
          continue
        }
        throw .file(path: path, operation: "write", code: errno)
      }
      bytes += count
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// How many bytes from the first one on the system takes: past the cache only whole pages.
  private func writableAtOnce(_ rest: UnsafeRawBufferPointer) -> Int {
    guard pastCache else { return rest.count }
    let page = PiecePool.pageSizeInBytes
    let isAligned = Int(bitPattern: rest.baseAddress) % page == 0 && bytes % page == 0
    if isAligned && rest.count >= page { return rest.count / page * page }
    stopPastCache()
    return rest.count
  }

  private func stopPastCache() {
    _ = callbook_set_past_cache(descriptor, 0)
    pastCache = false
  }

  /// Throws unless the file has exactly the bytes that were meant for it.
  func checkSize(_ expected: Int) throws(PublicationError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .file(path: path, operation: "examine", code: errno)
    }
    guard Int(status.st_size) == expected else {
      throw .file(
        path: path, operation: "write \(expected) bytes, not \(status.st_size), to", code: EIO)
    }
  }

  /// Waits until the bytes are on the disk.
  func sync() throws(PublicationError) {
    try fileSystem.change()
    guard fsync(descriptor) == 0 else { throw .file(path: path, operation: "sync", code: errno) }
  }

  /// Closes the file; further calls do nothing.
  func close() {
    if descriptor >= 0 { _ = Self.closeSystemCall(descriptor) }
    descriptor = -1
  }

  private static func writeSystemCall(
    _ file: Int32, _ buffer: UnsafeRawPointer, _ count: Int
  ) -> Int {
    #if canImport(Glibc)
      Glibc.write(file, buffer, count)
    #else
      Darwin.write(file, buffer, count)
    #endif
  }

  private static func closeSystemCall(_ file: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.close(file)
    #else
      Darwin.close(file)
    #endif
  }
}
