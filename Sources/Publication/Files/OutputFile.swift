import CSystem

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A new file that is written from start to end.
package final class OutputFile: @unchecked Sendable {
  package let path: String
  /// Bytes written.
  package private(set) var bytes = 0
  private var descriptor: Int32
  private let fileSystem: FileSystem
  private var pastCache: Bool

  /// What the file's name may stand for before.
  package enum Start: Sendable {
    /// Nothing, or what a killed run left: it is emptied.
    case emptied
    /// A file that this run closed: what is written comes after what it has.
    case appending
    /// Nothing at all; the file is readable by its owner alone.
    case privately
    /// Nothing, or what a killed run left; everybody may read it, whatever the process keeps to itself.
    case publicly
  }

  /// Creates the file.
  ///
  /// `pastCache` asks for whole pages to go from the caller's memory to the disk without a copy in
  /// the page cache: a sixth of the CPU seconds of writing through it where memory is virtual. Where
  /// the system cannot do that it makes no difference.
  package init(
    path: String, as start: Start = .emptied, pastCache: Bool = false, fileSystem: FileSystem
  ) throws(PublicationError) {
    try fileSystem.pass(.create, path)
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    var interruptions: Int32 = 0
    repeat {
      descriptor =
        switch start {
        case .emptied, .publicly: open(path, flags | O_TRUNC, 0o644)
        case .appending: open(path, flags | O_APPEND, 0o644)
        case .privately: open(path, flags | O_EXCL, 0o600)
        }
    } while descriptor < 0 && callbook_is_interrupted(&interruptions) != 0
    guard descriptor >= 0 else { throw .file(path: path, operation: "create", code: errno) }
    if start == .publicly, fchmod(descriptor, 0o644) != 0 {
      let code = errno
      _ = Self.closeSystemCall(descriptor)
      throw .file(path: path, operation: "create", code: code)
    }
    self.path = path
    self.fileSystem = fileSystem
    self.pastCache = pastCache && callbook_set_past_cache(descriptor, 1) != 0
  }

  deinit { close() }

  /// Writes all of `buffer`.
  package func write(_ buffer: UnsafeRawBufferPointer) throws(PublicationError) {
    try fileSystem.pass(.write, path)
    var interruptions: Int32 = 0
    var rest = buffer
    while let start = rest.baseAddress, rest.count > 0 {
      let count = Self.writeSystemCall(descriptor, start, writableAtOnce(rest))
      if count < 0 {
        if callbook_is_interrupted(&interruptions) != 0 { continue }
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
    try fileSystem.pass(.examine, path)
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
  package func sync() throws(PublicationError) {
    try fileSystem.pass(.sync, path)
    guard fsync(descriptor) == 0 else { throw .file(path: path, operation: "sync", code: errno) }
  }

  /// Closes the file; further calls do nothing.
  package func close() {
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
