import Records

/// Turns the bytes of a cell into tokens, and sets aside what is no number before any is read.
///
/// The only place where tokens change. Its buffers are allocated once and hold any cell of at most
/// `CellReader.longestCell` bytes.
final class TokenWriter: TokenReading {
  /// The tokens and, at index `tokenCount`, the end; another end stands before the first, at -1, so
  /// that a question about what is before a token finds nothing there.
  let tokens: UnsafeMutablePointer<Token>
  @exclusivity(unchecked) var tokenCount = 0
  /// What the cell holds.
  @exclusivity(unchecked) var facts = CellFacts()
  /// The digits of all tokens, as ASCII.
  let digits: UnsafeMutablePointer<UInt8>
  @exclusivity(unchecked) var digitCount = 0
  /// The letters of all tokens, in lower case.
  let letters: UnsafeMutablePointer<UInt8>
  @exclusivity(unchecked) var letterCount = 0
  /// The bytes of the cell.
  @exclusivity(unchecked) var cell = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  /// The last token of digits that were spelled as numerals behind a marker, or in a list of such; -1 for
  /// none.
  @exclusivity(unchecked) var awaitedNumeral = -1
  /// What was set aside.
  @exclusivity(unchecked) var findings = Findings()
  /// What is known before the cell is read.
  @exclusivity(unchecked) var context: CellContext

  /// What every ASCII byte is.
  let asciiClasses = Folding.asciiClasses

  init(_ context: CellContext) {
    let capacity = CellReader.longestCell + 8
    let ends = UnsafeMutablePointer<Token>.allocate(capacity: 1 + capacity)
    ends.initialize(to: Token(kind: .end, followsBlank: false, start: 0, end: 0, column: 0))
    tokens = ends + 1
    // A key reads beyond the last digit.
    digits = .allocate(capacity: capacity + DigitKey.mostDigits)
    letters = .allocate(capacity: capacity * 2)
    self.context = context
  }

  deinit {
    (tokens - 1).deallocate()
    digits.deallocate()
    letters.deallocate()
  }

  /// The tokens as they are now.
  var list: TokenList {
    @inline(__always) get {
      // Named by type: the pointers of `TokenReading` come from here.
      let tokens: UnsafeMutablePointer<Token> = self.tokens
      let digits: UnsafeMutablePointer<UInt8> = self.digits
      let letters: UnsafeMutablePointer<UInt8> = self.letters
      return TokenList(
        tokens: tokens, tokenCount: tokenCount, digits: digits, digitCount: digitCount,
        letters: letters, letterCount: letterCount, facts: facts, cell: cell)
    }
  }

  /// Applies the marks; the tokens that are left, or nil when the cell was rejected.
  func marked(_ cell: UnsafeBufferPointer<UInt8>, into result: CellResult) -> TokenList? {
    for mark in RuleBook.Mark.allCases where isOn(mark.rule) && mark.mayHold(self) {
      guard mark.mark(self, cell, result) else { return nil }
    }
    if context.keepsTrace { traceMarks(findings, cell, into: result) }
    context.memory.pointee.fixTokens()
    return list
  }
}
