import Testing

@testable import Pipelines

@Suite struct FormerSampleTests {
  @Test("A sample says no more than what is so, and all of it where it is whole")
  func least() {
    #expect(FormerSample.least(17, ofSampled: 200, in: 200) == 17)
    #expect(FormerSample.least(0, ofSampled: 1024, in: 50_000) == 0)
    #expect(FormerSample.least(1024, ofSampled: 1024, in: 50_000) == 49_573)
    #expect(FormerSample.least(2, ofSampled: 2, in: 1_000_000) < 200_000)
    // 5 000 of 50 000 are gone: a gate of 10 % must not find more, but for once in some hundred.
    var random = SeededGenerator(state: 7)
    var (wrong, low) = (0, 0)
    for _ in 0..<1000 {
      let count = (0..<1024).reduce(0) { sum, drawn in
        sum + (Int.random(in: 0..<(50_000 - drawn), using: &random) < 5000 - sum ? 1 : 0)
      }
      let least = FormerSample.least(count, ofSampled: 1024, in: 50_000)
      wrong += least > 5000 ? 1 : 0
      low += least < 3000 ? 1 : 0
    }
    #expect(wrong <= 12 && low <= 60)
  }
}
