/// What the plan said last of digits of a cell, which several rules ask for in turn.
///
/// Digits are told apart by the index of the first one and their number; the digits of a cell do
/// not change after folding.
struct RememberedAnswers: BitwiseCopyable {
  private var answer = PlanQuery.Answer()
  private var answerFirst: Int32 = -1
  private var answerCount: Int32 = 0
  private var numbers = PlanQuery.CompleteNumbers()
  private var numbersFirst: Int32 = -1
  private var numbersCount: Int32 = 0

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
    guard numbersFirst == first, numbersCount >= count else { return nil }
    return count < 31 ? numbers.lengths & (2 &<< UInt32(count) &- 1) : numbers.lengths
  }

  /// The complete numbers that were asked for last, if digits are the longest of them.
  @inline(__always)
  func numbers(withLongestFrom first: Int, count: Int) -> PlanQuery.CompleteNumbers? {
    guard numbersFirst == first, numbers.longest == count,
      numbers.lengths >> UInt32(count) & 1 == 1
    else { return nil }
    return numbers
  }

  @inline(__always)
  mutating func remember(_ numbers: PlanQuery.CompleteNumbers, from first: Int, count: Int) {
    self.numbers = numbers
    numbersFirst = Int32(truncatingIfNeeded: first)
    numbersCount = Int32(truncatingIfNeeded: count)
  }
}
