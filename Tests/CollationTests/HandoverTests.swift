import DirectoryFormat
import Records
import Testing

@testable import Collation

@Suite struct HandoverTests {
  private struct Stop: Error {}

  /// Candidates for many portions; every third number is in dispute.
  private func collator() throws -> Collator {
    let settings = CollationSettings(
      ranks: [1], slots: SlotAssignment(identifiers: ["a.one"]), cap: 1_000_000)
    let collator = try Collator(
      settings: settings, memoryInBytes: 64 << 20, scratchDirectory: "/tmp", workers: 1)
    let worker = collator.makeWorker()
    let samples = (1...30_000).flatMap { number in
      (0...(number % 3 == 0 ? 1 : 0)).map {
        Sample(Int64(886_000_000_000 + number), "shop \(number) \($0)", line: number)
      }
    }
    let (normalized, records) = batches(of: samples[...])
    try worker.append(normalized, records)
    try worker.close()
    return collator
  }

  @Test func portionsComeInOrderWithTheirLabelsAndConflicts() throws {
    var next: Int64 = 886_000_000_001
    var portions = 0
    var former: Int64 = 0
    var conflicts = 0
    _ = try collator().finish(
      entries: { batch in
        portions += 1
        for entry in batch.entries.elements {
          #expect(entry.number == next)
          let label = UnsafeBufferPointer(start: entry.label, count: Int(entry.labelCount))
          #expect(String(decoding: label, as: UTF8.self) == "shop \(next - 886_000_000_000) 0")
          next += 1
        }
      },
      conflict: { line in
        #expect(line.number > former)
        former = line.number
        conflicts += 1
      })
    #expect(next == 886_000_030_001)
    #expect(conflicts == 10_000)
    #expect(portions > 6)
  }

  @Test(arguments: [1, 2, 7])
  func whoGivesUpGetsItsErrorAndNothingHangs(portion: Int) throws {
    var seen = 0
    let collator = try collator()
    #expect(throws: Stop.self) {
      try collator.finish(
        entries: { _ in
          seen += 1
          if seen == portion { throw Stop() }
        }, conflict: { _ in })
    }
    #expect(seen == portion)
  }
}
