import Testing

@testable import Normalization

/// A token writer with all that it needs, for tests that look at tokens and facts.
enum CellWriting {
  /// Lends a writer of a region with default settings, and the plan it asks.
  static func withWriter<Outcome>(
    of region: String, _ body: (TokenWriter, PlanQuery) throws -> Outcome
  ) throws -> Outcome {
    let plan = try #require(PlanQuery(region: region))
    let memory = UnsafeMutablePointer<RememberedAnswers>.allocate(capacity: 1)
    memory.initialize(to: RememberedAnswers())
    defer { memory.deallocate() }
    return try withExtendedLifetime(plan) {
      let known = UnsafeMutablePointer<ReaderKnowledge>.allocate(capacity: 1)
      defer { known.deallocate() }
      known.initialize(
        to: try ReaderKnowledge(
          CellSettings(region: region), plan: plan, words: .shared, memory: memory))
      return try body(TokenWriter(CellContext(known)), plan)
    }
  }
}
