/// What the plan said of digits of a cell, which several rules ask for in turn.
///
/// Digits are told apart by the index of the first one and their number; the digits of a cell do
/// not change after folding. Memory: 14 KB.
struct RememberedAnswers: BitwiseCopyable {
  /// An answer on digits.
  private struct Known: BitwiseCopyable {
    var answer = PlanQuery.Answer()
    var first: UInt16 = 0
    var count: UInt16 = 0
    /// The cell to which the digits belong, counted from 1.
    var cell: UInt32 = 0
  }

  private static let places = 512
  /// By place, which first digit and number choose: the last answer on such digits.
  private var known = InlineArray<512, Known>(repeating: Known())
  private var cell: UInt32 = 1
  private var numbers = PlanQuery.CompleteNumbers()
  private var numbersFirst: Int32 = -1
  private var numbersCount: Int32 = 0
  /// By place, which the first digit chooses.
  private var possible = InlineArray<128, Possible>(repeating: Possible())

  /// The lengths at which digits from one on may be a number.
  private struct Possible: BitwiseCopyable {
    var lengths: UInt32 = 0
    var first: UInt16 = 0
    /// How many digits were looked at.
    var count: UInt16 = 0
    /// The cell to which the digits belong, counted from 1.
    var cell: UInt32 = 0
  }

  /// By place, which the token and the notes before it choose.
  private var noted = InlineArray<64, Noted>(repeating: Noted())
  /// Whether the tokens of the cell change no more, so that answers on them may be kept.
  private(set) var areTokensFinal = false

  /// Whether a number in full begins behind a note in brackets.
  private struct Noted: BitwiseCopyable {
    var inherited = ReadArea()
    var token: UInt16 = 0
    var notes: UInt8 = 0
    var startsNumber = false
    /// The cell to which the token belongs, counted from 1.
    var cell: UInt32 = 0
  }

  /// Longer digits are no longer numbers.
  private static let mostDigits = 18

  /// Forgets everything: another cell comes.
  @inline(__always)
  mutating func removeAll() {
    numbersFirst = -1
    areTokensFinal = false
    cell &+= 1
    if cell == 0 { self = RememberedAnswers() }
  }

  @inline(__always)
  private static func place(_ first: Int, _ count: Int) -> Int {
    (first &* 7 &+ count) & (places &- 1)
  }

  /// The answer on national digits, if it was given before.
  @inline(__always)
  func answer(from first: Int, count: Int) -> PlanQuery.Answer? {
    let found = known[Self.place(first, count)]
    return found.cell == cell && Int(found.first) == first && Int(found.count) == count
      ? found.answer : nil
  }

  @inline(__always)
  mutating func remember(_ answer: PlanQuery.Answer, from first: Int, count: Int) {
    known[Self.place(first, count)] = Known(
      answer: answer, first: UInt16(truncatingIfNeeded: first),
      count: UInt16(truncatingIfNeeded: count), cell: cell)
  }

  /// The marks have set aside what they may.
  @inline(__always)
  mutating func fixTokens() { areTokensFinal = true }

  /// Whether a number in full begins at a token behind so many notes in brackets and an inherited area
  /// code, if that was asked for before.
  @inline(__always)
  func startsNumber(at token: Int, behindNotes notes: Int, _ inherited: ReadArea) -> Bool? {
    let found = noted[(token &* 4 &+ notes) & 63]
    return found.cell == cell && Int(found.token) == token && Int(found.notes) == notes
      && found.inherited == inherited ? found.startsNumber : nil
  }

  @inline(__always)
  mutating func remember(
    startsNumber: Bool, at token: Int, behindNotes notes: Int, _ inherited: ReadArea
  ) {
    guard areTokensFinal else { return }
    noted[(token &* 4 &+ notes) & 63] = Noted(
      inherited: inherited, token: UInt16(truncatingIfNeeded: token),
      notes: UInt8(truncatingIfNeeded: notes), startsNumber: startsNumber, cell: cell)
  }

  /// The lengths at which digits may be a number, if those from the same one on, and as many at
  /// least, were asked for before.
  @inline(__always)
  func possibleLengths(from first: Int, count: Int) -> UInt32? {
    let found = possible[first & 127]
    return found.cell == cell && Int(found.first) == first && Int(found.count) >= count
      ? found.lengths : nil
  }

  @inline(__always)
  mutating func remember(possible lengths: UInt32, from first: Int, count: Int) {
    possible[first & 127] = Possible(
      lengths: lengths, first: UInt16(truncatingIfNeeded: first),
      count: UInt16(truncatingIfNeeded: count), cell: cell)
  }

  /// The lengths at which digits are complete, if they or more digits from the same one on were
  /// asked for last.
  @inline(__always)
  func lengths(from first: Int, count: Int) -> UInt32? {
    guard numbersFirst == first, numbersCount >= min(count, Self.mostDigits) else { return nil }
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
