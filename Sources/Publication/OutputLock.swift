#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The lock `DIR/.lock` that one run at a time holds; the system drops it when the process ends.
final class OutputLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock for writing and leaves this process's id in the file.
  init(writing path: String, fileSystem: FileSystem) throws(PublicationError) {
    if FileSystem.facts(of: path) == nil { try fileSystem.change() }
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else { throw .file(path: path, operation: "open the lock", code: errno) }
    try Self.take(LOCK_EX, of: descriptor, at: path)
    let text = Array("\(getpid())\n".utf8)
    guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, text, text.count, 0) == text.count
    else {
      let code = errno
      close(descriptor)
      throw .file(path: path, operation: "write the lock", code: code)
    }
  }

  /// Takes the lock for reading if there is a lock file; writes nothing.
  init?(reading path: String) throws(PublicationError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    try Self.take(LOCK_SH, of: descriptor, at: path)
  }

  deinit { close(descriptor) }

  private static func take(
    _ kind: Int32, of descriptor: Int32, at path: String
  ) throws(PublicationError) {
    while flock(descriptor, kind | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      var text = [UInt8](repeating: 0, count: 32)
      let count = max(pread(descriptor, &text, text.count, 0), 0)
      close(descriptor)
      guard code == EWOULDBLOCK else {
        throw .file(path: path, operation: "lock", code: code)
      }
      let digits = text[..<count].prefix { $0 >= 0x30 && $0 <= 0x39 }
      throw .locked(path: path, holder: Int32(String(decoding: digits, as: UTF8.self)))
    }
  }
}
