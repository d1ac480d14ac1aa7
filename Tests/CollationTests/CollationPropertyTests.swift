import DirectoryFormat
import Records
import Testing

@testable import Collation

@Suite struct CollationPropertyTests {
  /// Budgets from all in memory down to two-way merges of tiny runs over several passes.
  static let budgets = [64 << 20, 2 << 20, 300_000, 4_096]

  @Test(arguments: BothLists.allCases, [[Preference.rank, .updated], [.updated, .rank], [.rank]])
  func anySplitGivesWhatTheNaiveCollationGives(both: BothLists, prefer: [Preference]) throws {
    for seed in UInt64(1)...4 {
      var generator = SeededGenerator(state: seed)
      let samples = (0..<2_000).map { line in
        Sample.random(numbers: seed % 2 == 0 ? 5 : 900, line: line + 1, using: &generator)
      }
      let settings = CollationSettings(
        prefer: prefer, ranks: [5, 10, 5, 10], both: both,
        protected: [886_200_000_000, 886_200_003_333],
        slots: SlotAssignment(identifiers: ["a.one", "a.two", "a.three"]), cap: 100_000)
      let expected = NaiveCollation(settings: settings).run(samples)
      #expect(expected.outcome.balances)
      for budget in Self.budgets {
        var found = try collate(
          samples.shuffled(using: &generator), settings, memory: budget,
          workers: Int.random(in: 1...3, using: &generator),
          batch: Int.random(in: 1...200, using: &generator))
        if budget < 100_000 { #expect(found.outcome.spilledBytes > 0, "budget \(budget)") }
        found.outcome.spilledBytes = 0
        #expect(found.outcome == expected.outcome, "seed \(seed), budget \(budget)")
        #expect(found.entries == expected.entries, "seed \(seed), budget \(budget)")
        #expect(found.conflicts == expected.conflicts, "seed \(seed), budget \(budget)")
      }
    }
  }

  @Test("numbers in a row, of which many overlap", arguments: BothLists.allCases)
  func stretches(both: BothLists) throws {
    for (seed, longest) in [(UInt64(21), 8), (22, 60), (23, 12_000)] {
      // Short rows that meet often, and long ones over the borders of number blocks.
      var generator = SeededGenerator(state: seed)
      let records = (0..<(longest > 1_000 ? 2 : 60)).map { line -> [Sample] in
        var first = Sample.random(numbers: 12, line: line + 1, using: &generator)
        // Some rows are the same numbers as others, some begin within others.
        first.number += Int64.random(in: 0..<3, using: &generator)
        first.baseDigits = 12
        first.isRepresentative = false
        let isLone = Int.random(in: 0..<5, using: &generator) == 0
        let count =
          isLone
          ? 1
          : Bool.random(using: &generator)
            ? longest : Int.random(in: 1...longest, using: &generator)
        return (0..<count).map { index in
          var sample = first
          sample.number += Int64(index)
          // The plan may know some numbers of a row alone.
          sample.isValid = index != 40
          return sample
        }
      }
      let settings = CollationSettings(
        prefer: [.rank, .updated], ranks: [5, 10, 5, 10], both: both,
        protected: [886_200_003_340, 886_200_003_333],
        slots: SlotAssignment(identifiers: ["a.one", "a.two", "a.three"]), cap: 1_000_000)
      let samples = records.flatMap { $0 }
      let expected = NaiveCollation(settings: settings).run(samples)
      for budget in [64 << 20, 4_096] {
        var found = try collate(
          records.shuffled(using: &generator).flatMap { $0 }, settings, memory: budget,
          workers: Int.random(in: 1...3, using: &generator), batch: .max / 2)
        if budget < 10_000 { #expect(found.outcome.spilledBytes > 0, "budget \(budget)") }
        found.outcome.spilledBytes = 0
        #expect(found.outcome == expected.outcome, "seed \(seed), budget \(budget)")
        #expect(found.entries == expected.entries, "seed \(seed), budget \(budget)")
        #expect(found.conflicts == expected.conflicts, "seed \(seed), budget \(budget)")
      }
    }
  }

  @Test("thousands of candidates for one number, of few dates and labels, and of one date")
  func manyTies() throws {
    for (seed, dates) in [(UInt64(7), Int64(40)), (8, 1), (9, 5_000)] {
      var generator = SeededGenerator(state: seed)
      let samples = (0..<6_000).map { line in
        let numbers: Int64 = line < 5_000 ? 1 : 60
        var sample = Sample.random(numbers: numbers, line: line + 1, using: &generator)
        sample.updated = .random(in: 0..<dates, using: &generator)
        return sample
      }
      let settings = CollationSettings(
        prefer: [.updated, .rank], ranks: [5, 10, 5, 10], both: .keep,
        slots: SlotAssignment(identifiers: ["a.one", "a.two"]), cap: 100_000)
      let expected = NaiveCollation(settings: settings).run(samples)
      let found = try collate(
        samples.shuffled(using: &generator), settings, memory: 64 << 20, workers: 1, batch: 500)
      #expect(found == expected, "seed \(seed)")
    }
  }

  @Test func numbersOfEveryLengthAscend() throws {
    var generator = SeededGenerator(state: 42)
    var samples = (0..<5_000).map { line in
      let number = Int64.random(in: 1..<Int64.max - 1, using: &generator) >> Int64(line % 62)
      return Sample(max(number, 1), "x", line: line + 1)
    }
    samples.append(Sample(Int64.max - 1, String(repeating: "x", count: 65_534)))
    let settings = CollationSettings(ranks: [0], slots: SlotAssignment(identifiers: ["a"]))
    for memory in [4_096, 64 << 20] {
      let found = try collate(samples, settings, memory: memory)
      #expect(found.entries.map(\.number) == Set(samples.map(\.number)).sorted())
      #expect(found.entries.last?.label.count == 65_534)
    }
  }
}
