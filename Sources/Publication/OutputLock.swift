#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The lock `DIR/.lock` that one build at a time holds; the system drops it when the process ends.
///
/// Only its owner may open it: whoever can open a file can lock it, and keep every build away.
final class OutputLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock and leaves this process's id in the file.
  init(_ path: String, fileSystem: FileSystem) throws(PublicationError) {
    // Set last: once it is, an error leads through deinit, which lets go of a lock.
    descriptor = try Self.taken(path, fileSystem)
  }

  deinit {
    // Whoever holds the lock next without saying so is not taken for this process.
    _ = ftruncate(descriptor, 0)
    // Closing is not enough: a process that is begun just now has a copy until it is another program.
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// The descriptor of the lock, which is held.
  private static func taken(
    _ path: String, _ fileSystem: FileSystem
  ) throws(PublicationError) -> Int32 {
    try fileSystem.pass(.lock, path)
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw .file(path: path, operation: "open the lock", code: errno) }
    closeToOthers(descriptor)
    do throws(PublicationError) {
      try take(descriptor, at: path)
      try fileSystem.pass(.write, path)
      let text = Array("\(getpid())\n".utf8)
      guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, text, text.count, 0) == text.count
      else { throw .file(path: path, operation: "write the lock", code: errno) }
    } catch {
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// A lock that a former version made could be opened by all.
  private static func closeToOthers(_ descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & 0o077 != 0 else { return }
    _ = fchmod(descriptor, 0o600)
  }

  private static func take(_ descriptor: Int32, at path: String) throws(PublicationError) {
    guard try FileSystem.lock(descriptor, at: path) else {
      throw .locked(path: path, holder: holder(in: descriptor))
    }
  }

  /// The process that wrote its id, if it still runs: one that was killed left its id as well.
  private static func holder(in descriptor: Int32) -> Int32? {
    var text = [UInt8](repeating: 0, count: 32)
    let count = max(pread(descriptor, &text, text.count, 0), 0)
    let digits = text[..<count].prefix { $0 >= 0x30 && $0 <= 0x39 }
    guard let holder = Int32(String(decoding: digits, as: UTF8.self)), holder > 0,
      kill(holder, 0) == 0 || errno == EPERM
    else { return nil }
    return holder
  }
}
