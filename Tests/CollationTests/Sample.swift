import DirectoryFormat
import Records

@testable import Collation

/// A small generator with a seed, so that a failure can be run again (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return MixingFunction.mix(state)
  }
}

/// A candidate with everything that belongs to it.
struct Sample: Equatable {
  var number: Int64
  var updated: Int64 = .min
  var action: Action = .identify
  var baseDigits = 0
  var isRepresentative = false
  var isValid = false
  var label: [UInt8] = []
  var source = 0
  var file = 0
  var line = 1

  init(
    _ number: Int64, _ label: String = "", updated: Int64 = .min, action: Action = .identify,
    base: Int? = nil, source: Int = 0, line: Int = 1, isValid: Bool = false,
    isRepresentative: Bool = false
  ) {
    self.number = number
    self.label = action == .identify ? Array(label.utf8) : []
    self.updated = updated
    self.action = action
    baseDigits = base ?? String(number).count
    self.source = source
    file = source
    self.line = line
    self.isValid = isValid
    self.isRepresentative = isRepresentative
  }

  /// Whether it differs from another one in the number and what is known of it alone.
  func isOfRecord(of other: Sample) -> Bool {
    var same = self
    (same.number, same.baseDigits, same.isValid) = (other.number, other.baseDigits, other.isValid)
    return same == other
  }

  /// A random one out of few numbers, labels and dates, so that much competes.
  static func random(numbers: Int64, line: Int, using generator: inout SeededGenerator) -> Sample {
    let number = 886_200_000_000 + Int64.random(in: 0..<numbers, using: &generator) * 3_333
    let actions: [Action] = [.remove, .block, .block, .identify, .identify, .identify, .identify]
    let action = actions[Int.random(in: 0..<7, using: &generator)]
    let label = String(repeating: "店", count: Int.random(in: 1...4, using: &generator))
    let isLong = Int.random(in: 0..<50, using: &generator) == 0
    var sample = Sample(
      number, isLong ? String(repeating: label, count: 500) : label,
      updated: Bool.random(using: &generator) ? .min : .random(in: -2...2, using: &generator),
      action: action, source: Int.random(in: 0..<4, using: &generator), line: line)
    sample.file = sample.source * 2 + Int.random(in: 0...1, using: &generator)
    if Int.random(in: 0..<12, using: &generator) == 0 { sample.baseDigits = 10 }
    sample.isValid = number % 2 == 0
    sample.isRepresentative =
      sample.action == .identify && Int.random(in: 0..<8, using: &generator) == 0
    return sample
  }
}

/// An entry with its label copied.
struct CopiedEntry: Equatable {
  var number: Int64
  var label: [UInt8]
  var slot: Int
  var isBlocking: Bool
}

/// All that a collation gives.
struct Collated: Equatable {
  var entries: [CopiedEntry] = []
  var conflicts: [ConflictLine] = []
  var outcome: CollationOutcome
}

/// Runs a collation of samples, dealt to workers in batches.
func collate(
  _ samples: [Sample], _ settings: CollationSettings, memory: Int = 64 << 20, workers: Int = 1,
  batch: Int = 100, scratch: String = "/tmp"
) throws -> Collated {
  let collator = try Collator(
    settings: settings, memoryInBytes: memory, scratchDirectory: scratch, workers: workers)
  let hands = (0..<workers).map { _ in collator.makeWorker() }
  var start = 0
  var turn = 0
  while start < samples.count {
    // A batch is of one file.
    var end = start + 1
    while end < samples.count, end - start < batch, samples[end].file == samples[start].file {
      end += 1
    }
    let (normalized, records) = batches(of: samples[start..<end])
    try hands[turn % workers].append(normalized, records)
    turn += 1
    start = end
  }
  for hand in hands { try hand.close() }
  return try finished(collator)
}

/// Merges what workers handed over and copies all that comes out.
func finished(_ collator: Collator) throws -> Collated {
  var entries: [CopiedEntry] = []
  var conflicts: [ConflictLine] = []
  let outcome = try collator.finish(
    entries: { batch in
      for entry in batch.entries.elements {
        let label = UnsafeBufferPointer(start: entry.label, count: Int(entry.labelCount))
        entries.append(
          CopiedEntry(
            number: entry.number, label: Array(label), slot: Int(entry.slot),
            isBlocking: entry.isBlocking))
      }
    }, conflict: { conflicts.append($0) })
  return Collated(entries: entries, conflicts: conflicts, outcome: outcome)
}

/// Samples in a row that differ in their numbers alone are of one record: an expansion.
func batches(of samples: ArraySlice<Sample>) -> (NormalizedBatch, RecordBatch) {
  let normalized = NormalizedBatch()
  let records = RecordBatch()
  var former: Sample?
  for sample in samples {
    records.source = sample.source
    records.file = sample.file
    if let former, sample.isOfRecord(of: former),
      var candidate = normalized.candidates.elements.last
    {
      candidate.number = sample.number
      candidate.baseDigits = UInt8(sample.baseDigits)
      candidate.isValid = sample.isValid
      normalized.candidates.append(candidate)
      continue
    }
    former = sample
    records.records.append(
      RecordBatch.Record(
        line: UInt64(sample.line), byteOffset: 0, ordinal: 1, rawOffset: 0, rawCount: 0,
        firstCell: 0, cellCount: 0, state: .cells))
    let isCleaned = sample.line % 2 == 0
    let offset = isCleaned ? normalized.bytes.count : records.bytes.count
    sample.label.withUnsafeBufferPointer {
      if isCleaned {
        normalized.bytes.append(contentsOf: $0)
      } else {
        records.bytes.append(contentsOf: $0)
      }
    }
    normalized.candidates.append(
      Candidate(
        number: sample.number, updated: sample.updated, record: UInt32(records.records.count - 1),
        labelOffset: UInt32(offset), labelCount: UInt16(sample.label.count),
        baseDigits: UInt8(sample.baseDigits), action: sample.action, labelIsCleaned: isCleaned,
        isRepresentative: sample.isRepresentative, isValid: sample.isValid))
  }
  return (normalized, records)
}
