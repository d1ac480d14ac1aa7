/// A thread that does jobs one after the other in the order in which they come.
///
/// The thread ends when the queue is given up and its last job is done. Memory: the waiting jobs;
/// who adds them waits in time.
package final class SerialQueue: Sendable {
  /// What the thread and the queue share; whoever changes it holds `monitor`.
  private final class Jobs: @unchecked Sendable {
    let monitor = Monitor()
    var waiting: [@Sendable () -> Void] = []
    var isWorking = false
    var isClosed = false
  }

  private let jobs = Jobs()

  /// Starts the thread.
  package init() throws(ThreadError) {
    let jobs = jobs
    try SystemThread.start { Self.work(jobs) }
  }

  deinit {
    let jobs = jobs
    jobs.monitor.withLock {
      jobs.isClosed = true
      jobs.monitor.wakeAll()
    }
  }

  /// Adds a job.
  package func add(_ job: @escaping @Sendable () -> Void) {
    jobs.monitor.withLock {
      jobs.waiting.append(job)
      jobs.monitor.wakeAll()
    }
  }

  /// Waits until every job is done.
  package func wait() {
    jobs.monitor.withLock {
      while jobs.isWorking || !jobs.waiting.isEmpty { jobs.monitor.wait() }
    }
  }

  private static func work(_ jobs: Jobs) {
    while let job = next(of: jobs) {
      job()
      jobs.monitor.withLock {
        jobs.isWorking = false
        jobs.monitor.wakeAll()
      }
    }
  }

  private static func next(of jobs: Jobs) -> (@Sendable () -> Void)? {
    jobs.monitor.withLock {
      while jobs.waiting.isEmpty {
        if jobs.isClosed { return nil }
        jobs.monitor.wait()
      }
      jobs.isWorking = true
      return jobs.waiting.removeFirst()
    }
  }
}
