import Testing

@testable import Collation

@Suite struct RadixSortTests {
  /// How the keys of a chunk lie.
  enum Shape: CaseIterable {
    case empty, single, equal, narrow, wide, numbersWithExtensions, denseBesideFar, descending, full
  }

  private static func keys(_ shape: Shape) -> [UInt64] {
    // The steps of a linear congruence: the same keys in every run.
    var state: UInt64 = 42
    func draw(_ limit: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 20) % limit
    }
    switch shape {
    case .empty: return []
    case .single: return [886_223_456_789]
    case .equal: return [UInt64](repeating: 7, count: 300)
    case .narrow: return (0..<3000).map { _ in 1_000_000 + draw(900) }
    case .wide: return (0..<3000).map { _ in 1 + draw(1 << 44) }
    case .numbersWithExtensions:
      return (0..<3000).map { index in
        let base = 88_622_000_0000 + draw(7_000_0000)
        return index % 3 == 0 ? base : base * 10_000 + draw(10_000)
      }
    // One far key makes all digits count.
    case .denseBesideFar: return (0..<3000).map { _ in 5 + draw(20_000) } + [1 << 60]
    case .descending: return (0..<3000).reversed().map { UInt64($0) } + [1 << 50]
    case .full: return (0..<500).map { _ in draw(1 << 44) << 19 } + [0, .max]
    }
  }

  @Test("records are sorted by key, equal ones as they came", arguments: Shape.allCases)
  func sorts(shape: Shape) {
    let keys = Self.keys(shape)
    let records = UnsafeMutablePointer<HotRecord>.allocate(capacity: keys.count + 1)
    let spare = UnsafeMutablePointer<HotRecord>.allocate(capacity: keys.count + 1)
    defer {
      records.deallocate()
      spare.deallocate()
    }
    for (index, key) in keys.enumerated() {
      records[index] = HotRecord(key: key, payload: UInt32(index), count: 1)
    }
    let sorted = RadixSort.sort(records, count: keys.count, spare: spare)
    let expected = keys.enumerated().sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }
    #expect((0..<keys.count).map { sorted[$0].key } == expected.map(\.element))
    #expect((0..<keys.count).map { Int(sorted[$0].payload) } == expected.map(\.offset))
  }
}
