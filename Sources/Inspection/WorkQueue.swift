import Dispatch
import Synchronization

/// Runs independent jobs on a few threads.
enum WorkQueue {
  /// What the jobs gave, in the order of the jobs.
  static func run<Value: Sendable>(
    threads: Int, _ jobs: [@Sendable () -> Value]
  ) -> [Value] {
    let next = Atomic<Int>(0)
    let results = Mutex<[Value?]>(Array(repeating: nil, count: jobs.count))
    DispatchQueue.concurrentPerform(iterations: max(1, min(threads, jobs.count))) { _ in
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < jobs.count else { return }
        let value = jobs[index]()
        results.withLock { $0[index] = value }
      }
    }
    return results.withLock { $0.compactMap { $0 } }
  }
}
