import Threads

/// Counts the bytes read so far: stored ones, which the progress display polls, and inflated ones.
final class ByteCounter: @unchecked Sendable {
  /// Most bytes that all compressed files together may hold.
  let mostInflated: Int
  private let monitor = Monitor()
  private var count = 0
  private var inflated = 0

  init(mostInflated: Int = .max) { self.mostInflated = mostInflated }

  /// Adds inflated bytes; false when they are too many.
  func add(inflated more: Int) -> Bool {
    monitor.withLock {
      inflated += more
      return inflated <= mostInflated
    }
  }

  func add(_ more: Int) { monitor.withLock { count += more } }

  var value: Int { monitor.withLock { count } }
  var inflatedBytes: Int { monitor.withLock { inflated } }
}
