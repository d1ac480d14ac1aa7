/// What a phone has to know of a data set to ask it: shards, buckets and their size.
///
/// A phone fetches a new configuration whenever one of these changes, so they are chosen once and
/// kept from night to night.
package struct LookupParameters: Equatable, Sendable {
  /// Number of shards, at least 1.
  package var shards: Int
  /// Buckets of each shard, at least 1.
  package var buckets: Int
  /// Largest size of a serialized bucket in bytes.
  package var bucketBytes: Int

  /// Creates parameters.
  package init(shards: Int, buckets: Int, bucketBytes: Int) {
    self.shards = shards
    self.buckets = buckets
    self.bucketBytes = bucketBytes
  }
}

extension LookupParameters {
  /// Bytes of an entry in a bucket besides its value: eight of the hash, two of the size.
  static let bytesPerEntry = 10
  /// Bytes of a bucket besides its entries.
  static let bytesPerBucket = 1
  /// Share of the buckets that a cuckoo table fills without trouble; Apple's `targetLoadFactor`.
  static let fill = 0.9
  /// Room for growth when buckets are chosen.
  static let growth = 1.5
  /// The usual bucket, and what larger ones are a multiple of: the plaintext of
  /// `n_4096_logq_27_28_28_logt_5`.
  static let usualBucketBytes = 1024
  static let plaintextBytes = 2048
  /// What one bucket costs in an answer: two buckets of one plaintext are 22.6 KB (Apple's
  /// ParameterTuning document).
  static let answerBytesPerPlaintext = 11_300
  /// Buckets that an answer holds, one for each hash function.
  static let hashFunctions = 2
  /// Size of an evaluation key: 680.8 KB in Apple's ParameterTuning document.
  package static let evaluationKeyBytes = 680_800

  /// Size of a bucket that holds values of so many bytes.
  package static func bucketBytes(largestValue: Int) -> Int {
    let needed = largestValue + bytesPerEntry + bytesPerBucket
    if needed < usualBucketBytes { return usualBucketBytes }
    return (needed + plaintextBytes - 1) / plaintextBytes * plaintextBytes
  }

  /// Whether a value of so many bytes fits a bucket.
  package static func fits(value: Int, bucketBytes: Int) -> Bool {
    value + bytesPerEntry + bytesPerBucket <= bucketBytes
  }

  /// Buckets that a shard of `bytes` of entries needs at least.
  package static func buckets(forBytes bytes: Int, bucketBytes: Int) -> Int {
    let room = Double(bucketBytes - bytesPerBucket) * fill
    return max(1, Int((Double(bytes) / room).rounded(.up)))
  }

  /// Buckets to choose for a shard of `bytes` of entries, with room for growth.
  package static func chosenBuckets(forBytes bytes: Int, bucketBytes: Int) -> Int {
    max(1, Int((Double(buckets(forBytes: bytes, bucketBytes: bucketBytes)) * growth).rounded(.up)))
  }

  /// Estimated size of an answer in bytes.
  package var answerBytes: Int {
    let plaintexts = (bucketBytes + Self.plaintextBytes - 1) / Self.plaintextBytes
    return Self.hashFunctions * plaintexts * Self.answerBytesPerPlaintext
  }
}

/// What is in the shards of one data set.
package struct ShardCensus: Equatable, Sendable {
  /// Rows by shard.
  package private(set) var rows: [Int]
  /// Bytes of the entries in buckets, by shard.
  package private(set) var bytes: [Int]
  /// Length of the longest value in bytes.
  package private(set) var largestValue = 0

  /// Creates a census of empty shards.
  package init(shards: Int) {
    rows = [Int](repeating: 0, count: shards)
    bytes = rows
  }

  /// Counts a row with a value of so many bytes.
  @inline(__always)
  package mutating func count(shard: Int, value: Int) {
    rows[shard] &+= 1
    bytes[shard] &+= value &+ LookupParameters.bytesPerEntry
    if value > largestValue { largestValue = value }
  }

  /// Adds what was counted elsewhere.
  package static func += (sum: inout ShardCensus, more: ShardCensus) {
    for shard in sum.rows.indices {
      sum.rows[shard] += more.rows[shard]
      sum.bytes[shard] += more.bytes[shard]
    }
    sum.largestValue = max(sum.largestValue, more.largestValue)
  }

  /// All rows.
  package var total: Int { rows.reduce(0, +) }
  /// The largest shard in bytes of entries.
  package var largestBytes: Int { bytes.max() ?? 0 }
  /// Shards without rows, 0-based.
  package var empty: [Int] { rows.indices.filter { rows[$0] == 0 } }
  /// Shards with more than 1.5 times the mean, 0-based.
  package var oversized: [Int] {
    let limit = 1.5 * Double(total) / Double(rows.count)
    return rows.indices.filter { Double(rows[$0]) > limit }
  }
}
