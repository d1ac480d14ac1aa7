// Collates seeded candidates and prints nanoseconds of CPU time per candidate by stage:
// `collation-benchmark [candidates] [memory in MiB]`, one worker.
import Collation
import DirectoryFormat
import Records

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

func seconds() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}

/// Batches as Normalization makes them: landlines with extensions, mobiles, a tenth repeated.
struct BatchMaker {
  var state: UInt64 = 42
  var line: UInt64 = 1
  let normalized = NormalizedBatch()
  let records = RecordBatch()

  mutating func random(below limit: UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return MixingFunction.mix(state).multipliedFullWidth(by: limit).high
  }

  mutating func fill(_ count: Int, numbers: UInt64) {
    normalized.removeAll()
    records.removeAll()
    for index in 0..<count {
      records.records.append(
        RecordBatch.Record(
          line: line, byteOffset: 0, ordinal: 1, rawOffset: 0, rawCount: 0, firstCell: 0,
          cellCount: 0, state: .cells))
      line += 1
      let offset = records.bytes.count
      let length = 15 + Int(random(below: 13))
      for _ in 0..<length { records.bytes.append(UInt8(97 + offset % 26)) }
      let seed = MixingFunction.mix(random(below: numbers))
      let isMobile = seed % 4 == 0
      let number = Int64(
        isMobile
          ? 886_900_000_000 + (seed >> 8) % 100_000_000
          : 8_862_000_000_000_000 + (seed >> 8) % 6_000_000_000_000)
      normalized.candidates.append(
        Candidate(
          number: number, updated: 1_700_000_000_000 + Int64(random(below: 30_000_000)) * 1000,
          record: UInt32(index), labelOffset: UInt32(offset), labelCount: UInt16(length),
          baseDigits: 12, action: .identify, labelIsCleaned: false, isRepresentative: false,
          isValid: true))
    }
  }
}

let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let count = arguments.first ?? 2_000_000
let memory = (arguments.dropFirst().first ?? 512) << 20
let batchSize = 4_096
let collator = try Collator(
  settings: CollationSettings(
    ranks: [0], slots: SlotAssignment(identifiers: ["a.b"]), cap: Int.max),
  memoryInBytes: memory, scratchDirectory: "/tmp", workers: 1)
let worker = collator.makeWorker()
var maker = BatchMaker()
var spent = 0.0
for _ in 0..<(count / batchSize) {
  maker.fill(batchSize, numbers: UInt64(count) * 5)
  let start = seconds()
  try worker.append(maker.normalized, maker.records)
  spent += seconds() - start
}
let start = seconds()
try worker.close()
let closed = seconds()
spent += closed - start
var check: Int64 = 0
let outcome = try collator.finish(
  entries: { check &+= $0.entries[0].number }, conflict: { _ in })
let merged = seconds() - closed

/// Nanoseconds per candidate, rounded.
func each(_ time: Double) -> String { "\(Int(time / Double(outcome.produced) * 1e9 + 0.5)) ns" }
print(
  "\(outcome.produced) candidates, \(memory >> 20) MiB: append and sort \(each(spent)), "
    + "merge \(each(merged)); \(outcome.emitted) entries, \(outcome.spilledBytes >> 20) MiB spilled"
)
