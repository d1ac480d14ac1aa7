import Testing

@testable import Extraction

@Suite("Marks of CSV")
struct MarkFinderTests {
  @Test("are found where they stand, across windows and at the end", arguments: 0..<40)
  func positions(seed: Int) {
    var random = SeededGenerator(state: UInt64(seed) &+ 77)
    // From no mark at all to nothing but marks.
    let rarity = [2, 5, 40, 3000][seed % 4]
    let length = Int.random(in: 0...13_000, using: &random)
    let marks: [UInt8] = [0x0A, 0x0D, 0x3B, 0x22]
    let bytes = (0..<length).map { _ in
      Int.random(in: 0..<rarity, using: &random) == 0
        ? marks.randomElement(using: &random) ?? 0 : UInt8.random(in: 0...255, using: &random)
    }
    let start = Int.random(in: 0...min(100, length), using: &random)
    let expected = (start..<length).filter { marks.contains(bytes[$0]) }
    let found = bytes.withUnsafeBufferPointer { text -> [Int] in
      guard let base = text.baseAddress else { return [] }
      var finder = MarkFinder(
        base: base, start: start, end: length, delimiter: 0x3B, quote: 0x22)
      var found: [Int] = []
      while true {
        let next = finder.next()
        if next == length { return found }
        found.append(next)
      }
    }
    #expect(found == expected, "seed \(seed)")
  }

  @Test("are found again behind a place that was read otherwise", arguments: 0..<40)
  func seeking(seed: Int) {
    var random = SeededGenerator(state: UInt64(seed) &+ 777)
    let bytes = (0..<9_000).map { _ in
      Int.random(in: 0..<30, using: &random) == 0 ? 0x0A : UInt8(0x61)
    }
    let expected = bytes.indices.filter { bytes[$0] == 0x0A }
    bytes.withUnsafeBufferPointer { text in
      guard let base = text.baseAddress else { return }
      var finder = MarkFinder(
        base: base, start: 0, end: text.count, delimiter: 0x3B, quote: 0x3B)
      var position = 0
      while position < text.count {
        position = max(position, finder.next()) + Int.random(in: 1...700, using: &random)
        // A record that does not end well is read again after a look far ahead.
        if Int.random(in: 0..<3, using: &random) == 0 {
          for _ in 0..<Int.random(in: 1...400, using: &random) { _ = finder.next() }
        }
        finder.seek(to: position)
        guard let next = expected.first(where: { $0 >= position }) else { break }
        #expect(finder.next() == next, "seed \(seed), from \(position)")
        position = next
      }
    }
  }
}
