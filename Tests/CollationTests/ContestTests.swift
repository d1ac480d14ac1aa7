import DirectoryFormat
import Records
import Testing

@testable import Collation

@Suite struct ContestTests {
  private func contender(_ sample: Sample) -> Contender {
    Contender(
      label: sample.label, action: sample.action, baseDigits: sample.baseDigits,
      isValid: sample.isValid, isRepresentative: sample.isRepresentative,
      updated: sample.updated, source: sample.source, file: sample.file, line: sample.line)
  }

  private func contest(_ samples: [Sample], _ settings: CollationSettings) throws -> Contest {
    var contest = try Contest(number: samples[0].number, settings: settings)
    for sample in samples { contest.add(contender(sample)) }
    return contest
  }

  @Test(arguments: BothLists.allCases, [[Preference.rank, .updated], [.updated, .rank], []])
  func fatesAreThoseOfACollation(both: BothLists, prefer: [Preference]) throws {
    for seed in UInt64(1)...300 {
      var generator = SeededGenerator(state: seed)
      let count = Int.random(in: 1...12, using: &generator)
      let samples = (1...count).map { Sample.random(numbers: 1, line: $0, using: &generator) }
      let settings = CollationSettings(
        prefer: prefer, ranks: [5, 10, 5, 10], both: both,
        protected: seed % 5 == 0 ? [samples[0].number] : [],
        slots: SlotAssignment(identifiers: ["a.one"]), cap: 100)
      let collated = try collate(samples, settings)
      let ranking = try contest(samples.shuffled(using: &generator), settings).ranking()
      var expected = CollationOutcome(slots: 1)
      expected.produced = count
      expected.conflicts = collated.outcome.conflicts
      var entries: [CopiedEntry] = []
      for (contender, fate) in ranking {
        switch fate {
        case .identified, .blocked:
          let isBlocking = fate == .blocked
          entries.append(
            CopiedEntry(
              number: samples[0].number, label: contender.label, slot: 0, isBlocking: isBlocking))
          if isBlocking { expected.blocking[0] += 1 } else { expected.identification[0] += 1 }
        case .merged: expected.merged += 1
        case .suppressed(let rule): expected.suppressed[rule, default: 0] += 1
        }
      }
      entries.sort { !$0.isBlocking && $1.isBlocking }
      #expect(expected == collated.outcome, "seed \(seed)")
      #expect(
        entries == collated.entries.sorted { !$0.isBlocking && $1.isBlocking }, "seed \(seed)")
    }
  }

  @Test func amongManyTheFirstOfEveryKindIsKept() throws {
    let settings = CollationSettings(
      ranks: [5, 10], both: .keep, slots: SlotAssignment(identifiers: ["a.one"]))
    var samples = (1...20_000).map { Sample(886_255_667_788, "店", source: 1, line: $0) }
    samples.insert(Sample(886_255_667_788, action: .block, line: 7), at: 9_000)
    let contest = try contest(samples, settings)
    #expect(contest.total == 20_001)
    let ranking = contest.ranking()
    #expect(ranking.count == Contest.mostListed + 1)
    #expect(ranking.first?.fate == .identified && ranking.first?.contender.line == 1)
    #expect(ranking.last?.fate == .blocked && ranking.last?.contender.line == 7)
  }

  @Test(
    "what cannot be a row of the lookup stays in its slot, whatever the rule says of it",
    arguments: [
      (Sample(886_227_123_456), true), (Sample(88_622_712_345_612, base: 12), false),
      (Sample(8_862_271_234_561_234, base: 12), false), (Sample(110), false),
      (Sample(999_999), false), (Sample(1_000_000), true), (Sample(999_999_999_999_999), true),
      (Sample(1_000_000_000_000_000), false), (Sample(886_227_123_456, action: .block), true),
      (Sample(88_622_712_345_612, action: .block, base: 12), false),
    ])
  func lookupOnly(sample: Sample, isLookupOnly: Bool) throws {
    var settings = CollationSettings(
      ranks: [0], slots: SlotAssignment(identifiers: ["a.one"]), cap: 100)
    settings.lookupOnly = LookupOnlyRule(sources: [true], digits: 7...15)
    var sample = sample
    if sample.action == .identify { sample.label = Array("x".utf8) }
    let collated = try collate([sample], settings)
    #expect(collated.entries.map { $0.slot != 0 } == [isLookupOnly])
    #expect(collated.outcome.emitted == (isLookupOnly ? 0 : 1))
    let fate = try #require(try contest([sample], settings).ranking().first).fate
    #expect((fate == .suppressed(.lookupOnly)) == isLookupOnly)
  }

  @Test("the age of a winner is judged by the limit of its source")
  func lookupOnlyByAge() throws {
    var settings = CollationSettings(
      ranks: [0, 0], slots: SlotAssignment(identifiers: ["a.one"]), cap: 100)
    settings.lookupOnly = LookupOnlyRule(sources: [false, false], updatedBefore: [1000, 2000])
    let slots = try [0, 1].map { source in
      let sample = Sample(886_227_123_456, "x", updated: 1500, source: source)
      return try collate([sample], settings).entries.map { $0.slot == 0 }
    }
    #expect(slots == [[true], [false]])
  }
}
