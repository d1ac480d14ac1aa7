/// What the plan said last of digits of a cell, which several rules ask for in turn.
///
/// Digits are told apart by the index of the first one and their number; the digits of a cell do
/// not change after folding.
struct RememberedAnswers: BitwiseCopyable {
  private var answer = PlanQuery.Answer()
  private var answerFirst: Int32 = -1
  private var answerCount: Int32 = 0
  private var lengthsFirst: Int32 = -1
  private var lengthsCount: Int32 = 0
  private var lengths: UInt32 = 0

  /// The answer on national digits, if it was the last one.
  @inline(__always)
  func answer(from first: Int, count: Int) -> PlanQuery.Answer? {
    answerFirst == first && answerCount == count ? answer : nil
  }

  @inline(__always)
  mutating func remember(_ answer: PlanQuery.Answer, from first: Int, count: Int) {
    self.answer = answer
    answerFirst = Int32(truncatingIfNeeded: first)
    answerCount = Int32(truncatingIfNeeded: count)
  }

  /// The lengths at which digits are complete, if they or more digits from the same one on were
  /// asked for last.
  @inline(__always)
  func lengths(from first: Int, count: Int) -> UInt32? {
    guard lengthsFirst == first, lengthsCount >= count else { return nil }
    return count < 31 ? lengths & (2 &<< UInt32(count) &- 1) : lengths
  }

  @inline(__always)
  mutating func remember(_ lengths: UInt32, from first: Int, count: Int) {
    self.lengths = lengths
    lengthsFirst = Int32(truncatingIfNeeded: first)
    lengthsCount = Int32(truncatingIfNeeded: count)
  }
}
