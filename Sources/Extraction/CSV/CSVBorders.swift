import Records
import Threads

/// Finds where the records of a plain file can be parted: by reading all of them.
///
/// A quote that is open makes every line end behind it part of a cell, so that no shorter look tells
/// where a record begins. Memory: a block for each thread, and one place for each part.
enum CSVBorders {
  /// Places that are found by several threads.
  private final class Places: @unchecked Sendable {
    let monitor = Monitor()
    /// By block: where the block behind it starts.
    var ends: [Int: CSVBlockFeed.Known] = [:]
    var failure: ExtractionError?
  }

  /// Stretches of about so many blocks, in order, which together hold every record.
  ///
  /// - Throws: `ExtractionError`; `ThreadError`.
  static func stretches(
    of text: PlainText, in feed: CSVBlockFeed, blocks: Int, workers: Int,
    watch: () throws -> Void
  ) throws -> [ExportStretch] {
    let places = Places()
    try Crew.run(workers, watch: watch) { _ in
      do throws(ExtractionError) { try find(places, in: feed, every: blocks) } catch {
        places.monitor.withLock { places.failure = places.failure ?? error }
      }
    }
    if let failure = places.failure { throw failure }
    var start = CSVBlockFeed.Known(
      position: text.dataStart, line: text.line, ordinal: text.ordinal)
    var stretches: [ExportStretch] = []
    for (_, end) in places.ends.sorted(by: { $0.key < $1.key }) where end.position > start.position
    {
      stretches.append(
        ExportStretch(
          start: start.position, end: end.position, line: start.line, ordinal: start.ordinal))
      start = end
    }
    return stretches
  }

  private static func find(
    _ places: Places, in feed: CSVBlockFeed, every blocks: Int
  ) throws(ExtractionError) {
    let batch = RecordBatch()
    while let block = try feed.claim() {
      let end = try feed.fill(batch, block: block)
      guard (block + 1).isMultiple(of: blocks) || block + 1 == feed.blockCount else { continue }
      places.monitor.withLock { places.ends[block] = end }
    }
  }
}
