// Runs the stages of a pipeline on one worker and prints the nanoseconds of CPU time a record that each
// takes: `stage-benchmark PIPELINE [extract]`, with `extract` nothing but that. Nothing is published.
import Collation
import DirectoryFormat
import Extraction
import Foundation
import Normalization
import Pipelines
import Publication
import Records

/// CPU seconds of all threads so far.
func seconds() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}

/// CPU seconds of each stage of one run.
struct Times {
  var extract = 0.0
  var normalize = 0.0
  var sort = 0.0
  /// With `write`, where the run wrote.
  var merge = 0.0
  var records = 0

  /// Adds the time since `start` to a stage and starts the next.
  mutating func end(_ stage: WritableKeyPath<Times, Double>, _ start: inout Double) {
    let now = seconds()
    self[keyPath: stage] += now - start
    start = now
  }
}

/// One run of a pipeline's stages.
struct Flow {
  let file: PipelineFile
  let extractsOnly: Bool

  /// Memory that a million records fit in.
  private static let memory = 512 << 20
  private var scratch: String { NSTemporaryDirectory() + "/stage-benchmark-\(getpid())" }

  /// Runs the stages, the last one only if it is to write.
  func run(writing: Bool) throws -> Times {
    var times = Times()
    let collator = try Collator(
      settings: file.collationSettings(), memoryInBytes: Self.memory, scratchDirectory: scratch,
      workers: 1)
    try read(into: collator, &times)
    var start = seconds()
    if writing {
      try write(collator)
    } else {
      _ = try collator.finish(entries: { _ in }, conflict: { _ in })
    }
    times.end(\.merge, &start)
    return times
  }

  private func read(into collator: Collator, _ times: inout Times) throws {
    let extractor = try Extractor(sources: file.sourceDescriptions())
    let normalizers = try file.pipeline.normalizationSettings().map(Normalizer.init(settings:))
    let worker = collator.makeWorker()
    let batch = RecordBatch()
    let normalized = NormalizedBatch()
    var start = seconds()
    while try extractor.next(into: batch) {
      times.end(\.extract, &start)
      times.records += batch.records.count
      var next = extractsOnly ? batch.records.count : 0
      while next < batch.records.count {
        normalized.removeAll()
        next = normalizers[batch.source].normalize(batch, from: next, into: normalized)
        times.end(\.normalize, &start)
        try worker.append(normalized, batch)
        times.end(\.sort, &start)
      }
    }
    try worker.close()
    times.end(\.sort, &start)
  }

  private func write(_ collator: Collator) throws {
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    let publisher = try Publisher(
      output: scratch, settings: file.publicationSettings(threads: 1))
    let outcome = try collator.finish(entries: publisher.append, conflict: { _ in })
    let ledger = Manifest.Ledger(
      records: .init(read: 0, used: 0, rejected: 0, inapplicable: 0, blank: 0),
      candidates: .init(
        produced: outcome.produced, emitted: outcome.emitted, merged: outcome.merged,
        suppressed: outcome.suppressed.values.reduce(0, +)))
    let facts = PublicationFacts(name: "stages", asOf: nil, tool: "stages", ledger: ledger)
    try publisher.discard(publisher.finish(facts))
  }
}

let rounds = 5
let arguments = CommandLine.arguments.dropFirst()
guard let path = arguments.first else {
  print("stage-benchmark PIPELINE [extract]")
  exit(2)
}
let flow = Flow(file: try PipelineLoader.load(path), extractsOnly: arguments.contains("extract"))
var runs: [Times] = []
var written: [Times] = []
for _ in 0..<rounds {
  runs.append(try flow.run(writing: false))
  if !flow.extractsOnly { written.append(try flow.run(writing: true)) }
}

/// The median of a stage over the runs, as nanoseconds a record.
func each(_ stage: KeyPath<Times, Double>, of runs: [Times]) -> Int {
  let sorted = runs.map { $0[keyPath: stage] / Double($0.records) * 1e9 }.sorted()
  return sorted.isEmpty ? 0 : Int(sorted[sorted.count / 2] + 0.5)
}
print("\(runs[0].records) records, CPU time, medians of \(rounds)\n")
print("| stage | ns a record |\n|---|---|")
print("| extract | \(each(\.extract, of: runs)) |")
if !flow.extractsOnly {
  let merge = each(\.merge, of: runs)
  print("| normalize | \(each(\.normalize, of: runs)) |")
  print("| append and sort | \(each(\.sort, of: runs)) |")
  print("| merge | \(merge) |")
  print("| format, hash and write | \(each(\.merge, of: written) - merge) |")
}
