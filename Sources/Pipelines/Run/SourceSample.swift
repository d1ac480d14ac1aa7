internal import Extraction
internal import Normalization
internal import Records

/// What comes of the first records of a source, for `callbook check`.
package struct SourceSample: Sendable {
  /// The source's name.
  package let source: String
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

  /// Reads up to `atMost` records of every source of a pipeline; writes nothing.
  ///
  /// Every file is opened and its header resolved, so that what would stop a build before it writes
  /// anything is found here too; standard input is left alone. Memory: one block of each source.
  package static func take(
    of file: PipelineFile, atMost count: Int = 1000
  ) throws -> [SourceSample] {
    let sources = try file.sourceDescriptions()
    _ = try file.collationSettings()
    let sampled = sources.indices.filter { !sources[$0].files.contains("-") }
    _ = try Extractor(sources: sampled.map { sources[$0] })
    let normalization = file.pipeline.normalizationSettings()
    return try sampled.map { index in
      try sample(sources[index], normalization[index], atMost: count)
    }
  }

  private static func sample(
    _ source: SourceDescription, _ settings: NormalizationSettings, atMost count: Int
  ) throws -> SourceSample {
    let extractor = try Extractor(sources: [source])
    let normalizer = try Normalizer(settings: settings)
    let batch = RecordBatch()
    let normalized = NormalizedBatch()
    var tally = RunTally(columns: [settings.columns])
    while tally.total.read < count, try extractor.next(into: batch) {
      batch.records.truncate(to: min(batch.records.count, count - tally.total.read))
      var next = 0
      while next < batch.records.count {
        normalized.removeAll()
        next = normalizer.normalize(batch, from: next, into: normalized)
        tally.add(normalized, source: 0)
      }
    }
    return SourceSample(
      source: source.name, records: BuildSummary.account(tally.total),
      rejections: tally.rejectionsByReason(), repairs: tally.repairsByKind(),
      candidates: tally.candidates,
      expansion: ExpansionCost(
        tally.total.expansion, budget: settings.cells.expansionBudget))
  }
}
