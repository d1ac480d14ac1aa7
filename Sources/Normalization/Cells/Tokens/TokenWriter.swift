import Records

/// Turns the bytes of a cell into tokens, and sets aside what is no number before any is read.
///
/// The only place where tokens change. Its buffers are allocated once and hold any cell of at most
/// `CellReader.longestCell` bytes.
final class TokenWriter: TokenReading {
  /// The tokens and, from index `tokenCount` on, `endCount` ends; another end stands before the first, at -1, so
  /// that a question about what is before a token, or behind the last one, finds nothing there.
  let tokens: UnsafeMutablePointer<Token>
  /// The digits of all tokens, as ASCII.
  let digits: UnsafeMutablePointer<UInt8>
  /// The letters of all tokens, in lower case.
  let letters: UnsafeMutablePointer<UInt8>
  /// The words that letters spell.
  let spelled: SpelledWords
  /// The cell with digits in place of letters that look like them, where it has such.
  let mended: UnsafeMutableBufferPointer<UInt8>
  /// Tokens, digits, letters, words and all that is counted, where a `TokenList` finds them.
  private let written: UnsafeMutablePointer<WrittenTokens>
  var tokenCount: Int {
    @inline(__always) get { written.pointee.tokenCount }
    @inline(__always) _modify { yield &written.pointee.tokenCount }
  }
  var digitCount: Int {
    @inline(__always) get { written.pointee.digitCount }
    @inline(__always) _modify { yield &written.pointee.digitCount }
  }
  var letterCount: Int {
    @inline(__always) get { written.pointee.letterCount }
    @inline(__always) _modify { yield &written.pointee.letterCount }
  }
  /// What the cell holds.
  var facts: CellFacts {
    @inline(__always) get { written.pointee.facts }
    @inline(__always) _modify { yield &written.pointee.facts }
  }
  /// The bytes of the cell.
  var cell: UnsafeBufferPointer<UInt8> {
    @inline(__always) get { written.pointee.cell }
    @inline(__always) _modify { yield &written.pointee.cell }
  }
  /// The last token of digits that were spelled as numerals behind a marker, or in a list of such; -1 for
  /// none.
  @exclusivity(unchecked) var awaitedNumeral = -1
  /// Where the cell speaks of a meeting.
  @exclusivity(unchecked) var meetingWord = MeetingWord.unknown
  /// Whether the cell holds several numbers, while that does not change.
  @exclusivity(unchecked) var severalNumbers = SeveralNumbers.uncounted
  /// What was set aside.
  @exclusivity(unchecked) var findings = Findings()
  /// Whether tags of web pages are left, and were met.
  @exclusivity(unchecked) var tags = Tags.left
  /// How many digits stand before the last fax of a tag or a link; -1 without.
  @exclusivity(unchecked) var digitsBeforeFax = -1
  /// Whether the number of a link is nearly that of its text.
  @exclusivity(unchecked) var linksDiffer = false
  /// What is known before the cell is read.
  @exclusivity(unchecked) var context: CellContext

  enum Tags: BitwiseCopyable { case left, met, read }

  /// What every ASCII byte is.
  let asciiClasses = Folding.asciiClasses

  init(_ context: CellContext) {
    let capacity = CellReader.longestCell + Self.endCount
    let ends = UnsafeMutablePointer<Token>.allocate(capacity: 1 + capacity)
    ends.initialize(to: Token(kind: .end, followsBlank: false, start: 0, end: 0, column: 0))
    tokens = ends + 1
    // A key reads beyond the last digit.
    digits = .allocate(capacity: capacity + DigitKey.mostDigits)
    letters = .allocate(capacity: capacity * 2)
    written = .allocate(capacity: 1)
    spelled = SpelledWords()
    mended = .allocate(capacity: CellReader.longestCell)
    written.initialize(
      to: WrittenTokens(tokens: tokens, digits: digits, letters: letters, spelled: spelled))
    self.context = context
  }

  deinit {
    (tokens - 1).deallocate()
    digits.deallocate()
    letters.deallocate()
    spelled.deallocate()
    mended.deallocate()
    written.deallocate()
  }

  /// How many ends stand behind the last token: no question looks further, and none may meet a token of another cell.
  static let endCount = 8

  /// Says that the token at an index is the end, and puts as many behind it.
  @inline(__always)
  func endTokens(at index: Int, areNew: Bool = false) {
    tokenCount = index
    for offset in 1..<Self.endCount { tokens[index + offset] = tokens[index] }
    tellStretches(countsDigits: areNew)
  }

  /// Flags tokens in stretches that are long enough to be a number in full; searches look at this flag first.
  ///
  /// The question whether a number in full begins goes over no other token, though a number that is read may have
  /// signs of other kinds (0987・654・321); marks make none of these of another one. Tokens that were just written
  /// have their digits counted on the way.
  private func tellStretches(countsDigits: Bool) {
    let fewest = min(context.answer { $0.shortestNumber }, Self.fewestDigitsKnown)
    let last = tokenCount
    var (index, start, count) = (0, 0, 0)
    while index <= last {
      let kind = tokens[index].kind
      if kind == .digits {
        count &+= Int(tokens[index].count)
        if countsDigits { facts.insert(digits: tokens[index].count) }
      } else if !Self.isOfNumber(kind) {
        if count >= fewest { tellStretch(from: start, to: index) }
        (start, count) = (index &+ 1, 0)
      } else if kind == .plus {
        count &+= fewest
      }
      index &+= 1
    }
    // Behind a bracket more signs may stand within a number.
    if facts.kinds.contains(.open), digitCount >= fewest { facts.mayHoldNumber = true }
  }

  private func tellStretch(from start: Int, to end: Int) {
    for index in start..<max(end, start) { tokens[index].mayBeOfNumber = true }
    facts.mayHoldNumber = true
  }

  /// The fewest digits that are asked for as a number in full where the plan has no shorter ones.
  private static let fewestDigitsKnown = 6

  /// Whether a sign may stand between the digits of a number, or before them, where one is looked for.
  @inline(__always)
  private static func isOfNumber(_ sign: Token.Kind) -> Bool {
    switch sign {
    case .plus, .open, .close, .dash, .dot, .slash, .star, .comma, .quote: true
    default: false
    }
  }

  /// The tokens as they are now.
  var list: TokenList {
    @inline(__always) get { TokenList(written) }
  }

  /// Applies the marks; the tokens that are left, or nil when the cell was rejected.
  func marked(into result: CellResult) -> TokenList? {
    for mark in RuleBook.Mark.allCases where context.isOn(mark) && mark.mayHold(self) {
      guard mark.mark(self, result) else { return nil }
    }
    if context.keepsTrace { traceMarks(findings, cell, into: result) }
    context.memory.pointee.fixTokens()
    return list
  }

  /// Sets tokens aside from one to before another.
  func mark(_ range: Range<Int>, as kind: Token.Kind) {
    for index in range {
      if kind == .ordinal { leaveDigits(index) }
      tokens[index].kind = kind
    }
    facts.kinds.insert(kind)
  }

  /// Takes a token for one that says nothing itself; digits have no letters then that could spell a word.
  func passOver(_ index: Int) {
    leaveDigits(index)
    tokens[index].kind = .ordinal
  }

  private func leaveDigits(_ index: Int) {
    if tokens[index].kind == .digits { tokens[index].count = 0 }
  }

  /// Makes a token a word of a meaning.
  func take(_ index: Int, for word: Word) {
    leaveDigits(index)
    tokens[index].kind = .word
    tokens[index].word = word
    facts.kinds.insert(.word)
    facts.words.insert(word)
  }

  /// Makes several tokens one word of a meaning.
  func take(_ words: ClosedRange<Int>, for word: Word) {
    for index in words { passOver(index) }
    take(words.lowerBound, for: word)
  }
}
