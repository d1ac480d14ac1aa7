import Comparison
import DirectoryFormat
import Testing

@Suite struct EqualStretchTests {
  @Test("ends behind the last line that both share", arguments: 1...60 as ClosedRange<UInt64>)
  func random(seed: UInt64) {
    var state = seed
    func next(_ bound: Int) -> Int {
      state &+= 0x9E37_79B9_7F4A_7C15
      return Int(MixingFunction.mix(state) % UInt64(bound))
    }
    var first: [UInt8] = []
    for _ in 0..<next(4_000) { first.append(next(20) == 0 ? 0x0A : UInt8(0x30 + next(10))) }
    for length in [first.count, next(first.count + 1), next(first.count + 1)] {
      var second = Array(first[..<length])
      if next(4) > 0 && !second.isEmpty { second[next(second.count)] ^= 1 }
      second += (0..<next(3)).map { _ in UInt8(0x0A) }
      var expected = 0
      for index in 0..<min(first.count, second.count) {
        if first[index] != second[index] { break }
        if first[index] == 0x0A { expected = index + 1 }
      }
      // Neither stretch needs to start at a whole word.
      let shifted = [0x0A] + second
      let found = first.withUnsafeBytes { left in
        shifted.withUnsafeBytes { right in
          EqualStretch.lines(in: left, UnsafeRawBufferPointer(rebasing: right[1...]))
        }
      }
      #expect(found == expected, "seed \(seed)")
    }
  }
}
