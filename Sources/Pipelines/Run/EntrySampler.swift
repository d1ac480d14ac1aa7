internal import DirectoryFormat
internal import Records

/// Draws a sample of the entries that each source wins, list by list, as they go to the publisher, and
/// follows the sample of an earlier run in them.
///
/// Of every source and list the numbers with the lowest digests are taken, so the sample depends on the
/// set of entries alone: not on their order, threads or machine. Memory: at most 8 MB, however many
/// entries and sources there are.
final class EntrySampler {
  /// One entry of a sample.
  struct Row: BitwiseCopyable {
    /// Of the number and its list; by itself no number can be read from it.
    var digest: UInt64
    /// Of the label; 0 in the blocking list.
    var label: UInt32
  }

  /// Entries of a source and list, where there are few sources.
  static let most = 1024
  /// Entries of a list in all sources together.
  private static let mostOfAll = 1 << 17

  let former: FormerSample
  private let perList: Int
  private let sources: Int
  /// The rows drawn so far by source × 2, blocking + 1: up to twice as many as are kept.
  private var rows: [[Row]]
  /// The digest above which a row is no longer drawn, by the same index.
  private let limits: UnsafeMutablePointer<UInt64>

  /// Starts a sample of so many sources, which also follows a former one.
  init(sources: Int, former: FormerSample) {
    self.sources = sources
    self.former = former
    perList = max(1, min(Self.most, Self.mostOfAll / max(1, sources)))
    rows = Array(repeating: [], count: sources * 2)
    limits = .allocate(capacity: sources * 2)
    limits.initialize(repeating: .max, count: sources * 2)
  }

  deinit { limits.deallocate() }

  /// Looks at a batch; what goes to the lookup alone is not drawn, but has not vanished either.
  func add(_ batch: EntryBatch) {
    let entries = batch.entries.base
    let highest = former.highest
    for index in 0..<batch.entries.count {
      let digest = Self.digest(entries[index].number, isBlocking: entries[index].isBlocking)
      let list = Int(entries[index].source) &* 2 &+ (entries[index].isBlocking ? 1 : 0)
      if digest <= limits[list], entries[index].slot != EntryBatch.Entry.noSlot {
        draw(Row(digest: digest, label: Self.label(of: entries[index])), list)
      }
      if digest <= highest, let row = former.row(of: digest) {
        former.found(row, label: Self.label(of: entries[index]))
      }
    }
  }

  private func draw(_ row: Row, _ list: Int) {
    rows[list].append(row)
    if rows[list].count < perList * 2 { return }
    rows[list] = kept(list)
    limits[list] = rows[list].last?.digest ?? .max
  }

  private func kept(_ list: Int) -> [Row] {
    Array(rows[list].sorted { ($0.digest, $0.label) < ($1.digest, $1.label) }.prefix(perList))
  }

  /// Hands over what was drawn, source by source, identification first, by ascending digest.
  func forEach<Failure: Error>(
    _ body: (_ source: Int, _ list: DirectoryList, Row) throws(Failure) -> Void
  ) throws(Failure) {
    for source in 0..<sources {
      for row in kept(source * 2) { try body(source, .identification, row) }
      for row in kept(source * 2 + 1) { try body(source, .blocking, row) }
    }
  }

  /// The number goes in twice, so that the mixing, which can be undone, does not give it back.
  private static func digest(_ number: Int64, isBlocking: Bool) -> UInt64 {
    let digits = UInt64(bitPattern: number)
    let key: UInt64 = isBlocking ? 0x6A09_E667_F3BC_C908 : 0xBB67_AE85_84CA_A73B
    return MixingFunction.mix(MixingFunction.mix(digits ^ key) &+ digits)
  }

  private static func label(of entry: EntryBatch.Entry) -> UInt32 {
    guard let label = entry.label else { return 0 }
    return UInt32(
      truncatingIfNeeded: ByteHash.of(
        UnsafeBufferPointer(start: label, count: Int(entry.labelCount))))
  }
}
