import Signing

/// Whether every value of a shard that fills a bucket alone can have a bucket of its own.
///
/// Such a value lies in one of two buckets, so it joins them; a table exists exactly where among
/// buckets that are joined there are no more values than buckets. No chance is in it, so what fails
/// here fails in every processing. Memory: 5 bytes a bucket.
///
/// Where keywords lie: `HashKeyword.hashIndices` of apple/swift-homomorphic-encryption.
package struct LoneValues {
  /// By bucket: one of those that are joined with it, in the end the one that stands for all.
  private var next: [Int32]
  /// By the bucket that stands for others: whether there are as many values as buckets.
  private var isFull: [Bool]

  /// Bytes that a bucket takes.
  package static let bytesPerBucket = 5
  /// `HashKeyword.maxRetries`.
  private static let mostRetries: UInt8 = 10

  /// A table without values; `buckets` is at least 1 and is rounded up to an even number, for each
  /// of the two hash functions has a half.
  package init(buckets: Int) {
    let even = (buckets + 1) / 2 * 2
    next = (0..<Int32(even)).map { $0 }
    isFull = [Bool](repeating: false, count: even)
  }

  /// Adds a value by the hash of its keyword; false where no table holds it beside the others.
  package mutating func add(_ hash: UInt64) -> Bool {
    let (one, other) = Self.places(of: hash, buckets: next.count)
    let (first, second) = (representative(of: one), representative(of: other))
    if first == second {
      defer { isFull[first] = true }
      return !isFull[first]
    }
    guard !isFull[first] || !isFull[second] else { return false }
    next[second] = Int32(first)
    isFull[first] = isFull[first] || isFull[second]
    return true
  }

  /// The two buckets in which a keyword may lie, each in its half of an even number of them.
  package static func places(of hash: UInt64, buckets: Int) -> (Int, Int) {
    let half = buckets / 2
    let first = place(hash, counter: 0, among: half)
    var second = first
    var counter: UInt8 = 0
    while second == first, counter < mostRetries {
      counter += 1
      second = place(hash, counter: counter, among: half)
    }
    return (first, half + second)
  }

  private static func place(_ hash: UInt64, counter: UInt8, among count: Int) -> Int {
    let place = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 9) { bytes in
      for index in 0..<8 {
        bytes[index] = UInt8(truncatingIfNeeded: hash >> UInt64(56 - 8 * index))
      }
      bytes[8] = counter
      return SHA256.lowestEightBytes(of: UnsafeRawBufferPointer(bytes))
    }
    return Int(place % UInt64(count))
  }

  private mutating func representative(of bucket: Int) -> Int {
    var place = bucket
    while next[place] != Int32(place) {
      next[place] = next[Int(next[place])]
      place = Int(next[place])
    }
    return place
  }
}
