import Testing

@testable import Threads

@Suite struct LockedTests {
  @Test("no change of four threads is lost")
  func contention() throws {
    let counts = Locked<[Int: Int]>([:])
    try Crew.run(4) { _ in
      for round in 0..<10_000 { counts.withLock { $0[round % 10, default: 0] += 1 } }
    }
    #expect(counts.withLock { $0 }.values.allSatisfy { $0 == 4_000 })
    #expect(counts.withLock { $0.count } == 10)
  }

  @Test("an error of the body leaves the lock free")
  func failure() {
    struct Refused: Error {}
    let value = Locked(1)
    #expect(throws: Refused.self) {
      try value.withLock { (value) throws(Refused) in
        value = 2
        throw Refused()
      }
    }
    #expect(value.withLock { $0 } == 2)
  }
}
