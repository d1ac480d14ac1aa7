import CSystem

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file without a name for bytes that memory cannot hold; it is made when the first ones come.
///
/// Its room on the disk is given back when it is closed. Used by one thread.
final class ScratchBytes {
  private let folder: String
  private var descriptor: Int32 = -1
  private var size = 0

  /// Prepares a file in a folder that is there.
  init(in folder: String) { self.folder = folder }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Adds bytes; gives their place.
  func append(_ bytes: UnsafeRawBufferPointer) throws(PublicationError) -> Range<Int> {
    if descriptor < 0 { try make() }
    var done = 0
    var interruptions: Int32 = 0
    while done < bytes.count, let start = bytes.baseAddress {
      let count = pwrite(descriptor, start + done, bytes.count - done, off_t(size + done))
      if count < 0, callbook_is_interrupted(&interruptions) != 0 { continue }
      guard count >= 0 else {
        throw .file(path: folder, operation: "write a scratch file in", code: errno)
      }
      done += count
    }
    defer { size += done }
    return size..<size + done
  }

  /// Reads bytes that were added, as many as the room has.
  func read(
    at offset: Int, into room: UnsafeMutableRawBufferPointer
  ) throws(PublicationError) {
    var done = 0
    var interruptions: Int32 = 0
    while done < room.count, let start = room.baseAddress {
      let count = pread(descriptor, start + done, room.count - done, off_t(offset + done))
      if count < 0, callbook_is_interrupted(&interruptions) != 0 { continue }
      guard count > 0 else {
        throw .file(
          path: folder, operation: "read a scratch file in", code: count < 0 ? errno : EIO)
      }
      done += count
    }
  }

  private func make() throws(PublicationError) {
    descriptor = callbook_open_nameless(folder)
    if descriptor < 0 {
      var name = Array("\(folder)/callbook-XXXXXX".utf8CString)
      descriptor = name.withUnsafeMutableBufferPointer { name -> Int32 in
        guard let start = name.baseAddress else { return -1 }
        let made = mkstemp(start)
        if made >= 0 { unlink(start) }
        return made
      }
    }
    guard descriptor >= 0 else {
      throw .file(path: folder, operation: "create a scratch file in", code: errno)
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }
}
