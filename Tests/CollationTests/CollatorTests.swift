import DirectoryFormat
import Records
import Testing

@testable import Collation

@Suite struct CollatorTests {
  private func settings(
    _ both: BothLists = .winner, cap: Int = 1_000, protected: Set<Int64> = []
  ) -> CollationSettings {
    CollationSettings(
      ranks: [1, 1, 2], both: both, protected: protected,
      slots: SlotAssignment(identifiers: ["a.one"]), cap: cap)
  }

  @Test func laterUpdateWinsAndMissingIsOldest() throws {
    let found = try collate(
      [Sample(7, "old", updated: 1), Sample(7, "none"), Sample(7, "new", updated: 2)], settings())
    #expect(found.entries.map(\.label) == [Array("new".utf8)])
    #expect(found.outcome.merged == 2)
    #expect(found.conflicts.isEmpty)
  }

  @Test func explicitWinsOverRepresentativeOfHigherRank() throws {
    let found = try collate(
      [Sample(7, "generic", source: 2, isRepresentative: true), Sample(7, "shop")], settings())
    #expect(found.entries.map(\.label) == [Array("shop".utf8)])
    #expect(found.conflicts.isEmpty)
  }

  @Test func removalThatWinsIsATombstone() throws {
    let found = try collate(
      [Sample(7, "shop", updated: 1), Sample(7, updated: 2, action: .remove)], settings())
    #expect(found.entries.isEmpty)
    #expect(found.outcome.suppressed == [.tombstone: 1])
    #expect(found.outcome.merged == 1)
  }

  @Test func validNumberWithoutExtensionWinsACollision() throws {
    let joined = Sample(12_345, "joined", updated: 9, base: 3, line: 4)
    let whole = Sample(12_345, "whole", line: 5, isValid: true)
    let won = try collate([joined, whole], settings())
    #expect(won.entries.map(\.label) == [Array("whole".utf8)])
    #expect(won.conflicts.first?.winner?.line == 5)
    #expect(won.conflicts.first?.losers.map(\.line) == [4])
    var unknown = whole
    unknown.isValid = false
    let lost = try collate([joined, unknown], settings())
    #expect(lost.entries.isEmpty)
    #expect(lost.outcome.suppressed == [.collision: 2])
    #expect(lost.conflicts.first?.losers.count == 2)
  }

  @Test func protectedNumberIsNotBlocked() throws {
    let found = try collate(
      [Sample(110, action: .block), Sample(110, "police", updated: 0)],
      settings(.block, protected: [110]))
    #expect(found.entries.map(\.isBlocking) == [false])
    #expect(found.outcome.suppressed == [.protected: 1])
  }

  @Test func removalBetweenTheListsTakesOutOnlyTheLaterOne() throws {
    let rows = [
      Sample(7, "shop", updated: 3), Sample(7, updated: 2, action: .remove),
      Sample(7, updated: 1, action: .block),
    ]
    let kept = try collate(rows, settings(.keep))
    #expect(kept.entries.map(\.isBlocking) == [false])
    #expect(kept.outcome.suppressed == [.tombstone: 1])
    #expect(kept.outcome.balances)
  }

  @Test func capIsCheckedBeforeTheFirstEntry() throws {
    let rows = (1...200).map { Sample(Int64($0), "x", line: $0) }
    let error = #expect(throws: CollationError.self) {
      try collate(rows + rows, settings(cap: 199))
    }
    #expect(
      error
        == .overCap(slot: "a.one", entries: 200, cap: 199, totalEntries: 200, slotsNeeded: 2))
    // The bound counts both workers' copies; the counting pass finds that they merge.
    #expect(try collate(rows + rows, settings(cap: 200), workers: 2).entries.count == 200)
  }

  @Test func capIsCheckedHoweverLongTheLabelsAre() throws {
    // Far more labels than a batch holds, kept one and one as competitors of their numbers are.
    let label = String(repeating: "店", count: 300)
    let rows = (1...2_000).map { Sample(Int64($0), label + "\($0)", line: $0) }
    let error = #expect(throws: CollationError.self) {
      try collate(rows + rows, settings(cap: 1_999))
    }
    #expect(
      error
        == .overCap(slot: "a.one", entries: 2_000, cap: 1_999, totalEntries: 2_000, slotsNeeded: 2))
    #expect(try collate(rows + rows, settings(cap: 2_000), workers: 2).entries.count == 2_000)
  }

  @Test(arguments: [1, 2, 255, 256, 257, 300])
  func slotsAreThoseOfTheAssignmentHoweverMany(count: Int) throws {
    let slots = SlotAssignment(identifiers: (0..<count).map { "a.s\($0)" })
    let rows = (1...2_000).map { Sample(Int64($0) * 10_007, "x", line: $0) }
    for memory in [1 << 20, 4_096] {
      let found = try collate(
        rows, CollationSettings(ranks: [0], slots: slots, cap: 10_000), memory: memory)
      #expect(found.entries.map(\.slot) == rows.map { slots.slot(of: $0.number) })
      #expect(Set(found.entries.map(\.slot)).count > count / 2)
    }
  }

  @Test func refusesWhatItCannotOrder() throws {
    #expect(throws: CollationError.numberOutOfRange(0)) {
      try collate([Sample(0, "x")], settings())
    }
    #expect(throws: CollationError.unknownSource(3)) {
      try collate([Sample(1, "x", source: 3)], settings())
    }
  }

  @Test func missingScratchIsAnErrorNotATrap() throws {
    let rows = (1...500).map { Sample(Int64($0), "x", line: $0) }
    #expect(throws: CollationError.self) {
      try collate(rows, settings(), memory: 4_096, scratch: "/proc/none/there")
    }
  }
}
