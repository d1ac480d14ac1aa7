internal import Records

/// Counts the entries of each source and list as they go to the publisher.
struct EntryCensus: ~Copyable {
  /// By source × 2, blocking + 1.
  private let counts: UnsafeMutablePointer<Int>
  private let sources: Int

  /// Starts an account of so many sources.
  init(sources: Int) {
    self.sources = sources
    counts = .allocate(capacity: sources * 2)
    counts.initialize(repeating: 0, count: sources * 2)
  }

  deinit { counts.deallocate() }

  /// Counts a batch; entries for the lookup alone stand in no list.
  func add(_ batch: EntryBatch) {
    let entries = batch.entries.base
    for index in 0..<batch.entries.count where entries[index].slot != EntryBatch.Entry.noSlot {
      counts[Int(entries[index].source) &* 2 &+ (entries[index].isBlocking ? 1 : 0)] &+= 1
    }
  }

  /// Adds counts by source × 2, blocking + 1.
  func add(_ more: [Int]) {
    for (index, count) in more.prefix(sources * 2).enumerated() { counts[index] += count }
  }

  /// The entries by source × 2, blocking + 1.
  var bySource: [Int] { Array(UnsafeBufferPointer(start: counts, count: sources * 2)) }
}
