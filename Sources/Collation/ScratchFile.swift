import CSystem

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file for spilled runs that has no name; where the system makes none without, it is unlinked as
/// soon as it is open.
///
/// So nothing is left behind on any way out: success, error, a signal, even a kill. Mode 0600.
/// Whole pages go past the system's cache of files, where the file system can do that.
final class ScratchFile: @unchecked Sendable {
  let directory: String
  private let descriptor: Int32
  /// Bytes written so far; only the owner appends.
  private(set) var size = 0

  /// Opens a new file in `directory`, which is made (0700) if it is not there.
  init(in directory: String) throws(CollationError) {
    self.directory = directory
    mkdir(directory, 0o700)
    var opened = callbook_open_nameless(directory)
    if opened < 0 { opened = Self.openUnlinked(in: directory) }
    guard opened >= 0 else {
      throw .scratchFailed(path: directory, operation: "creating a file", code: errno)
    }
    _ = fcntl(opened, F_SETFD, FD_CLOEXEC)
    descriptor = opened
    _ = callbook_set_past_cache(opened, 1)
  }

  deinit { close(descriptor) }

  /// A kill between the two calls leaves an empty file, which the next run removes.
  private static func openUnlinked(in directory: String) -> Int32 {
    var template = Array("\(directory)/callbook-XXXXXX".utf8CString)
    return template.withUnsafeMutableBufferPointer { name -> Int32 in
      guard let start = name.baseAddress else { return -1 }
      let result = mkstemp(start)
      if result >= 0 { unlink(start) }
      return result
    }
  }

  /// Bytes that an ordinary user may still write to the disk of the file.
  var free: Int {
    var facts = statvfs()
    guard fstatvfs(descriptor, &facts) == 0 else { return Int.max }
    return Int(
      clamping: UInt64(facts.f_bavail)
        .multipliedReportingOverflow(by: UInt64(facts.f_frsize)).partialValue)
  }

  /// Throws unless the disk has room for `needed` more bytes.
  func check(roomFor needed: Int) throws(CollationError) {
    let found = free
    guard found >= needed else {
      throw .scratchFull(path: directory, needed: needed, found: found)
    }
  }

  /// Writes bytes at the end: whole pages from the start of a page, or they go through the cache.
  func append(_ start: UnsafeRawPointer, count: Int) throws(CollationError) {
    var done = 0
    var mayGoPastCache = true
    var interruptions: Int32 = 0
    while done < count {
      let written = pwrite(descriptor, start + done, count - done, off_t(size + done))
      if written > 0 {
        done += written
      } else if errno == ENOSPC || errno == EDQUOT || errno == EFBIG {
        throw .scratchFull(path: directory, needed: count - done, found: free)
      } else if errno == EINVAL, mayGoPastCache {
        mayGoPastCache = false
        _ = callbook_set_past_cache(descriptor, 0)
      } else if callbook_is_interrupted(&interruptions) == 0 {
        throw .scratchFailed(path: directory, operation: "writing", code: errno)
      }
    }
    size += count
  }

  /// Fills at least `needed` and at most `room` bytes at `start` from a 0-based offset.
  func read(into start: UnsafeMutableRawPointer, needed: Int, room: Int, at offset: Int)
    throws(CollationError)
  {
    var done = 0
    var mayGoPastCache = true
    var interruptions: Int32 = 0
    while done < needed {
      let got = pread(descriptor, start + done, room - done, off_t(offset + done))
      if got > 0 {
        done += got
      } else if got == 0 {
        throw .damagedRun
      } else if errno == EINVAL, mayGoPastCache {
        mayGoPastCache = false
        _ = callbook_set_past_cache(descriptor, 0)
      } else if callbook_is_interrupted(&interruptions) == 0 {
        throw .scratchFailed(path: directory, operation: "reading", code: errno)
      }
    }
  }
}
