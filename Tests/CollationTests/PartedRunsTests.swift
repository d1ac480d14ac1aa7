import DirectoryFormat
import Records
import Testing

@testable import Collation

/// Runs that other processes made and merge come to what one collation comes to.
@Suite struct PartedRunsTests {
  private typealias Run = (part: Int, bytes: [UInt8], candidates: Int)

  private static let bounds: [Int64] = [886_200_050_000, 886_200_050_000, 886_201_000_000]

  private func settings(_ both: BothLists) -> CollationSettings {
    CollationSettings(
      ranks: [5, 10, 5, 10], both: both, protected: [886_200_000_000, 886_200_003_333],
      slots: SlotAssignment(identifiers: ["a.one", "a.two", "a.three"]), cap: 100_000)
  }

  /// Samples of which many differ in nothing but their lines, as of a number that everybody has.
  private func samples(_ generator: inout SeededGenerator) -> [Sample] {
    var samples = (0..<1500).map { line in
      Sample.random(numbers: 600, line: line + 1, using: &generator)
    }
    for sample in samples.prefix(40) {
      for copy in 0..<Int.random(in: 1...40, using: &generator) {
        var equal = sample
        equal.line = 10_000 + samples.count + copy
        samples.append(equal)
      }
    }
    return samples
  }

  /// The runs of samples, as one process hands them over.
  private func runs(
    of samples: [Sample], _ settings: CollationSettings, memory: Int
  ) throws -> [Run] {
    let collator = try Collator(
      settings: settings, memoryInBytes: memory, scratchDirectory: "/tmp", workers: 1)
    let hand = collator.makeWorker()
    var start = 0
    while start < samples.count {
      var end = start + 1
      while end < samples.count, samples[end].isOfRecord(of: samples[start]) { end += 1 }
      let (normalized, records) = batches(of: samples[start..<end])
      try hand.append(normalized, records)
      start = end
    }
    try hand.close()
    var runs: [Run] = []
    _ = try collator.handOver(partedAt: Self.bounds) {
      runs.append(($0.part, Array($0.bytes), $0.candidates))
    }
    return runs
  }

  private func merged(
    _ runs: [Run], part: Int, _ settings: CollationSettings, memory: Int,
    isDamaged: Bool = false
  ) throws -> Collated {
    let collator = try Collator(
      settings: settings, memoryInBytes: memory, scratchDirectory: "/tmp", workers: 1)
    let lower = part == 0 ? 1 : Self.bounds[part - 1]
    let upper = part < Self.bounds.count ? Self.bounds[part] : Int64.max
    let intake = RunIntake(collator, numbers: lower..<upper, files: 8)
    for run in runs where run.part == part {
      let bytes = run.bytes + [UInt8](repeating: 0, count: RunIntake.slack)
      let taken = try bytes.withUnsafeBytes {
        try intake.add(UnsafeRawBufferPointer(rebasing: $0[..<run.bytes.count]))
      }
      if !isDamaged { #expect(taken == run.candidates) }
    }
    try intake.close()
    return try finished(collator)
  }

  @Test(arguments: BothLists.allCases)
  func partsTogetherAreTheWhole(both: BothLists) throws {
    let settings = settings(both)
    for seed in UInt64(1)...4 {
      var generator = SeededGenerator(state: seed)
      let samples = samples(&generator).shuffled(using: &generator)
      let expected = NaiveCollation(settings: settings).run(samples)
      for memory in [64 << 20, 300_000, 4_096] {
        var runs: [Run] = []
        for start in stride(from: 0, to: samples.count, by: 700) {
          let some = Array(samples[start..<min(start + 700, samples.count)])
          runs += try self.runs(of: some, settings, memory: memory)
        }
        #expect(Set(runs.map(\.part)) == [0, 2, 3])
        var sum = CollationOutcome(slots: 3)
        var (entries, conflicts): ([CopiedEntry], [ConflictLine]) = ([], [])
        for part in 0...Self.bounds.count {
          let found = try merged(
            runs.shuffled(using: &generator), part: part, settings, memory: memory)
          sum += found.outcome
          entries += found.entries
          conflicts += found.conflicts
        }
        if memory < 100_000 { #expect(sum.spilledBytes > 0) }
        sum.spilledBytes = 0
        #expect(sum == expected.outcome, "seed \(seed), memory \(memory)")
        #expect(entries == expected.entries, "seed \(seed), memory \(memory)")
        #expect(conflicts == expected.conflicts, "seed \(seed), memory \(memory)")
      }
    }
  }

  @Test("numbers in a row are parted like any others")
  func rows() throws {
    let settings = settings(.winner)
    var generator = SeededGenerator(state: 31)
    let rows = (0..<60).map { line -> [Sample] in
      var sample = Sample.random(numbers: 1, line: line + 1, using: &generator)
      sample.number = Self.bounds[line % 3] - .random(in: 0...60, using: &generator)
      return (0..<Int.random(in: 1...80, using: &generator)).map { index in
        var next = sample
        next.number += Int64(index)
        return next
      }
    }
    let expected = NaiveCollation(settings: settings).run(rows.flatMap { $0 })
    let runs = try [0..<20, 20..<35, 35..<60].flatMap {
      try self.runs(of: rows[$0].flatMap { $0 }, settings, memory: 64 << 20)
    }
    var sum = CollationOutcome(slots: 3)
    var entries: [CopiedEntry] = []
    for part in 0...Self.bounds.count {
      let found = try merged(runs, part: part, settings, memory: 64 << 20)
      sum += found.outcome
      entries += found.entries
    }
    #expect(sum == expected.outcome)
    #expect(entries == expected.entries)
  }

  @Test func runsDependOnNothingButCandidates() throws {
    var generator = SeededGenerator(state: 9)
    let samples = samples(&generator)
    let expected = try runs(of: samples, settings(.winner), memory: 64 << 20)
    for memory in [64 << 20, 4_096] {
      let found = try runs(
        of: samples.shuffled(using: &generator), settings(.winner), memory: memory)
      #expect(found.map(\.bytes) == expected.map(\.bytes))
    }
  }

  @Test func aHundredThousandEqualCandidatesAreFive() throws {
    let samples = (1...100_000).map { Sample(886_255_667_788, "Bakery", line: $0) }
    let runs = try runs(of: samples, settings(.winner), memory: 64 << 20)
    #expect(runs.count == 1 && runs[0].candidates == 100_000)
    #expect(runs[0].bytes.count < 250)
    let found = try merged(runs, part: runs[0].part, settings(.winner), memory: 64 << 20)
    #expect(found.outcome.produced == 100_000 && found.outcome.merged == 99_999)
  }

  @Test func damagedRunsAreRefusedOrHarmless() throws {
    var generator = SeededGenerator(state: 3)
    let samples = Array(samples(&generator).prefix(60))
    let runs = try runs(of: samples, settings(.keep), memory: 64 << 20)
    var refused = 0
    for run in runs {
      for place in run.bytes.indices {
        for bit in [0, 3, 7] {
          var damaged = run
          damaged.bytes[place] ^= UInt8(1 << bit)
          do {
            _ = try merged(
              [damaged], part: run.part, settings(.keep), memory: 1 << 20, isDamaged: true)
          } catch CollationError.damagedRun { refused += 1 }
        }
        let cut: Run = (run.part, Array(run.bytes[..<place]), 0)
        if place > 0 { _ = try? taken(cut) }
      }
    }
    #expect(refused > 100)
  }

  private func taken(_ run: Run) throws {
    let collator = try Collator(
      settings: settings(.keep), memoryInBytes: 1 << 20, scratchDirectory: "/tmp", workers: 1)
    let intake = RunIntake(collator, numbers: 1..<Int64.max, files: 8)
    let bytes = run.bytes + [UInt8](repeating: 0, count: RunIntake.slack)
    try bytes.withUnsafeBytes {
      _ = try intake.add(UnsafeRawBufferPointer(rebasing: $0[..<run.bytes.count]))
    }
  }
}
