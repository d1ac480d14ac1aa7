/// A table as Apple's `CuckooTable` fills it: one half for each of two hash functions, the first
/// bucket with room, else one random entry of either bucket that makes room by leaving, at most 100.
///
/// Only sizes matter, so keywords are places that a seed draws.
struct CuckooTable {
  private struct Entry {
    let size: Int
    let places: (Int, Int)
  }

  private var buckets: [[Entry]]
  private var used: [Int]
  private let room: Int
  /// `HashBucket.maxSlotCount`.
  private static let mostEntries = 255

  init(buckets: Int, bucketBytes: Int) {
    let even = (buckets + 1) / 2 * 2
    self.buckets = Array(repeating: [], count: even)
    used = Array(repeating: 0, count: even)
    room = bucketBytes - 1
  }

  /// Whether values of these lengths could all be put in.
  mutating func fill(_ values: [Int], using generator: inout SeededGenerator) -> Bool {
    let half = buckets.count / 2
    for value in values {
      var entry = Entry(
        size: value + 10,
        places: (
          Int.random(in: 0..<half, using: &generator),
          half + Int.random(in: 0..<half, using: &generator)
        ))
      var isIn = false
      for _ in 0..<100 where !isIn {
        if let place = [entry.places.0, entry.places.1].first(where: {
          used[$0] + entry.size <= room && buckets[$0].count < Self.mostEntries
        }) {
          buckets[place].append(entry)
          used[place] += entry.size
          isIn = true
          continue
        }
        guard let evicted = evict(for: entry, using: &generator) else { return false }
        entry = evicted
      }
      if !isIn { return false }
    }
    return true
  }

  private mutating func evict(for entry: Entry, using generator: inout SeededGenerator) -> Entry? {
    let choices = [entry.places.0, entry.places.1].flatMap { place in
      buckets[place].indices.filter {
        used[place] - buckets[place][$0].size + entry.size <= room
      }.map { (place, $0) }
    }
    guard let (place, index) = choices.randomElement(using: &generator) else { return nil }
    let evicted = buckets[place][index]
    buckets[place][index] = entry
    used[place] += entry.size - evicted.size
    return evicted
  }
}

/// SplitMix64, so that a failure can be run again.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
