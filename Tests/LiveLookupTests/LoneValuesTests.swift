import LiveLookup
import Testing

@Suite("Values that fill a bucket alone")
struct LoneValuesTests {
  private static func hash(of keyword: String) -> UInt64 {
    Array(keyword.utf8).withUnsafeBytes { CallerKeyword.hash(of: $0) }
  }

  // Computed by Python's hashlib from the definition in HashKeyword.hashIndices.
  @Test(
    "keywords lie where the phone looks for them",
    arguments: [
      ("+14085551212", 2, 0, 1), ("+14085551212", 4, 1, 2), ("+14085551212", 100, 41, 68),
      ("+14085551212", 1398, 212, 1272), ("+886255667788", 100, 14, 79),
      ("+886255667788", 1398, 523, 713), ("+886912345678", 4, 1, 2),
      ("+886912345678", 1398, 312, 1366),
    ])
  func places(keyword: String, buckets: Int, first: Int, second: Int) {
    let places = LoneValues.places(of: Self.hash(of: keyword), buckets: buckets)
    #expect(places == (first, second))
  }

  /// Whether every value can have a bucket of its own, by trying all ways.
  private static func fits(_ places: ArraySlice<(Int, Int)>, taken: Set<Int> = []) -> Bool {
    guard let first = places.first else { return true }
    return [first.0, first.1].contains { bucket in
      !taken.contains(bucket) && fits(places.dropFirst(), taken: taken.union([bucket]))
    }
  }

  @Test("a table is found exactly where there is one", arguments: 0..<200)
  func tables(seed: Int) {
    var generator = SeededGenerator(state: UInt64(seed))
    let buckets = 2 * Int.random(in: 1...6, using: &generator)
    var table = LoneValues(buckets: buckets)
    var places: [(Int, Int)] = []
    for _ in 0..<12 {
      let hash = UInt64.random(in: .min ... .max, using: &generator)
      places.append(LoneValues.places(of: hash, buckets: buckets))
      let isIn = table.add(hash)
      #expect(isIn == Self.fits(places[...]))
      if !isIn { return }
    }
  }
}
