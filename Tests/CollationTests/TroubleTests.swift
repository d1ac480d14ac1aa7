import Dispatch
import DirectoryFormat
import Records
import Synchronization
import Testing

@testable import Collation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct TroubleTests {
  static let settings = CollationSettings(
    ranks: [1, 1], slots: SlotAssignment(identifiers: ["a.one", "a.two"]), cap: 100_000)

  @Test func workersOnSeveralThreadsGiveWhatOneGives() throws {
    var generator = SeededGenerator(state: 7)
    let samples = (0..<20_000).map { line in
      Sample.random(numbers: 4_000, line: line + 1, using: &generator)
    }.filter { $0.source < 2 }
    let expected = NaiveCollation(settings: Self.settings).run(samples)
    for memory in [64 << 20, 1 << 20] {
      let collator = try Collator(
        settings: Self.settings, memoryInBytes: memory, scratchDirectory: "/tmp", workers: 4)
      let failures = Mutex<[any Error]>([])
      DispatchQueue.concurrentPerform(iterations: 4) { hand in
        do {
          let worker = collator.makeWorker()
          for index in stride(from: hand, to: samples.count, by: 4) {
            let (normalized, records) = batches(of: samples[index..<index + 1])
            try worker.append(normalized, records)
          }
          try worker.close()
        } catch {
          failures.withLock { $0.append(error) }
        }
      }
      #expect(failures.withLock { $0.isEmpty })
      var found = try finished(collator)
      if memory < 2 << 20 { #expect(found.outcome.spilledBytes > 0) }
      found.outcome.spilledBytes = 0
      #expect(found == expected)
    }
  }

  /// Bytes of entries, from the distances between their numbers.
  private func run(_ distances: [UInt64]) throws -> (bytes: MappedRegion, count: Int) {
    let region = try MappedRegion(capacity: 1 << 12)
    var place = region.base
    for distance in distances {
      place = RunFormat.write(distance, to: place)
      place = Array("shop".utf8).withUnsafeBufferPointer {
        RunFormat.writeTail(
          precedence: 0,
          facts: Facts(action: .identify, baseDigits: 1, isValid: true, source: 0), file: 0,
          line: 1, label: $0.baseAddress, labelCount: $0.count, to: place)
      }
    }
    return (region, place - region.base)
  }

  private func merge(_ run: SortedRun) throws -> Collated {
    let collator = try Collator(
      settings: Self.settings, memoryInBytes: 1 << 20, scratchDirectory: "/tmp", workers: 1)
    let isSpilled = run.isSpilled
    collator.take(
      runs: isSpilled ? [] : [run], spilled: isSpilled ? [run] : [], produced: 2,
      bounds: SlotBounds(slots: Self.settings.slots))
    return try finished(collator)
  }

  @Test("a stretch that passes the largest number, or has no tail, is damage")
  func damagedStretches() throws {
    for following in [Int.max, Int.max - 4, 1 << 40] {
      let region = try MappedRegion(capacity: 1 << 12)
      let place = RunFormat.write(stretchOf: following, to: RunFormat.write(5, to: region.base))
      #expect(throws: CollationError.self) {
        try merge(.memory(region, offset: 0, count: place - region.base))
      }
    }
  }

  @Test func runOutOfOrderIsAnError() throws {
    let sound = try run([5, 3])
    #expect(
      try merge(.memory(sound.bytes, offset: 0, count: sound.count)).entries.map(\.number) == [
        5, 8,
      ])
    let descending = try run([5, 0 &- 3])
    #expect(throws: CollationError.notAscending(2, after: 5)) {
      try merge(.memory(descending.bytes, offset: 0, count: descending.count))
    }
    let beyond = try run([5, UInt64.max - 5, 7])
    #expect(throws: CollationError.damagedRun) {
      try merge(.memory(beyond.bytes, offset: 0, count: beyond.count))
    }
  }

  @Test func runThatEndsEarlyIsAnError() throws {
    let sound = try run([5, 3])
    for count in [1, 2, 9, sound.count - 1] {
      let scratch = try ScratchFile(in: "/tmp")
      try scratch.append(sound.bytes.base, count: count)
      #expect(throws: CollationError.damagedRun) {
        try merge(.spilled(scratch, offset: 0, count: count))
      }
      #expect(throws: CollationError.damagedRun) {
        try merge(.spilled(scratch, offset: 0, count: sound.count))
      }
    }
  }

  #if os(Linux)
    @Test func diskThatFillsInTheMiddleOfASpillIsAnError() async {
      await #expect(processExitsWith: .success) {
        var name = Array("/tmp/callbook-full-XXXXXX".utf8CString)
        let folder = name.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) } }
        let scratch = String(cString: try #require(folder))
        // A file may not grow past this: what a full disk says, without one.
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: 50_000, rlim_max: 50_000)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        let samples = (1...20_000).map { Sample(Int64($0), "a label", line: $0) }
        var problem: CollationError?
        do {
          _ = try collate(samples, TroubleTests.settings, memory: 600_000, scratch: scratch)
        } catch let error as CollationError { problem = error }
        guard case .scratchFull(scratch, let needed, let found) = problem, needed > 0, found > 0
        else { exit(3) }
        // Empty, or it could not be removed.
        exit(rmdir(scratch) == 0 ? 0 : 4)
      }
    }
  #endif
}
