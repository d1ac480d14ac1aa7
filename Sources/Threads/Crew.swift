/// Threads that do the same work at the same time while the caller waits.
package enum Crew {
  /// How far a crew is; whoever changes it holds `monitor`.
  private final class Progress: @unchecked Sendable {
    let monitor = Monitor()
    /// Nil until it is known whether every thread could be started.
    var mayWork: Bool?
    var running = 0
  }

  /// Milliseconds between two calls of `watch`.
  private static let tick = 100

  /// Runs `body` with 0 ..< `count`, each on a thread of its own, and returns when all have ended.
  ///
  /// Either all threads are started or none works. `watch` is called a few times a second while
  /// they work. What it throws is thrown at once, and the threads that still work are left behind:
  /// one that hangs in the system cannot be waited for.
  ///
  /// - Throws: `ThreadError` before any work is done; what `watch` throws.
  package static func run(
    _ count: Int, watch: () throws -> Void = {}, body: @escaping @Sendable (Int) -> Void
  ) throws {
    let progress = Progress()
    do throws(ThreadError) {
      for index in 0..<count {
        try SystemThread.start { work(progress) { body(index) } }
        progress.monitor.withLock { progress.running += 1 }
      }
    } catch {
      open(progress, mayWork: false)
      wait(for: progress)
      throw error
    }
    open(progress, mayWork: true)
    while !wait(for: progress, milliseconds: tick) { try watch() }
  }

  private static func work(_ progress: Progress, _ body: () -> Void) {
    let mayWork = progress.monitor.withLock {
      while progress.mayWork == nil { progress.monitor.wait() }
      return progress.mayWork == true
    }
    if mayWork { body() }
    progress.monitor.withLock {
      progress.running -= 1
      progress.monitor.wakeAll()
    }
  }

  private static func open(_ progress: Progress, mayWork: Bool) {
    progress.monitor.withLock {
      progress.mayWork = mayWork
      progress.monitor.wakeAll()
    }
  }

  private static func wait(for progress: Progress) {
    progress.monitor.withLock { while progress.running > 0 { progress.monitor.wait() } }
  }

  /// Whether all have ended after so long at most.
  private static func wait(for progress: Progress, milliseconds: Int) -> Bool {
    progress.monitor.withLock {
      if progress.running > 0 { progress.monitor.wait(milliseconds: milliseconds) }
      return progress.running == 0
    }
  }
}
