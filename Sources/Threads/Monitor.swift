#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A lock on which threads can wait for a change.
package final class Monitor: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  /// Creates a lock that nobody holds.
  package init() {
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    let mutexStatus = pthread_mutex_init(mutex, nil)
    #if canImport(Glibc)
      // Setting the system's clock must not make a wait longer.
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      let conditionStatus = pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #else
      let conditionStatus = pthread_cond_init(condition, nil)
    #endif
    precondition(mutexStatus == 0 && conditionStatus == 0, "no lock to be had")
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs `body` with the lock held.
  package func withLock<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Gives the lock up until another thread calls `wakeAll()`; only with the lock held.
  package func wait() { pthread_cond_wait(condition, mutex) }

  /// The same, but for so many milliseconds at most.
  package func wait(milliseconds: Int) {
    var time = timespec()
    #if canImport(Glibc)
      clock_gettime(CLOCK_MONOTONIC, &time)
      time.tv_nsec += (milliseconds % 1000) * 1_000_000
      time.tv_sec += milliseconds / 1000 + time.tv_nsec / 1_000_000_000
      time.tv_nsec %= 1_000_000_000
      pthread_cond_timedwait(condition, mutex, &time)
    #else
      time.tv_sec = milliseconds / 1000
      time.tv_nsec = milliseconds % 1000 * 1_000_000
      _ = pthread_cond_timedwait_relative_np(condition, mutex, &time)
    #endif
  }

  /// Wakes every waiting thread.
  package func wakeAll() { pthread_cond_broadcast(condition) }
}
