internal import Extraction
internal import Normalization
internal import Records

/// What comes of some records of a source, for `callbook check`.
package struct SourceSample: Sendable {
  /// An entry that a record of the sample asks for.
  package struct Entry: Equatable, Sendable {
    /// The number in the directory.
    package var number: Int64
    /// identify, block or remove.
    package var action: String
    /// The label; empty unless it identifies.
    package var label: String
  }

  /// The source's name.
  package let source: String
  /// Whether it has files at all; one that is not required may have none.
  let hasFiles: Bool
  /// Records of its files.
  package let recordsInAll: Int
  /// The account of the sampled records.
  package let records: [String: Int]
  /// Rejected cells by reason.
  package let rejections: [String: Int]
  /// Repairs by kind.
  package let repairs: [String: Int]
  /// Candidates for the directory.
  package let candidates: Int
  /// What wildcards, ranges and runs of lines would be expanded to; nil where there are none.
  package let expansion: ExpansionCost?
  /// A few of the candidates, from all over the files.
  package let entries: [Entry]
  /// The rejections, as rejects.csv would hold them.
  package let rows: [RejectsRow]
  /// Files with records of more or fewer cells than the header; all records are looked at for this.
  package let ragged: [RaggedFinding]
  let tally: RunTally

  /// Whether the sample holds every record.
  package var isWhole: Bool { tally.total.read == recordsInAll }

  /// Whether the source has records, and all that were looked at were rejected.
  package var givesNothing: Bool { candidates == 0 && tally.total.rejected > 0 }

  /// Looks at up to `atMost` records of every source of a pipeline, spread evenly over its files;
  /// writes nothing.
  ///
  /// Every file is opened and read to its end, so that what would stop a build before it writes
  /// anything is found here too; standard input is left alone. Memory: one block of each source,
  /// and what the sample holds.
  package static func take(
    of file: PipelineFile, atMost count: Int = 1000, correctedBy corrections: RunCorrections? = nil
  ) throws -> [SourceSample] {
    let sources = try file.sourceDescriptions(correctedBy: corrections)
    _ = try file.collationSettings()
    let sampled = sources.indices.filter { !sources[$0].files.contains("-") }
    _ = try Extractor(sources: sampled.map { sources[$0] })
    let normalization = file.pipeline.normalizationSettings()
    return try sampled.map { index in
      try SourceSampling(
        sources[index], normalization[index], atMost: count,
        waivers: WaiverTable(file.pipeline.waivers),
        mostInflatedBytes: file.pipeline.limits.inflated.bytes
      ).run()
    }
  }
}

/// The reading of a sample.
private struct SourceSampling {
  /// Entries that are shown.
  private static let shownEntries = 5

  private let source: SourceDescription
  private let settings: NormalizationSettings
  private let extractor: Extractor
  private let normalizer: Normalizer
  private let names: SourceNames
  private let most: Int
  private let waivers: WaiverTable?
  private let normalized = NormalizedBatch()
  private let sheet = ReportSheet()
  private var tally: RunTally
  private var recordsInAll = 0
  private var entries: [SourceSample.Entry] = []

  init(
    _ source: SourceDescription, _ settings: NormalizationSettings, atMost most: Int,
    waivers: WaiverTable?, mostInflatedBytes: Int
  ) throws {
    self.source = source
    self.settings = settings
    self.most = most
    self.waivers = waivers
    extractor = try Extractor(sources: [source], mostInflatedBytes: mostInflatedBytes)
    normalizer = try Normalizer(settings: settings)
    names = SourceNames(extractor: extractor, sources: [source.name])
    tally = RunTally(columns: [settings.columns])
  }

  consuming func run() throws -> SourceSample {
    let batch = RecordBatch()
    while try extractor.next(into: batch) {
      recordsInAll += batch.records.count
      tally.ragged.add(batch)
      thinOut(batch)
      normalize(batch)
    }
    return SourceSample(
      source: source.name, hasFiles: !source.files.isEmpty, recordsInAll: recordsInAll,
      records: BuildSummary.account(tally.total), rejections: tally.rejectionsByReason(),
      repairs: tally.repairsByKind(), candidates: tally.candidates,
      expansion: ExpansionCost(
        tally.total.expansion, budget: settings.cells.expansionBudget),
      entries: Self.spread(entries, Self.shownEntries), rows: RejectsRow.rows(of: sheet),
      ragged: tally.ragged.findings(in: extractor.files), tally: tally)
  }

  /// Keeps as many records of a batch as its part of the files is of all, evenly spaced.
  private func thinOut(_ batch: RecordBatch) {
    let progress = extractor.progress
    let share = Double(progress.bytesRead) / Double(max(progress.bytesTotal ?? 1, 1))
    let wanted = Int((Double(most) * min(share, 1)).rounded(.up)) - tally.total.read
    let count = batch.records.count
    guard wanted < count else { return }
    for place in 0..<max(wanted, 0) {
      batch.records.base[place] = batch.records.base[place * count / wanted]
    }
    batch.records.truncate(to: max(wanted, 0))
  }

  private mutating func normalize(_ batch: RecordBatch) {
    var next = 0
    while next < batch.records.count {
      normalized.removeAll()
      next = normalizer.normalize(batch, from: next, into: normalized)
      tally.add(normalized, source: 0)
      if let waivers { tally.waived.add(normalized, of: batch, names, waivers) }
      sheet.add(normalized, of: batch, names: names)
      keepEntries(of: batch)
    }
  }

  /// Keeps the first candidate of each record.
  private mutating func keepEntries(of batch: RecordBatch) {
    var last: UInt32?
    for candidate in normalized.candidates.elements where candidate.record != last {
      last = candidate.record
      let holder = candidate.labelIsCleaned ? normalized.bytes.elements : batch.bytes.elements
      let start = Int(candidate.labelOffset)
      let label = holder[start..<start + Int(candidate.labelCount)]
      entries.append(
        SourceSample.Entry(
          number: candidate.number, action: candidate.action.name,
          label: String(decoding: label, as: UTF8.self)))
    }
  }

  private static func spread(
    _ entries: [SourceSample.Entry], _ count: Int
  ) -> [SourceSample.Entry] {
    guard entries.count > count else { return entries }
    return (0..<count).map { entries[$0 * entries.count / count] }
  }
}
