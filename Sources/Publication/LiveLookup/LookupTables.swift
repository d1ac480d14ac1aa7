import DirectoryFormat
import LiveLookup

/// Holds the values that fill a bucket alone against their buckets, shard by shard.
///
/// How full a table may be is known by experience alone; where one value fills a bucket, whether there
/// is a table can be computed. Memory: 24 MiB, or a shard's table; the index is read once for so many.
struct LookupTables {
  let set: LookupDataSet
  /// A size of buckets that hold two of the largest values.
  let advisedBytes: Int

  private static let memory = 24 << 20

  /// - Throws: `lookup` where a shard has no table.
  func check() throws(PublicationError) {
    let shards = set.counts.shards
    let step = max(Self.memory / (set.counts.buckets * LoneValues.bytesPerBucket), 1)
    for start in stride(from: 0, to: shards, by: step) {
      guard let shard = try firstWithout(start..<min(start + step, shards)) else { continue }
      let name = set.rows.useCase.rawValue
      throw .lookup(
        reason: "\(name): shard \(shard) fits no table of \(set.counts.buckets) buckets of "
          + "\(set.counts.bucketBytes) bytes (found more values of which a bucket holds one than the "
          + "buckets in which they may lie, expected a bucket for each)",
        advice: "Write `bucket_bytes: { \(name): \(advisedBytes) }`, or use smaller icons.")
    }
  }

  /// The first shard of some for which there is no table.
  private func firstWithout(_ shards: Range<Int>) throws(PublicationError) -> Int? {
    var tables = shards.map { _ in LoneValues(buckets: set.counts.buckets) }
    do {
      let reader = try LookupIndex.Reader(set.rows.index, rows: 0..<set.rows.counts.rows)
      while let window = try reader.window() {
        for place in 0..<window.count {
          let alone =
            LookupParameters.values(
              ofBytes: window.value(at: place), inBucketOf: set.counts.bucketBytes) < 2
          guard alone else { continue }
          let hash = window.hash(at: place)
          let shard = set.function.shard(of: hash, among: set.counts.shards)
          guard shards.contains(shard) else { continue }
          if !tables[shard - shards.lowerBound].add(hash) { return shard }
        }
      }
    } catch { throw .lookup(error) }
    return nil
  }
}
