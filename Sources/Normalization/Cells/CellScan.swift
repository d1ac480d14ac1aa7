import NumberingPlans
import Records

/// The state of reading one cell: its tokens and what has been understood so far.
///
/// Lives behind one pointer in `CellReader`; its buffers are allocated once and hold any cell of at
/// most `CellReader.longestCell` bytes.
final class CellScan {
  /// The tokens and, at index `tokenCount`, the end.
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
  /// The extensions of the number that is being read.
  let extensions: UnsafeMutablePointer<Extension>
  @exclusivity(unchecked) var extensionCount = 0
  /// Digits put together for a question to the plan.
  let scratch: UnsafeMutablePointer<UInt8>

  let words: WordBook
  /// What every ASCII byte is.
  let asciiClasses = Folding.asciiClasses
  let plan: PlanQuery
  /// Bit `n` is set when the n-th rule of the rule book is on.
  let rulesOn: UInt64
  let settings: CellSettings
  /// Bit `n` is set when the type of raw value `n` is refused.
  let refusedTypes: UInt32

  /// What the plan said last of digits of this cell.
  @exclusivity(unchecked) var remembered = RememberedAnswers()

  /// Area code of the last number that has one, without trunk prefix; 0 digits for none.
  @exclusivity(unchecked) var inherited = AreaCode()
  /// Area code from its own column.
  @exclusivity(unchecked) var columnArea = AreaCode()
  /// Area code that the locality tells.
  @exclusivity(unchecked) var localityArea = AreaCode()
  /// Whether numbers are fax numbers until another label comes.
  @exclusivity(unchecked) var readsFax = false
  /// Whether a number was read under the last fax label.
  @exclusivity(unchecked) var hasReadFax = false
  /// Whether the number that is read has a label of its own in front.
  @exclusivity(unchecked) var isLabelled = false
  /// Where the cell lies whose tokens these are.
  @exclusivity(unchecked) var role = CellRole.number
  /// Whether part of the cell is text that no rule understands.
  @exclusivity(unchecked) var hasUnusedText = false
  /// Whether a fax number was left out.
  @exclusivity(unchecked) var hasDroppedFax = false
  /// Whether hours were seen.
  @exclusivity(unchecked) var hasHours = false
  /// Whether a placeholder was seen.
  @exclusivity(unchecked) var hasPlaceholder = false
  /// Whether a date was seen.
  @exclusivity(unchecked) var hasDate = false
  /// Whether an e-mail address was seen.
  @exclusivity(unchecked) var hasEmail = false
  /// Whether a web address was seen.
  @exclusivity(unchecked) var hasURL = false
  /// Whether a decimal zero of a spreadsheet was taken off.
  @exclusivity(unchecked) var hasDecimals = false
  /// The number that was read last, even if it only repeats another.
  @exclusivity(unchecked) var lastRead = ReadNumber(
    number: 0, baseDigits: 0, extensionDigits: 0, callingCodeDigits: 0, isValid: false)

  /// An area code without trunk prefix.
  struct AreaCode: BitwiseCopyable, Equatable {
    private var code: UInt32 = 0
    private var count: UInt8 = 0
    private var localCount: UInt8 = 0

    init(value: Int64 = 0, digits: Int = 0, localDigits: Int = 0) {
      self.value = value
      self.digits = digits
      self.localDigits = localDigits
    }

    /// Its value, of at most six digits.
    var value: Int64 {
      get { Int64(code) }
      set { code = UInt32(truncatingIfNeeded: newValue) }
    }
    /// Number of its digits.
    var digits: Int {
      get { Int(count) }
      set { count = UInt8(truncatingIfNeeded: newValue) }
    }
    /// Digits of the local number behind which it was read; 0 when unknown.
    var localDigits: Int {
      get { Int(localCount) }
      set { localCount = UInt8(truncatingIfNeeded: newValue) }
    }
  }

  /// One extension of a number.
  struct Extension: BitwiseCopyable {
    var value: Int64
    var digits: Int
    /// Last digits of the base in whose place these stand; 0 for an extension.
    var replaces = 0
  }

  /// The most extensions of one number in one cell that are listed one by one.
  static let mostExtensions = 1024

  init(
    settings: CellSettings, plan: PlanQuery, words: WordBook
  ) throws(CellSettingsError) {
    var refused: UInt32 = 0
    for spelling in settings.refusedTypes {
      guard let type = NumberType(spelling: spelling) else {
        throw .unknownType(spelling)
      }
      refused |= 1 << UInt32(type.rawValue)
    }
    refusedTypes = refused
    let capacity = CellReader.longestCell + 8
    tokens = .allocate(capacity: capacity)
    digits = .allocate(capacity: capacity)
    letters = .allocate(capacity: capacity * 2)
    extensions = .allocate(capacity: Self.mostExtensions + 1)
    scratch = .allocate(capacity: 128)
    self.settings = settings
    self.plan = plan
    self.words = words
    var bits: UInt64 = 0
    for (index, rule) in Rule.allCases.enumerated() where settings.isOn(rule) {
      bits |= 1 << UInt64(index)
    }
    rulesOn = bits
  }

  deinit {
    tokens.deallocate()
    digits.deallocate()
    letters.deallocate()
    extensions.deallocate()
    scratch.deallocate()
  }

  /// Whether a rule is on.
  @inline(__always)
  func isOn(_ rule: Rule) -> Bool { rulesOn & (1 << UInt64(rule.index)) != 0 }

  /// Forgets the cell before.
  func reset() {
    inherited = AreaCode()
    columnArea = AreaCode()
    localityArea = AreaCode()
    readsFax = false
    hasReadFax = false
    isLabelled = false
    role = .number
    hasUnusedText = false
    hasDroppedFax = false
    hasHours = false
    hasPlaceholder = false
    hasDate = false
    hasEmail = false
    hasURL = false
    hasDecimals = false
    extensionCount = 0
  }

  /// The digits of a token.
  func digits(of token: Token) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: digits + Int(token.first), count: Int(token.count))
  }

  /// The value of a token's digits, at most 18 of them.
  func value(of token: Token) -> Int64 {
    var value: Int64 = 0
    let first = digits + Int(token.first)
    for index in 0..<min(Int(token.count), 18) { value = value &* 10 &+ Int64(first[index] &- 48) }
    return value
  }

  /// Whether a token is a word of a meaning.
  @inline(__always)
  func isWord(_ word: Word, at index: Int) -> Bool {
    tokens[index].kind == .word && tokens[index].word == word
  }
}
