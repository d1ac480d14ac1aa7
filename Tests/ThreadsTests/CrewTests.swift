import Foundation
import Testing

@testable import Threads

@Suite struct CrewTests {
  @Test("every thread of a crew works once", arguments: [1, 2, 7])
  func works(count: Int) throws {
    let seen = Seen()
    try Crew.run(count) { seen.add($0) }
    #expect(seen.all.sorted() == Array(0..<count))
  }

  @Test("what the watch throws is thrown though a thread hangs")
  func watch() {
    struct Overdue: Error {}
    let hanging = Monitor()
    let start = Date()
    #expect(throws: Overdue.self) {
      try Crew.run(
        2, watch: { throw Overdue() },
        body: { index in
          if index == 0 { hanging.withLock { hanging.wait() } }
        })
    }
    #expect(Date().timeIntervalSince(start) < 30)
    hanging.withLock { hanging.wakeAll() }
  }

  @Test("where the system gives no threads, none works and the error says so")
  func noThreads() async {
    await #expect(processExitsWith: .success) {
      // No room for a stack: what a limit of processes is to a process that may not change its own.
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(9), &limit)
      limit.rlim_cur = 64 << 20
      setrlimit(__rlimit_resource_t(9), &limit)
      let seen = Seen()
      do {
        try Crew.run(64) { seen.add($0) }
        exit(3)
      } catch {
        exit(error is ThreadError && seen.all.isEmpty ? 0 : 4)
      }
    }
  }

  @Test("a queue does its jobs in order, and wait() waits for all")
  func queue() throws {
    let queue = try SerialQueue()
    let seen = Seen()
    for index in 0..<100 { queue.add { seen.add(index) } }
    queue.wait()
    #expect(seen.all == Array(0..<100))
    queue.wait()
  }
}

final class Seen: Sendable {
  private let list = Locked<[Int]>([])

  func add(_ index: Int) { list.withLock { $0.append(index) } }

  var all: [Int] { list.withLock { $0 } }
}
