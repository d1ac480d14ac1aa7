#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder of the file system: an installed directory, or the place of the loader's own files.
public struct POSIXFolder: DirectoryFiles, LoadStateFiles, Sendable {
  /// The folder's path.
  public let path: String

  /// Names a folder; nothing is opened yet.
  public init(path: String) {
    self.path = path
  }

  /// Opens a regular file, no part of whose path below the folder is a symbolic link.
  public func open(_ path: String) throws(FileError) -> any OpenFile {
    try POSIXFile(descriptor: descriptor(of: path), path: path)
  }

  /// Maps a regular file, no part of whose path below the folder is a symbolic link.
  ///
  /// Installed files are replaced by rename, never cut, so a mapping stays whole.
  public func map(_ path: String, atMost largest: Int) throws(FileError) -> any MappedFile {
    let file = try POSIXFile(descriptor: descriptor(of: path), path: path)
    guard file.size <= largest else { throw FileError.tooLarge(path: path, limit: largest) }
    return try POSIXMapping(file, path: path)
  }

  /// The bytes of a file of at most 64 KiB; nil if there is none.
  public func contents(of name: String) throws(FileError) -> [UInt8]? {
    let file: any OpenFile
    do throws(FileError) {
      file = try open(name)
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
    let largest = 64 << 10
    guard file.size <= largest else {
      throw FileError.tooLarge(path: name, limit: largest)
    }
    return try file.contents(path: name)
  }

  /// Writes a file so that a reader finds the old or the new one, whole.
  public func replace(_ name: String, with bytes: [UInt8]) throws(FileError) {
    let folder = try folderDescriptor()
    defer { close(folder) }
    let temporary = ".\(name).new"
    let file = openat(
      folder, temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw FileError(path: name, operation: "create", code: errno) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        write(file, buffer.baseAddress.map { $0 + written }, bytes.count - written)
      }
      guard count > 0 else {
        let code = errno
        close(file)
        throw FileError(path: name, operation: "write", code: code)
      }
      written += count
    }
    let synced = fsync(file)
    close(file)
    guard synced == 0, renameat(folder, temporary, folder, name) == 0 else {
      throw FileError(path: name, operation: "replace", code: errno)
    }
    fsync(folder)
  }

  /// Removes a file, durably; it need not be there.
  public func remove(_ name: String) throws(FileError) {
    let folder = try folderDescriptor()
    defer { close(folder) }
    guard unlinkat(folder, name, 0) == 0 || errno == ENOENT else {
      throw FileError(path: name, operation: "remove", code: errno)
    }
    fsync(folder)
  }

  /// Milliseconds of a clock that never goes back, for `DirectoryLoader`.
  @Sendable public static func milliseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
  }

  private func folderDescriptor() throws(FileError) -> Int32 {
    let folder = SystemCall.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw FileError(path: path, operation: "open", code: errno) }
    return folder
  }

  /// Opens each part of a relative path without following links.
  private func descriptor(of relative: String) throws(FileError) -> Int32 {
    var current = try folderDescriptor()
    let parts = relative.split(separator: "/", omittingEmptySubsequences: false)
    for (position, part) in parts.enumerated() {
      let isLast = position == parts.count - 1
      // O_NONBLOCK: opening a pipe must not wait for its writer.
      let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | (isLast ? O_NONBLOCK : O_DIRECTORY)
      let isName = !part.isEmpty && part != "." && part != ".."
      let next = isName ? openat(current, String(part), flags) : -1
      let code = isName ? errno : EINVAL
      close(current)
      guard next >= 0 else { throw FileError(path: relative, operation: "open", code: code) }
      current = next
    }
    return current
  }
}

/// Keeps the system's `open` apart from methods of that name.
private enum SystemCall {
  static func open(_ path: String, _ flags: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.open(path, flags)
    #else
      Darwin.open(path, flags)
    #endif
  }

  static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #else
      Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }
}

/// An open file descriptor.
private final class POSIXFile: OpenFile {
  let size: Int
  fileprivate let descriptor: Int32
  private let path: String

  init(descriptor: Int32, path: String) throws(FileError) {
    self.descriptor = descriptor
    self.path = path
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else {
      size = 0
      throw FileError(path: path, operation: "examine", code: errno)
    }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      size = 0
      throw FileError(path: path, operation: "opening a regular file", code: 0)
    }
    size = Int(facts.st_size)
  }

  deinit { close(descriptor) }

  /// A file system that answers nothing but EINTR must not hold a reader for ever.
  private static let mostInterruptions = 1000

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    for _ in 0..<Self.mostInterruptions {
      let count = SystemCall.read(descriptor, buffer)
      if count >= 0 { return count }
      if errno != EINTR { break }
    }
    throw FileError(path: path, operation: "read", code: errno)
  }
}

/// The bytes of a file as the system maps them: pages that cost no memory of the process's own.
private final class POSIXMapping: MappedFile {
  let bytes: UnsafeRawBufferPointer
  private var released = 0
  private static let stride = 256 << 10

  init(_ file: POSIXFile, path: String) throws(FileError) {
    guard file.size > 0 else {
      bytes = UnsafeRawBufferPointer(start: nil, count: 0)
      return
    }
    let start = mmap(nil, file.size, PROT_READ, MAP_PRIVATE, file.descriptor, 0)
    guard let start, start != MAP_FAILED else {
      bytes = UnsafeRawBufferPointer(start: nil, count: 0)
      throw FileError(path: path, operation: "map", code: errno)
    }
    bytes = UnsafeRawBufferPointer(start: start, count: file.size)
  }

  deinit {
    if let start = bytes.baseAddress {
      munmap(UnsafeMutableRawPointer(mutating: start), bytes.count)
    }
  }

  /// 256 KiB at a time; bytes that are looked at again come back from the file.
  func release(upTo end: Int) {
    guard let start = bytes.baseAddress else { return }
    if end < released { released = 0 }
    let whole = end == bytes.count ? end : end / Self.stride * Self.stride
    guard whole > released else { return }
    madvise(
      UnsafeMutableRawPointer(mutating: start + released), whole - released, MADV_DONTNEED)
    released = whole
  }
}
