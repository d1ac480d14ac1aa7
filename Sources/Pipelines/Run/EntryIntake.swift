internal import DirectoryFormat
internal import Publication
internal import Records

/// Where merged entries go: to the publisher, and to those who count them.
final class EntryIntake {
  let publisher: Publisher
  /// Counts groups of entries, where a gate asks.
  let groups: EntryGroups?
  private let sampler: EntrySampler?
  private let census: EntryCensus
  private let onProgress: (@Sendable (RunProgress) -> Void)?

  init(_ publisher: Publisher, _ settings: RunSettings, _ sampler: EntrySampler?) {
    self.publisher = publisher
    self.sampler = sampler
    census = EntryCensus(sources: settings.sources.count)
    groups = GroupGate.isAsked(by: settings.pipeline.gate) ? EntryGroups() : nil
    onProgress = settings.onProgress
  }

  /// Entries by source × 2, blocking + 1.
  var bySource: [Int] { census.bySource }

  /// Whether every entry is needed, also where chunks were made of it elsewhere.
  var needsEntries: Bool { sampler != nil || needsOrder }

  /// Whether every entry is needed in the order of numbers over all slots.
  var needsOrder: Bool { groups != nil || publisher.makesLookup }

  /// Adds a batch.
  func add(_ batch: EntryBatch) throws {
    try publisher.append(batch)
    census.add(batch)
    groups?.add(batch)
    sampler?.add(batch)
    onProgress?(.merging(moreEntries: batch.entries.count))
  }

  /// Adds a batch whose chunks were made elsewhere: to what is made of entries besides.
  func addApart(_ batch: EntryBatch) throws {
    try publisher.appendToLookup(batch)
    groups?.add(batch)
    sampler?.add(batch)
  }

  /// Counts entries whose chunks were made elsewhere, by source × 2, blocking + 1.
  func add(entriesBySource counts: [Int]) { census.add(counts) }

  /// Adds a chunk that was made elsewhere; its bytes follow by what this gives.
  func begin(
    _ chunk: Manifest.Chunk, slot: Int, list: DirectoryList
  ) throws -> MadeChunkIntake {
    onProgress?(.merging(moreEntries: chunk.entries))
    return try publisher.begin(chunk, slot: slot, list: list)
  }
}
