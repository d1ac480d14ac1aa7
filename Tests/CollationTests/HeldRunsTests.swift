import Testing

@testable import Collation

@Suite struct HeldRunsTests {
  /// The bytes of a run in memory.
  private func bytes(of run: SortedRun) -> UnsafeRawBufferPointer {
    guard case .memory(let region, let offset, let count) = run else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(start: region.base + offset, count: count)
  }

  @Test(arguments: [[5, 0, 1, 4_096], [20 << 20, 20 << 20, 3], [40 << 20, 7]])
  func runsKeepTheirBytesInWhateverRegionTheyLie(counts: [Int]) throws {
    var held = HeldRuns()
    for (index, count) in counts.enumerated() {
      var room = try held.room(for: count + 100)
      let end = room.place + count
      while room.place < end {
        // As entries are written: the longest of all fits before the room is gone on with.
        if room.place > room.last { room = try held.more(behind: room.place) }
        let entry = min(end - room.place, RunFormat.longestEntry)
        room.place.initializeMemory(as: UInt8.self, repeating: UInt8(index + 1), count: entry)
        room.place += entry
      }
      held.keep(to: end)
    }
    #expect(held.runs.map(\.count) == counts)
    for (index, run) in held.runs.enumerated() {
      #expect(bytes(of: run).allSatisfy { $0 == UInt8(index + 1) })
    }
    let sum = counts.reduce(0, +)
    #expect(held.bytes >= sum)
    // No more than what is asked for ahead is unused of each region.
    #expect(held.bytes <= sum + counts.count * (512 << 10))
  }

  @Test func nothingIsHeldAtFirst() {
    #expect(HeldRuns().bytes == 0)
    #expect(HeldRuns().runs.isEmpty)
  }
}
