import Threads

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The system calls on exports that have not come back yet, and how long each may take.
///
/// A thread that hangs in the system can be neither stopped nor asked; so whoever waits for the
/// threads looks here, and goes without the one that is overdue.
final class PendingReads: @unchecked Sendable {
  private struct Pending {
    var place: FilePlace
    var since: UInt64
    var limit: UInt64
  }

  private let monitor = Monitor()
  private var pending: [Pending?] = []

  /// Runs a system call that shall come back within so many seconds.
  func during<Result>(_ place: FilePlace, seconds: Int, _ call: () -> Result) -> Result {
    let entry = Pending(
      place: place, since: Self.now, limit: UInt64(seconds) * 1_000_000_000)
    let index = monitor.withLock {
      guard let free = pending.firstIndex(where: { $0 == nil }) else {
        pending.append(entry)
        return pending.count - 1
      }
      pending[free] = entry
      return free
    }
    let result = call()
    // What comes before releasing must not change what the call left in `errno`.
    let code = errno
    monitor.withLock { pending[index] = nil }
    errno = code
    return result
  }

  /// Why to wait no longer; nil while every call may still take its time.
  var overdue: ExtractionError? {
    monitor.withLock {
      let now = Self.now
      for case let entry? in pending where now &- entry.since > entry.limit {
        return Self.timeout(entry.place, seconds: Int(entry.limit / 1_000_000_000))
      }
      return nil
    }
  }

  /// The error of an export of which nothing came for so long.
  static func timeout(_ place: FilePlace, seconds: Int) -> ExtractionError {
    place.data(
      "nothing could be read for \(seconds) seconds (`timeout`)",
      "Check what writes it, or the file system it lies on; a slow one needs a longer `timeout`.")
  }

  /// Nanoseconds of a clock that nobody sets.
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
