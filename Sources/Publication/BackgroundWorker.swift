import Threads

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One thread that does jobs in the order in which they come, with a bounded queue before it.
///
/// The first failure ends the work: later jobs are dropped, `submit` and `finish` throw it.
final class BackgroundWorker<Job: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let perform: @Sendable (Job) throws(PublicationError) -> Void
  private let depth: Int
  private var waiting: [Job] = []
  private var isClosed = false
  private var hasEnded = false
  private var failure: PublicationError?

  /// Starts the thread; at most `depth` jobs wait.
  init(depth: Int, perform: @escaping @Sendable (Job) throws(PublicationError) -> Void) {
    self.depth = depth
    self.perform = perform
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
    start()
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Hands a job over; waits while the queue is full.
  func submit(_ job: Job) throws(PublicationError) {
    pthread_mutex_lock(mutex)
    while waiting.count >= depth && failure == nil { pthread_cond_wait(changed, mutex) }
    let failure = failure
    if failure == nil { waiting.append(job) }
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(mutex)
    if let failure { throw failure }
  }

  /// Waits until all jobs are done and the thread has ended; may be called again.
  func finish() throws(PublicationError) {
    pthread_mutex_lock(mutex)
    isClosed = true
    pthread_cond_broadcast(changed)
    while !hasEnded { pthread_cond_wait(changed, mutex) }
    let failure = failure
    pthread_mutex_unlock(mutex)
    if let failure { throw failure }
  }

  private func start() {
    do throws(ThreadError) { try SystemThread.start { self.run() } } catch {
      failure = .file(path: "thread", operation: "start", code: error.code)
      hasEnded = true
    }
  }

  private func run() {
    pthread_mutex_lock(mutex)
    while true {
      if waiting.isEmpty {
        if isClosed { break }
        pthread_cond_wait(changed, mutex)
        continue
      }
      let job = waiting.removeFirst()
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
      var problem: PublicationError?
      do { try perform(job) } catch { problem = error }
      pthread_mutex_lock(mutex)
      if let problem {
        failure = problem
        waiting.removeAll()
        break
      }
    }
    hasEnded = true
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(mutex)
  }
}
