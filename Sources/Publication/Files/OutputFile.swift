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
    /// A file that this run closed, or that another one wrote to: what is written comes after what it
    /// has. It may have no other name.
    case appending
    /// Nothing at all; the file is readable by its owner alone.
    case privately
    /// Nothing at all; everybody may read it, whatever the process keeps to itself.
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
    let spot = try fileSystem.locate(path, to: "create")
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    var interruptions: Int32 = 0
    repeat {
      descriptor =
        switch start {
        case .emptied: spot.open(flags | O_TRUNC, mode: 0o644)
        // A pipe that somebody put there is not waited for.
        case .appending: spot.open(flags | O_APPEND | O_NONBLOCK, mode: 0o644)
        case .publicly: spot.open(flags | O_EXCL, mode: 0o644)
        case .privately: spot.open(flags | O_EXCL, mode: 0o600)
        }
    } while descriptor < 0 && callbook_is_interrupted(&interruptions) != 0
    guard descriptor >= 0 else { throw .file(path: path, operation: "create", code: errno) }
    do throws(PublicationError) { try Self.prepare(descriptor, start, path) } catch {
      _ = Self.closeSystemCall(descriptor)
      throw error
    }
    self.path = path
    self.fileSystem = fileSystem
    self.pastCache = pastCache && callbook_set_past_cache(descriptor, 1) != 0
  }

  deinit { close() }

  /// Looks at what was opened: where it was looked at before, it may have been exchanged since.
  private static func prepare(
    _ descriptor: Int32, _ start: Start, _ path: String
  ) throws(PublicationError) {
    switch start {
    case .publicly:
      guard fchmod(descriptor, 0o644) == 0 else {
        throw .file(path: path, operation: "create", code: errno)
      }
    case .appending:
      var status = stat()
      guard fstat(descriptor, &status) == 0 else {
        throw .file(path: path, operation: "examine", code: errno)
      }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw .noFile(path: path, found: FileFacts.neither)
      }
      guard status.st_nlink == 1 else {
        throw .noFile(path: path, found: "one of \(status.st_nlink) names of a file")
      }
    case .emptied, .privately: break
    }
  }

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

  /// Writes all of several buffers, those in front that are whole pages by one call.
  package func write(_ buffers: [UnsafeRawBufferPointer]) throws(PublicationError) {
    var done = try writeWhole(buffers)
    for buffer in buffers {
      let written = min(done, buffer.count)
      done -= written
      if written < buffer.count {
        try write(UnsafeRawBufferPointer(rebasing: buffer[written...]))
      }
    }
  }

  /// Writes the buffers in front that are whole pages past the cache, where they are several, and gives
  /// how many bytes that were: what the system did not take is tried once more by others.
  private func writeWhole(_ buffers: [UnsafeRawBufferPointer]) throws(PublicationError) -> Int {
    let page = PiecePool.pageSizeInBytes
    guard pastCache, bytes % page == 0 else { return 0 }
    let whole = buffers.prefix {
      Int(bitPattern: $0.baseAddress) % page == 0 && $0.count % page == 0
    }
    guard whole.count > 1 else { return 0 }
    try fileSystem.pass(.write, path)
    let count = whole.map {
      iovec(iov_base: UnsafeMutableRawPointer(mutating: $0.baseAddress), iov_len: $0.count)
    }.withUnsafeBufferPointer { writev(descriptor, $0.baseAddress, Int32($0.count)) }
    guard count > 0 else { return 0 }
    bytes += count
    return count
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

  /// Has whole pages go past the page cache from here on, as `pastCache` does.
  func goPastCache() {
    guard bytes % PiecePool.pageSizeInBytes == 0 else { return }
    pastCache = callbook_set_past_cache(descriptor, 1) != 0
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
