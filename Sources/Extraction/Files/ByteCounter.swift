import Threads

/// Counts the stored bytes read so far; polled by the progress display.
final class ByteCounter: @unchecked Sendable {
  private let monitor = Monitor()
  private var count = 0

  func add(_ more: Int) { monitor.withLock { count += more } }

  var value: Int { monitor.withLock { count } }
}
