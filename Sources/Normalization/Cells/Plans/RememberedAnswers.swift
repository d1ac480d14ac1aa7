/// What the plan said of digits of a cell, which several rules ask for in turn.
///
/// Digits are told apart by their value, so that a cell full of one number asks the plan for it once;
/// the digits of a cell do not change after folding. What is asked again of the same place in the cell is found by
/// that first, which takes a fifth of the steps. Memory: 38 KB.
struct RememberedAnswers: BitwiseCopyable {
  private var known = AnswerTable<256, DigitKey, PlanQuery.Answer>(of: DigitKey(), .init())
  private var complete = AnswerTable<32, DigitKey, PlanQuery.CompleteNumbers?>(of: DigitKey(), nil)
  /// Bit n of an answer: n digits may be a number.
  private var possible = AnswerTable<64, DigitKey, UInt32>(of: DigitKey(), 0)
  private var placed = AnswerTable<64, PlaceKey, PlanQuery.Answer>(of: PlaceKey(), .init())
  private var placedPossible = AnswerTable<32, PlaceKey, UInt32>(of: PlaceKey(), 0)
  private var begun = AnswerTable<128, StartKey, Bool>(of: StartKey(), false)
  private var cities = AnswerTable<32, TokenKey, NamedCity>(of: TokenKey(), .init())
  private var names = AnswerTable<16, TextKey, ReadArea>(of: TextKey(), .init())
  private var cell: UInt32 = 1
  private var numbers = PlanQuery.CompleteNumbers()
  private var numbersFirst: Int32 = -1
  private var numbersCount: Int32 = 0
  /// The list whose items were looked at last.
  private(set) var list = RememberedList()
  /// Whether the tokens of the cell change no more, so that answers on them may be kept.
  private(set) var areTokensFinal = false

  /// The most digits that are looked at for complete numbers: longer ones are none.
  static let mostDigitsOfComplete = 18

  /// Forgets everything: another cell comes.
  @inline(__always)
  mutating func removeAll() {
    numbersFirst = -1
    list = RememberedList()
    areTokensFinal = false
    cell &+= 1
    if cell == 0 { beginAgain() }
  }

  /// Not inlined: what stands on the stack for it would part all that is called from there from what calls.
  @inline(never)
  private mutating func beginAgain() { self = RememberedAnswers() }

  /// The answer on digits, if it was given before.
  @inline(__always)
  func answer(on digits: DigitKey) -> PlanQuery.Answer? { known.answer(on: digits, in: cell) }

  @inline(__always)
  mutating func remember(_ answer: PlanQuery.Answer, on digits: DigitKey) {
    known.keep(answer, on: digits, in: cell)
  }

  /// The answer on so many digits of the cell in national form, if it was given before.
  @inline(__always)
  func answer(from first: Int, count: Int) -> PlanQuery.Answer? {
    placed.answer(on: PlaceKey(first, count), in: cell)
  }

  @inline(__always)
  mutating func remember(_ answer: PlanQuery.Answer, from first: Int, count: Int) {
    placed.keep(answer, on: PlaceKey(first, count), in: cell)
  }

  /// The marks have set aside what they may.
  @inline(__always)
  mutating func fixTokens() { areTokensFinal = true }

  /// Whether a number in full begins at a token behind so many notes in brackets and an inherited area
  /// code, if that was asked for before.
  @inline(__always)
  func startsNumber(at token: Int, behindNotes notes: Int, _ inherited: ReadArea) -> Bool? {
    begun.answer(on: StartKey(token, notes, inherited), in: cell)
  }

  @inline(__always)
  mutating func remember(
    startsNumber: Bool, at token: Int, behindNotes notes: Int, _ inherited: ReadArea
  ) {
    guard areTokensFinal else { return }
    begun.keep(startsNumber, on: StartKey(token, notes, inherited), in: cell)
  }

  @inline(__always)
  mutating func remember(_ list: RememberedList) {
    if areTokensFinal { self.list = list }
  }

  /// The city that a token names, if that was asked for before.
  @inline(__always)
  func city(at token: Int) -> NamedCity? { cities.answer(on: TokenKey(token), in: cell) }

  @inline(__always)
  mutating func remember(_ city: NamedCity, at token: Int) {
    guard areTokensFinal else { return }
    cities.keep(city, on: TokenKey(token), in: cell)
  }

  /// The area code of the city of a name, 0 digits for none, if that was asked for before.
  @inline(__always)
  func area(named text: TextKey) -> ReadArea? { names.answer(on: text, in: cell) }

  @inline(__always)
  mutating func remember(_ area: ReadArea, named text: TextKey) {
    names.keep(area, on: text, in: cell)
  }

  /// The lengths at which digits may be a number, if they were asked for before.
  @inline(__always)
  func possibleLengths(of digits: DigitKey) -> UInt32? { possible.answer(on: digits, in: cell) }

  /// The same for so many digits of the cell.
  @inline(__always)
  func possibleLengths(from first: Int, count: Int) -> UInt32? {
    placedPossible.answer(on: PlaceKey(first, count), in: cell)
  }

  @inline(__always)
  mutating func remember(possible lengths: UInt32, from first: Int, count: Int) {
    placedPossible.keep(lengths, on: PlaceKey(first, count), in: cell)
  }

  @inline(__always)
  mutating func remember(possible lengths: UInt32, of digits: DigitKey) {
    possible.keep(lengths, on: digits, in: cell)
  }

  /// The lengths at which digits are complete, if they or more digits from the same one on were
  /// asked for last.
  @inline(__always)
  func lengths(from first: Int, count: Int) -> UInt32? {
    guard numbersFirst == first, numbersCount >= min(count, Self.mostDigitsOfComplete) else {
      return nil
    }
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

  /// What the plan said of the complete numbers that digits begin with: nil in nil where it does not tell
  /// them, nil where it was not asked.
  @inline(__always)
  func completeNumbers(of digits: DigitKey) -> PlanQuery.CompleteNumbers?? {
    complete.answer(on: digits, in: cell)
  }

  @inline(__always)
  mutating func remember(_ numbers: PlanQuery.CompleteNumbers?, of digits: DigitKey) {
    complete.keep(numbers, on: digits, in: cell)
  }
}

/// The first of some digits of a cell, and how many they are.
private struct PlaceKey: AnswerKey {
  private var first: UInt16 = 0
  private var count: UInt16 = 0

  init() {}

  @inline(__always)
  init(_ first: Int, _ count: Int) {
    self.first = UInt16(truncatingIfNeeded: first)
    self.count = UInt16(truncatingIfNeeded: count)
  }

  @inline(__always)
  func place(of places: Int) -> Int { (Int(first) &* 11 &+ Int(count)) & (places &- 1) }
}

/// The place of a token, on which alone an answer depends.
private struct TokenKey: AnswerKey {
  private var token: UInt16 = 0

  init() {}

  @inline(__always)
  init(_ token: Int) { self.token = UInt16(truncatingIfNeeded: token) }

  @inline(__always)
  func place(of places: Int) -> Int { Int(token) & (places &- 1) }
}

/// The place of a token, and what was read before it: on which it depends whether a number begins there.
private struct StartKey: AnswerKey {
  private var inherited = ReadArea()
  private var token: UInt16 = 0
  private var notes: UInt8 = 0

  init() {}

  @inline(__always)
  init(_ token: Int, _ notes: Int, _ inherited: ReadArea) {
    self.inherited = inherited
    self.token = UInt16(truncatingIfNeeded: token)
    self.notes = UInt8(truncatingIfNeeded: notes)
  }

  @inline(__always)
  func place(of places: Int) -> Int { (Int(token) &* 4 &+ Int(notes)) & (places &- 1) }
}
