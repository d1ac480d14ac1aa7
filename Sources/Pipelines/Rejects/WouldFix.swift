internal import Extraction
internal import Foundation
internal import Normalization
internal import Records
internal import Threads

/// What each of some settings would do to the rejected records of a pipeline, and to the others.
///
/// The exports are read again, with the settings of the run, and the real rules are asked; nothing is
/// written. Memory: some blocks of the exports for each thread, and a reader of cells for each setting.
package struct WouldFix: Sendable {
  /// What a setting would do.
  package struct Effect: Equatable, Sendable {
    /// The setting, as the pipeline file would say it.
    package var setting: String
    /// Rejected records that would give numbers.
    package var rescued: Int
    /// Records used now that would give other numbers; nil where nothing would be rescued, for then
    /// they are not looked at.
    package var changed: Int?
  }

  /// Settings whose effect on the other records is counted: those that would rescue most.
  private static let mostCounted = 12

  private let pipeline: Pipeline
  private let sources: [SourceDescription]
  private let workers: Int
  /// Rejected records of the run.
  private let inRun: Int?

  /// Prepares the pipeline that a run kept in its report.
  ///
  /// - Parameter source: Only records of this source; nil for all.
  /// - Throws: `RejectsError` where the run kept none, does not know the source, or read standard input;
  ///   what is wrong with the exports.
  package init(_ report: RunReport, source: String?, workers: Int) throws {
    let path = report.folder + "/" + RunPipeline.fileName
    guard FileManager.default.fileExists(atPath: path) else {
      throw RejectsError.noPipeline(path: path)
    }
    let file = try RunPipeline.load(path)
    var pipeline = file.pipeline
    var sources = try file.sourceDescriptions()
    if let source {
      guard let index = pipeline.sources.firstIndex(where: { $0.name == source }) else {
        throw RejectsError.unknownName(
          option: "--source", name: source,
          known: NearestName.phrase(for: source, among: pipeline.sources.map(\.name)))
      }
      pipeline.sources = [pipeline.sources[index]]
      sources = [sources[index]]
    }
    for description in sources where description.files.contains("-") {
      throw RejectsError.standardInput(source: description.name)
    }
    self.pipeline = pipeline
    self.sources = sources
    self.workers = workers
    inRun = report.rejectedRecords(source: source)
  }

  /// Tries every setting, one at a time.
  package func run() throws -> WouldFixResult {
    let base = pipeline.normalizationSettings()
    let survey = try reading { extractor in
      var survey = Survey()
      try survey.run(extractor, base)
      return survey
    }.reduce(into: Survey()) { $0 += $1 }
    let trials = Trial.all(of: pipeline, reasons: survey.reasons, words: survey.words)
    let settings = trials.map { trial in
      var changed = pipeline
      trial.change(&changed)
      return changed.normalizationSettings()
    }
    let rescued = try counts(settings.count) { extractor, counts in
      try Rescue(base: base, trials: settings, areaCodes: trials.map(\.areaCode))
        .run(extractor, &counts)
    }
    var effects = zip(trials, rescued).map { trial, count in
      Effect(setting: trial.setting, rescued: count, changed: nil)
    }
    let order = effects.indices.sorted {
      (effects[$1].rescued, $0) < (effects[$0].rescued, $1)
    }
    let counted = order.prefix(Self.mostCounted).filter { effects[$0].rescued > 0 }
    let changed = try counts(counted.count) { extractor, counts in
      try Disturbance(
        base: base, trials: counted.map { settings[$0] },
        areaCodes: counted.map { trials[$0].areaCode }
      ).run(extractor, &counts)
    }
    for (place, index) in counted.enumerated() { effects[index].changed = changed[place] }
    effects = order.map { effects[$0] } + (try reencodings(survey, base))
    // What rescues as many stays in its order.
    let ranked = effects.indices.sorted { (effects[$1].rescued, $0) < (effects[$0].rescued, $1) }
    return WouldFixResult(
      rejected: survey.rejected, rejectedInRun: inRun, effects: ranked.map { effects[$0] })
  }

  /// What other character sets would do to the sources that do not decode in places.
  private func reencodings(
    _ survey: Survey, _ base: [NormalizationSettings]
  ) throws -> [Effect] {
    try Reencoding.all(of: pipeline, sources, undecodable: survey.undecodable).map { reencoding in
      let effect = try reencoding.effect(
        sources[reencoding.source], base[reencoding.source])
      return Effect(
        setting: reencoding.setting(of: pipeline), rescued: effect.rescued,
        changed: effect.changed)
    }
  }

  private func counts(
    _ count: Int, _ work: @escaping @Sendable (Extractor, inout [Int]) throws -> Void
  ) throws -> [Int] {
    if count == 0 { return [] }
    let parts = try reading { extractor in
      var counts = [Int](repeating: 0, count: count)
      try work(extractor, &counts)
      return counts
    }
    return parts.reduce(into: [Int](repeating: 0, count: count)) { sum, part in
      for index in part.indices { sum[index] += part[index] }
    }
  }

  /// Reads all exports once; what each thread found.
  private func reading<Part: Sendable>(
    _ work: @escaping @Sendable (Extractor) throws -> Part
  ) throws -> [Part] {
    let extractor = try Extractor(sources: sources)
    let results = Results<Part>()
    try Crew.run(workers, watch: { try extractor.checkWaiting() }) { _ in
      do { results.add(try work(extractor)) } catch { results.fail(error) }
    }
    let parts = try results.get()
    try extractor.finish()
    return parts
  }

  private final class Results<Part: Sendable>: Sendable {
    private let state = Locked<(parts: [Part], failure: (any Error)?)>(([], nil))

    func add(_ part: Part) { state.withLock { $0.parts.append(part) } }
    func fail(_ error: any Error) { state.withLock { $0.failure = $0.failure ?? error } }

    func get() throws -> [Part] {
      let (parts, failure) = state.withLock { $0 }
      if let failure { throw failure }
      return parts
    }
  }
}

/// What settings make of the records of a batch.
final class BatchReading {
  private let normalized = NormalizedBatch()
  private let readsLabels: Bool
  /// By record: 0 gives no number, anything else stands for its numbers and what it asks for; for its
  /// labels too, where they are read.
  private(set) var prints: [UInt64] = []

  /// Prepares a reading of numbers, or of labels too.
  init(readsLabels: Bool = false) { self.readsLabels = readsLabels }

  /// The same for records that have an area code, where the settings have a column for it at the end.
  func read(_ batch: RecordBatch, by normalizer: Normalizer, areaCode: String?, column: Int?) {
    guard let areaCode, let column else { return read(batch, by: normalizer) }
    let (records, cells, bytes) = (
      Array(batch.records.elements), batch.cells.count, batch.bytes.count
    )
    var code = areaCode
    code.withUTF8 { batch.bytes.append(contentsOf: $0) }
    for index in records.indices where records[index].state == .cells {
      var record = records[index]
      let first = batch.cells.count
      for place in Int(record.firstCell)..<Int(record.firstCell) + Int(record.cellCount) {
        let cell = batch.cells[place]
        batch.cells.append(cell)
      }
      batch.cells.append(
        RecordBatch.Cell(
          offset: UInt32(bytes), count: UInt32(areaCode.utf8.count), column: UInt32(column)))
      record.firstCell = UInt32(first)
      record.cellCount += 1
      batch.records.base[index] = record
    }
    read(batch, by: normalizer)
    for index in records.indices { batch.records.base[index] = records[index] }
    batch.cells.truncate(to: cells)
    batch.bytes.truncate(to: bytes)
  }

  /// Reads a batch; hands over every rejection.
  func read(
    _ batch: RecordBatch, by normalizer: Normalizer, rejection: (Rejection) -> Void = { _ in }
  ) {
    prints.removeAll(keepingCapacity: true)
    prints.append(contentsOf: repeatElement(0, count: batch.records.count))
    var next = 0
    while next < batch.records.count {
      normalized.removeAll()
      next = normalizer.normalize(batch, from: next, into: normalized)
      for candidate in normalized.candidates.elements {
        let record = Int(candidate.record)
        let mixed =
          (prints[record] ^ UInt64(bitPattern: candidate.number)
            ^ labelBits(of: candidate, in: batch))
          &* 0x9E37_79B9_7F4A_7C15
        prints[record] = (mixed ^ (mixed >> 29)) &+ UInt64(candidate.action.rawValue) | 1
      }
      for rejected in normalized.rejections.elements { rejection(rejected) }
    }
  }

  private func labelBits(of candidate: Candidate, in batch: RecordBatch) -> UInt64 {
    readsLabels ? ByteHash.of(normalized.label(of: candidate, in: batch)) : 0
  }
}

/// Which records are rejected now, why, and what words their cells hold.
private struct Survey: Sendable {
  var rejected = 0
  var reasons: [String: Int] = [:]
  var words = RejectedWords()
  /// Sources some of whose records do not decode.
  var undecodable: Set<Int> = []

  mutating func run(_ extractor: Extractor, _ settings: [NormalizationSettings]) throws {
    let batch = RecordBatch()
    let reading = BatchReading()
    var normalizer = CurrentNormalizer(settings)
    var found: [Rejection] = []
    while try extractor.next(into: batch) {
      found.removeAll(keepingCapacity: true)
      reading.read(batch, by: try normalizer.of(source: batch.source)) { found.append($0) }
      var last: UInt32?
      for rejection in found where reading.prints[Int(rejection.record)] == 0 {
        if rejection.record != last { rejected += 1 }
        last = rejection.record
        reasons[rejection.reason.code, default: 0] += 1
        if rejection.reason == .undecodable { undecodable.insert(batch.source) }
        if rejection.reason == .junk || rejection.reason == .badExtension, let cell = rejection.cell
        {
          words.add(batch.bytes(of: batch.cells[Int(cell)]))
        }
      }
    }
  }

  static func += (sum: inout Survey, more: Survey) {
    sum.rejected += more.rejected
    sum.reasons.merge(more.reasons, uniquingKeysWith: +)
    sum.words += more.words
    sum.undecodable.formUnion(more.undecodable)
  }
}

/// How many rejected records each setting would rescue.
private struct Rescue {
  let base: [NormalizationSettings]
  let trials: [[NormalizationSettings]]
  let areaCodes: [String?]

  func run(_ extractor: Extractor, _ rescued: inout [Int]) throws {
    let batch = RecordBatch()
    let reading = BatchReading()
    var normalizer = CurrentNormalizer(base)
    var changed = trials.map { CurrentNormalizer($0) }
    while try extractor.next(into: batch) {
      var rejected: [Int] = []
      reading.read(batch, by: try normalizer.of(source: batch.source)) { rejection in
        let record = Int(rejection.record)
        if rejected.last != record { rejected.append(record) }
      }
      rejected.removeAll { reading.prints[$0] != 0 }
      if rejected.isEmpty { continue }
      for (place, record) in rejected.enumerated() {
        batch.records.base[place] = batch.records.base[record]
      }
      batch.records.truncate(to: rejected.count)
      for index in changed.indices {
        reading.read(
          batch, by: try changed[index].of(source: batch.source), areaCode: areaCodes[index],
          column: trials[index].added(to: base, source: batch.source))
        rescued[index] += reading.prints.count { $0 != 0 }
      }
    }
  }
}

/// How many records that are used now would give other numbers under each setting.
private struct Disturbance {
  let base: [NormalizationSettings]
  let trials: [[NormalizationSettings]]
  let areaCodes: [String?]

  func run(_ extractor: Extractor, _ counts: inout [Int]) throws {
    let batch = RecordBatch()
    let now = BatchReading()
    let then = BatchReading()
    var normalizer = CurrentNormalizer(base)
    var changed = trials.map { CurrentNormalizer($0) }
    while try extractor.next(into: batch) {
      now.read(batch, by: try normalizer.of(source: batch.source))
      for index in changed.indices {
        then.read(
          batch, by: try changed[index].of(source: batch.source), areaCode: areaCodes[index],
          column: trials[index].added(to: base, source: batch.source))
        for record in now.prints.indices
        where now.prints[record] != 0 && now.prints[record] != then.prints[record] {
          counts[index] += 1
        }
      }
    }
  }
}

extension [NormalizationSettings] {
  /// The index of the column that a source has more than before; nil where it has none.
  fileprivate func added(to base: [NormalizationSettings], source: Int) -> Int? {
    let count = base[source].columns.count
    return self[source].columns.count > count ? count : nil
  }
}
