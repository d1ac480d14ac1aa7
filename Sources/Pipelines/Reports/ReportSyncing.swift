internal import Publication
internal import Threads

/// Brings finished reports to the disk beside the run, one after the other.
///
/// A disk takes some milliseconds for each, which nothing but the end of the run has to wait for.
final class ReportSyncing: Sendable {
  /// Nil where the system gives no thread: then each report is waited for.
  private let queue = try? SerialQueue()
  private let failure = Locked<PublicationError?>(nil)

  /// Takes a file whose last byte is written, and closes it when it is on the disk.
  func take(_ file: OutputFile) {
    guard let queue else { return sync(file) }
    queue.add { [self] in sync(file) }
  }

  private func sync(_ file: OutputFile) {
    do throws(PublicationError) { try file.sync() } catch {
      failure.withLock { $0 = $0 ?? error }
    }
    file.close()
  }

  /// Waits until every file taken is on the disk; throws the first failure.
  func wait() throws(PublicationError) {
    queue?.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }
}
