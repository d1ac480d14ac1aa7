internal import Dispatch
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Brings finished reports to the disk beside the run, one after the other.
///
/// A disk takes some milliseconds for each, which nothing but the end of the run has to wait for.
final class ReportSyncing: Sendable {
  private let queue = DispatchQueue(label: "callbook.reports")
  private let failure = Mutex<RunError?>(nil)

  /// Takes a file whose last byte is written, and closes it when it is on the disk.
  func take(_ descriptor: Int32, path: String) {
    queue.async {
      if fsync(descriptor) != 0 {
        let error = RunError.cannotWrite(path: path, errno: errno)
        self.failure.withLock { $0 = $0 ?? error }
      }
      // The bytes are on the disk; nothing that closing says could change that.
      _ = close(descriptor)
    }
  }

  /// Waits until every file taken is on the disk; throws the first failure.
  func wait() throws(RunError) {
    queue.sync {}
    if let error = failure.withLock({ $0 }) { throw error }
  }
}
