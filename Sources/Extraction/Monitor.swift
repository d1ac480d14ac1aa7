#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A lock on which threads can wait for a change; `Mutex` cannot, and wants newer systems.
final class Monitor: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  init() {
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    let mutexStatus = pthread_mutex_init(mutex, nil)
    let conditionStatus = pthread_cond_init(condition, nil)
    precondition(mutexStatus == 0 && conditionStatus == 0, "no lock to be had")
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs `body` with the lock held.
  func withLock<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Gives the lock up until another thread calls `wakeAll()`; only with the lock held.
  func wait() { pthread_cond_wait(condition, mutex) }

  /// Wakes every waiting thread.
  func wakeAll() { pthread_cond_broadcast(condition) }
}

/// Counts the stored bytes read so far; polled by the progress display.
final class ByteCounter: @unchecked Sendable {
  private let monitor = Monitor()
  private var count = 0

  func add(_ more: Int) { monitor.withLock { count += more } }

  var value: Int { monitor.withLock { count } }
}
