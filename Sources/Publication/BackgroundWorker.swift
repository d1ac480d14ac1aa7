import Threads

/// One thread that does jobs in the order in which they come, with a bounded queue before it.
///
/// The first failure ends the work: later jobs are dropped, `submit` and `finish` throw it.
final class BackgroundWorker<Job: Sendable>: @unchecked Sendable {
  /// Held by whoever touches what is below.
  private let monitor = Monitor()
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
    start()
  }

  /// Hands a job over; waits while the queue is full.
  func submit(_ job: Job) throws(PublicationError) {
    try monitor.withLock { () throws(PublicationError) in
      while waiting.count >= depth && failure == nil { monitor.wait() }
      if let failure { throw failure }
      waiting.append(job)
      monitor.wakeAll()
    }
  }

  /// Waits until all jobs are done and the thread has ended; may be called again.
  func finish() throws(PublicationError) {
    try monitor.withLock { () throws(PublicationError) in
      isClosed = true
      monitor.wakeAll()
      while !hasEnded { monitor.wait() }
      if let failure { throw failure }
    }
  }

  private func start() {
    do throws(ThreadError) { try SystemThread.start { self.run() } } catch {
      failure = .file(path: "thread", operation: "start", code: error.code)
      hasEnded = true
    }
  }

  private func run() {
    while let job = next() {
      do throws(PublicationError) { try perform(job) } catch {
        end(with: error)
        return
      }
    }
    end(with: nil)
  }

  /// The next job; nil when no more will come.
  private func next() -> Job? {
    monitor.withLock {
      while waiting.isEmpty {
        if isClosed { return nil }
        monitor.wait()
      }
      monitor.wakeAll()
      return waiting.removeFirst()
    }
  }

  private func end(with problem: PublicationError?) {
    monitor.withLock {
      failure = problem
      waiting.removeAll()
      hasEnded = true
      monitor.wakeAll()
    }
  }
}
