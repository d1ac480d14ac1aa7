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
  /// Most entries of a bucket: it stores their number in 8 bits (`HashBucket.maxSlotCount`).
  static let entriesPerBucket = 255
  /// Room for growth when buckets are chosen.
  package static let growth = 1.5
  /// Buckets that an answer holds, one for each hash function.
  ///
  /// Each function has a table of its own, so a number of buckets is rounded up to a multiple of it.
  static let hashFunctions = 2

  /// Share of a table that is filled without trouble, where a bucket holds `values` of the largest
  /// values and the others are smaller.
  ///
  /// Beyond it a table of Apple's `CuckooTable`, which gives up after 100 evictions or where no single
  /// one makes room, fails for one shard in some hundred; measured by imitation with equal and with
  /// mixed sizes. Where one value fills a bucket nothing makes it safe.
  static func fill(values: Int) -> Double {
    switch values {
    case ...1: 0.15
    case 2: 0.5
    case 3: 0.55
    case 4: 0.6
    case 5...7: 0.65
    case 8...11: 0.7
    default: 0.75
    }
  }

  /// Size of a bucket to choose for values of at most so many bytes.
  ///
  /// Half a plaintext, or as many plaintexts as hold two of the largest. Apple's default holds one,
  /// but expands its tables.
  package static func bucketBytes(largestValue: Int, _ encryption: LookupEncryption) -> Int {
    let needed = 2 * (largestValue + bytesPerEntry) + bytesPerBucket
    let plaintext = encryption.plaintextBytes
    if needed <= plaintext / 2 { return plaintext / 2 }
    return (needed + plaintext - 1) / plaintext * plaintext
  }

  /// How many values of so many bytes a bucket holds.
  @inline(__always)
  package static func values(ofBytes value: Int, inBucketOf bucketBytes: Int) -> Int {
    min((bucketBytes - bytesPerBucket) / (value + bytesPerEntry), entriesPerBucket)
  }

  /// Bytes of the longest value that fits a bucket.
  package static func roomForValue(inBucketOf bucketBytes: Int) -> Int {
    bucketBytes - bytesPerBucket - bytesPerEntry
  }

  /// Estimated size of an answer in bytes.
  package func answerBytes(_ encryption: LookupEncryption) -> Int {
    let plaintext = encryption.plaintextBytes
    return Self.hashFunctions * ((bucketBytes + plaintext - 1) / plaintext)
      * encryption.answerBytes
  }
}

/// What is in the shards of one data set.
package struct ShardCensus: Equatable, Sendable {
  /// Rows by shard.
  package private(set) var rows: [Int]
  /// Buckets that the values of a shard fill if each lies among its like, in parts of `unit`.
  private var filled: [Int]
  /// Length of the longest value in bytes.
  package private(set) var largestValue = 0
  /// Size of a bucket in bytes.
  private let bucketBytes: Int

  private static let unit = 1 << 20

  /// Creates a census of empty shards with buckets of a size.
  package init(shards: Int, bucketBytes: Int) {
    rows = [Int](repeating: 0, count: shards)
    filled = rows
    self.bucketBytes = bucketBytes
  }

  /// Counts a row with a value of so many bytes, which fits a bucket.
  @inline(__always)
  package mutating func count(shard: Int, value: Int) {
    rows[shard] &+= 1
    let values = LookupParameters.values(ofBytes: value, inBucketOf: bucketBytes)
    filled[shard] &+= Self.unit / max(values, 1)
    if value > largestValue { largestValue = value }
  }

  /// Adds what was counted elsewhere.
  package static func += (sum: inout ShardCensus, more: ShardCensus) {
    for shard in sum.rows.indices {
      sum.rows[shard] += more.rows[shard]
      sum.filled[shard] += more.filled[shard]
    }
    sum.largestValue = max(sum.largestValue, more.largestValue)
  }

  /// All rows.
  package var total: Int { rows.reduce(0, +) }
  /// How many of the largest values a bucket holds.
  package var largestValuesPerBucket: Int {
    LookupParameters.values(ofBytes: largestValue, inBucketOf: bucketBytes)
  }
  /// Buckets that the largest shard needs at least.
  package var neededBuckets: Int { buckets(room: 1) }
  /// Buckets to choose, with room for growth.
  package var chosenBuckets: Int { buckets(room: LookupParameters.growth) }

  /// Whether a tenth more in the largest shard would need more than so many buckets.
  package func nearlyFills(_ buckets: Int) -> Bool { self.buckets(room: 1.1) > buckets }

  private func buckets(room: Double) -> Int {
    let filled = Double(filled.max() ?? 0) / Double(Self.unit)
    let fill = LookupParameters.fill(values: largestValuesPerBucket)
    let tables = LookupParameters.hashFunctions
    let buckets = Int((filled / fill * room).rounded(.up))
    return max((buckets + tables - 1) / tables, 1) * tables
  }

  /// Shards without rows, 0-based.
  package var empty: [Int] { rows.indices.filter { rows[$0] == 0 } }
  /// Shards with more than 1.5 times the mean, 0-based.
  package var oversized: [Int] {
    let limit = 1.5 * Double(total) / Double(rows.count)
    return rows.indices.filter { Double(rows[$0]) > limit }
  }
}
