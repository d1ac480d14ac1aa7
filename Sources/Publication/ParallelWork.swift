import Synchronization

/// A piece of work that needs no other.
protocol ParallelJob: Sendable {
  func run() throws(PublicationError)
}

/// Does jobs on several threads, each taking the next one that is left.
enum ParallelWork {
  private final class Progress: Sendable {
    let jobs: [any ParallelJob]
    private let next = Atomic(0)

    init(_ jobs: [any ParallelJob]) { self.jobs = jobs }

    /// Takes jobs until none is left; a failure leaves none for the others.
    func drain() throws(PublicationError) {
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < jobs.count else { return }
        do throws(PublicationError) { try jobs[index].run() } catch {
          next.store(jobs.count, ordering: .relaxed)
          throw error
        }
      }
    }
  }

  /// Returns when all jobs are done; after a failure the rest is dropped and the first one thrown.
  static func run(_ jobs: [any ParallelJob], threads: Int) throws(PublicationError) {
    let progress = Progress(jobs)
    var workers: [BackgroundWorker<Bool>] = []
    for _ in 1..<max(min(threads, jobs.count), 2) where threads > 1 && jobs.count > 1 {
      let worker = BackgroundWorker<Bool>(depth: 1) { (_) throws(PublicationError) in
        try progress.drain()
      }
      workers.append(worker)
      try worker.submit(true)
    }
    var failure: PublicationError?
    do throws(PublicationError) { try progress.drain() } catch { failure = error }
    for worker in workers {
      do throws(PublicationError) { try worker.finish() } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }
}
