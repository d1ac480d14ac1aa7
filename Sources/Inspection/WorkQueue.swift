import Synchronization
import Threads

/// Runs independent jobs on a few threads.
enum WorkQueue {
  /// The jobs, which of them is next, and what they gave.
  private final class Work<Value: Sendable>: Sendable {
    private let jobs: [@Sendable () -> Value]
    private let next = Atomic<Int>(0)
    private let results: Locked<[Value?]>

    init(_ jobs: [@Sendable () -> Value]) {
      self.jobs = jobs
      results = Locked(Array(repeating: nil, count: jobs.count))
    }

    /// Does jobs until none is left.
    func drain() {
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < jobs.count else { return }
        let value = jobs[index]()
        results.withLock { $0[index] = value }
      }
    }

    var values: [Value] { results.withLock { $0.compactMap { $0 } } }
  }

  /// What the jobs gave, in the order of the jobs; a system that gives no threads leaves them to the
  /// caller's.
  static func run<Value: Sendable>(
    threads: Int, _ jobs: [@Sendable () -> Value]
  ) -> [Value] {
    let work = Work(jobs)
    do {
      try Crew.run(max(1, min(threads, jobs.count))) { _ in work.drain() }
    } catch {
      work.drain()
    }
    return work.values
  }
}
