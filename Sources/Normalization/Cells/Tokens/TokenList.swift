/// The tokens of a cell as the marks left them: what every grammar reads and none can change.
///
/// One word, that every question about another place copies. It points into the memory of the `TokenWriter`
/// that made it, and shows that as it is: until the writer takes the next cell, or lives no more.
struct TokenList: BitwiseCopyable {
  private let written: UnsafePointer<WrittenTokens>

  init(_ written: UnsafePointer<WrittenTokens>) { self.written = written }

  var tokens: UnsafePointer<Token> {
    @inline(__always) get { UnsafePointer(written.pointee.tokens) }
  }
  var tokenCount: Int {
    @inline(__always) get { written.pointee.tokenCount }
  }
  var digits: UnsafePointer<UInt8> {
    @inline(__always) get { UnsafePointer(written.pointee.digits) }
  }
  var digitCount: Int {
    @inline(__always) get { written.pointee.digitCount }
  }
  var letters: UnsafePointer<UInt8> {
    @inline(__always) get { UnsafePointer(written.pointee.letters) }
  }
  var letterCount: Int {
    @inline(__always) get { written.pointee.letterCount }
  }
  var facts: CellFacts {
    @inline(__always) get { written.pointee.facts }
  }
  var spelled: SpelledWords {
    @inline(__always) get { written.pointee.spelled }
  }
  var cell: UnsafeBufferPointer<UInt8> {
    @inline(__always) get { written.pointee.cell }
  }
}

/// What a `TokenWriter` makes of a cell.
struct WrittenTokens: BitwiseCopyable {
  /// The tokens and, at index `tokenCount` and at -1, an end.
  let tokens: UnsafeMutablePointer<Token>
  var tokenCount = 0
  /// The digits of all tokens, as ASCII.
  let digits: UnsafeMutablePointer<UInt8>
  var digitCount = 0
  /// The letters of all tokens, in lower case.
  let letters: UnsafeMutablePointer<UInt8>
  var letterCount = 0
  /// The words that letters spell.
  let spelled: SpelledWords
  /// What the cell holds.
  var facts = CellFacts()
  /// Its bytes.
  var cell = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
}

/// Whatever asks questions about the tokens of a cell.
///
/// No question changes a token, or an answer: what a plan said is kept in the reader's memory for the next one
/// that asks.
protocol TokenReading {
  /// The tokens.
  var list: TokenList { get }
  /// What is known around the place that is read.
  var context: CellContext { get }
}

extension TokenReading {
  var tokens: UnsafePointer<Token> {
    @inline(__always) get { list.tokens }
  }
  var tokenCount: Int {
    @inline(__always) get { list.tokenCount }
  }
  var digits: UnsafePointer<UInt8> {
    @inline(__always) get { list.digits }
  }
  var digitCount: Int {
    @inline(__always) get { list.digitCount }
  }
  var letters: UnsafePointer<UInt8> {
    @inline(__always) get { list.letters }
  }
  var letterCount: Int {
    @inline(__always) get { list.letterCount }
  }
  var facts: CellFacts {
    @inline(__always) get { list.facts }
  }
  var plan: PlanQuery {
    @inline(__always) get { context.plan }
  }
  var words: WordBook {
    @inline(__always) get { context.words }
  }
  /// The region's calling code.
  var callingCode: Int64 {
    @inline(__always) get { context.answer { $0.callingCode } }
  }

  /// Whether a rule is on.
  @inline(__always)
  func isOn(_ rule: Rule) -> Bool { context.isOn(rule) }

  /// The digits of a token.
  func digits(of token: Token) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: digits + Int(token.first), count: Int(token.count))
  }

  /// The letters of a token, in lower case; none of digits and signs.
  ///
  /// What stands behind the letters of the cell is of one that was read before.
  @inline(__always)
  func letters(of token: Token) -> UnsafeBufferPointer<UInt8> {
    let hasLetters = token.kind == .letters || token.kind == .word || token.kind == .ordinal
    return UnsafeBufferPointer(
      start: letters + Int(token.first), count: hasLetters ? Int(token.count) : 0)
  }

  /// What the cell has at a token, byte by byte.
  func text(of token: Token) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: list.cell[Int(token.start)..<Int(token.end)])
  }

  /// Whether a token is letters that spell a word of ASCII, in whichever case.
  @inline(__always)
  func spells(_ word: StaticString, at index: Int) -> Bool {
    let spelled = letters(of: tokens[index])
    guard spelled.count == word.utf8CodeUnitCount else { return false }
    for place in 0..<spelled.count where spelled[place] != word.utf8Start[place] { return false }
    return true
  }

  /// Whether a token is one letter, in whichever case.
  @inline(__always)
  func isLetter(_ letter: Unicode.Scalar, at index: Int) -> Bool {
    let spelled = letters(of: tokens[index])
    return spelled.count == 1 && spelled[0] == UInt8(ascii: letter)
  }

  /// The value of a token's digits, at most 18 of them.
  @inline(__always)
  func value(of token: Token) -> Int64 {
    let first = digits + Int(token.first)
    // Hours, days and months, which are asked for most.
    switch token.count {
    case 1: return Int64(first[0] &- 48)
    case 2: return Int64(first[0] &- 48) &* 10 &+ Int64(first[1] &- 48)
    default: return longValue(of: token)
    }
  }

  private func longValue(of token: Token) -> Int64 {
    var value: Int64 = 0
    let first = digits + Int(token.first)
    for index in 0..<min(Int(token.count), 18) { value = value &* 10 &+ Int64(first[index] &- 48) }
    return value
  }

  /// Whether a token has as many digits as short codes have that everybody of the region knows.
  @inline(__always)
  func mayBeHotline(_ index: Int) -> Bool {
    tokens[index].kind == .digits && (3...5).contains(tokens[index].count)
  }

  /// Whether digits are a short code that everybody of the region knows.
  ///
  /// It has three digits, or begins with the 1 of hotlines: those of messages are too many.
  func isHotline(_ index: Int) -> Bool {
    let token = tokens[index]
    guard mayBeHotline(index),
      token.count == 3 || digits[Int(token.first)] == UInt8(ascii: "1")
    else { return false }
    return isShortCode(digits(of: token))
  }

  /// Whether a token is a word of a meaning.
  @inline(__always)
  func isWord(_ word: Word, at index: Int) -> Bool {
    tokens[index].kind == .word && tokens[index].word == word
  }

  /// The first token from one on that is no colon, bracket, dash or dot.
  func token(afterSigns start: Int) -> Int {
    var index = start
    while true {
      switch tokens[index].kind {
      case .colon, .open, .close, .dash, .dot, .equals, .quote, .ordinal: index += 1
      default: return index
      }
    }
  }

  /// Whether letters touch the digits before them and look like some: 2552100O, 29301l, 78OO.
  func isMistypedDigit(_ index: Int) -> Bool {
    let token = tokens[index]
    guard token.count <= 4, !token.followsBlank, index > 0, tokens[index - 1].kind == .digits,
      token.kind == .letters
    else { return false }
    let spelled = letters(of: token)
    let looksLikeDigits = spelled.allSatisfy {
      $0 == UInt8(ascii: "o") || $0 == UInt8(ascii: "l") || $0 == UInt8(ascii: "i")
    }
    if looksLikeDigits { return true }
    guard spelled.count == 2 else { return false }
    // О of Cyrillic and Ο of Greek, in lower case.
    return spelled[0] == 0xD0 && spelled[1] == 0xBE || spelled[0] == 0xCE && spelled[1] == 0xBF
  }
}
