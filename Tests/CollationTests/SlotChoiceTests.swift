import CSystem
import DirectoryFormat
import Testing

@testable import Collation

@Suite struct SlotChoiceTests {
  @Test(arguments: Array(1...20) + [56, 57, 255, 300])
  func choosesWhatTheAssignmentSays(count: Int) {
    var generator = SeededGenerator(state: UInt64(count))
    let identifiers = (0..<count).map { "app.directory\($0)" }.shuffled(using: &generator)
    let assignment = SlotAssignment(identifiers: identifiers)
    let choice = SlotChoice(assignment)
    let near: [Int64] = Array(0..<2_000) + Array(88_622_000_000..<88_622_002_000)
    let drawn = near.map { _ in Int64.random(in: 0..<Int64.max / 10_000, using: &generator) }
    for block in near + drawn {
      #expect(choice.slot(ofBlock: block) == assignment.slot(ofBlock: block))
    }
  }

  /// Hashes of identifiers are hardly ever equal, so this asks the wide registers themselves.
  @Test func theFirstOfEqualsWins() throws {
    guard callbook_has_highest_mix() != 0 else { return }
    for count in 1...40 {
      for seed in UInt64(0)..<50 {
        // `mix(0)` is 0: here all scores are, and then all are that of 1 or 2.
        #expect(callbook_highest_mix(seed, Array(repeating: seed, count: count), count) == 0)
        let values = (0..<count).map { seed ^ ($0 % 3 == 2 ? 2 : 1) }
        let highest = MixingFunction.mix(1) > MixingFunction.mix(2) || count < 3 ? 0 : 2
        #expect(callbook_highest_mix(seed, values, count) == highest)
      }
    }
  }
}
