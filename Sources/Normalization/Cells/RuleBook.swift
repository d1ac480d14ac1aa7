import Records

/// Every rule by which a phone cell is read, in the order in which it first has a say.
///
/// The raw value is the key under `normalize.rules` in the pipeline file and the name in
/// docs/rules.md, which has the same order; each rule lives in the file of the same name in Rules.
package enum Rule: String, CaseIterable, Sendable, BitwiseCopyable {
  case folding = "folding"
  case chineseNumerals = "chinese-numerals"
  case patterns = "patterns"
  case spreadsheetDamage = "spreadsheet-damage"
  case labels = "labels"
  case formerNumbers = "former-numbers"
  case otherNumbers = "other-numbers"
  case extensionMarkers = "extension-markers"
  case faxNumbers = "fax-numbers"
  case postcodes = "postcodes"
  case addresses = "addresses"
  case datesAndHours = "dates-and-hours"
  case lists = "lists"
  case wildcards = "wildcards"
  case vanityLetters = "vanity-letters"
  case areaCodeColumn = "area-code-column"
  case doubledAreaCode = "doubled-area-code"
  case overseasDepartments = "overseas-departments"
  case internationalPrefixes = "international-prefixes"
  case fillerZero = "filler-zero"
  case obsoleteNumbering = "obsolete-numbering"
  case strayAreaCode = "stray-area-code"
  case lostZero = "lost-zero"
  case localityAreaCode = "locality-area-code"
  case validation = "validation"
  case hashSeparator = "hash-separator"
  case extensionDash = "extension-dash"
  case extensionPause = "extension-pause"
  case extensionLists = "extension-lists"
  case alternates = "alternates"
  case lineRuns = "line-runs"
  case dummyExtension = "dummy-extension"
  case extensionWidth = "extension-width"
  case lineRunExpansion = "line-run-expansion"
  case unusedText = "unused-text"
  case placeholders = "placeholders"
  case extensionColumn = "extension-column"
  case ranges = "ranges"

  /// The rule's state in a pipeline that does not mention it.
  package var isOnByDefault: Bool { self != .lineRunExpansion }
}

extension Rule {
  /// 0-based place in the rule book.
  @inline(__always)
  var index: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}

/// What is tried on a cell, in the order in which it is tried.
///
/// `Rule` and docs/rules.md list the rules in the same order; a test holds the three together. A mark or a
/// repair that is switched off is passed over here; what asks for several rules at once asks `isOn` itself.
enum RuleBook {
  /// Corrects digits that the plan does not know as they stand.
  struct Repair: BitwiseCopyable {
    let rule: Rule
    /// Its name in reports.
    let kind: RepairKind
    /// Whether it is tried behind "+" too.
    let isForInternational: Bool
    /// The first digit of what it corrects.
    let begins: Beginning
    /// Whether it only guesses that digits are a number: none behind a word that nobody knows.
    var isGuess = false

    /// Whether some number of the groups may need it, by what is the same for all of them.
    func mayHelp(_ grammar: NumberGrammar, _ hasPlus: Bool) -> Bool {
      switch kind {
      case .fillerZero: grammar.mayHoldFillerZero(hasPlus: hasPlus)
      case .obsoleteNumbering: grammar.mayBeFormer(hasPlus: hasPlus)
      case .doubledAreaCode: grammar.mayDoubleArea()
      case .strayAreaCode: grammar.mayHoldStrayArea()
      case .lostZero: grammar.columnArea.digits == 0
      case .localityAreaCode: grammar.localityArea.digits > 0
      default: false
      }
    }

    /// The corrected number of the first groups, not valid for none.
    func propose(_ grammar: NumberGrammar, _ digits: Digits) -> Proposal {
      switch kind {
      case .fillerZero:
        Proposal(answer: grammar.withoutFillerZero(digits.all, hasPlus: digits.hasPlus))
      case .obsoleteNumbering: grammar.renewed(digits.all, hasPlus: digits.hasPlus)
      case .doubledAreaCode: Proposal(answer: grammar.withoutDoubledArea(digits))
      case .strayAreaCode: Proposal(answer: grammar.withoutStrayArea(digits))
      case .lostZero: Proposal(answer: grammar.withLostZero(digits), additions: 1)
      case .localityAreaCode:
        Proposal(answer: grammar.behindLocality(digits.groups), additions: 1)
      default: Proposal(answer: PlanQuery.Answer())
      }
    }
  }

  /// With which digit a correction is tried.
  enum Beginning: BitwiseCopyable {
    case zero, otherDigit, anyDigit

    /// Whether it is tried on digits that begin with an ASCII digit.
    @inline(__always)
    func fits(_ digit: UInt8) -> Bool {
      switch self {
      case .zero: digit == 48
      case .otherDigit: digit != 48
      case .anyDigit: true
      }
    }
  }

  /// Which corrections may help digits that begin as they do, by what the settings leave of them: bit n for the
  /// n-th row.
  struct RepairTable: BitwiseCopyable {
    /// By whether the first digit is a 0, and whether a plus stands before it.
    private var rows = InlineArray<4, UInt8>(repeating: 0)

    init(_ isOn: (Rule) -> Bool) {
      for (index, repair) in RuleBook.repairs.enumerated() where isOn(repair.rule) {
        for first in UInt8(48)...49 where repair.begins.fits(first) {
          rows[Self.place(first, false)] |= 1 << UInt8(index)
          if repair.isForInternational { rows[Self.place(first, true)] |= 1 << UInt8(index) }
        }
      }
    }

    @inline(__always)
    private static func place(_ first: UInt8, _ hasPlus: Bool) -> Int {
      (first == 48 ? 2 : 0) | (hasPlus ? 1 : 0)
    }

    /// The rows for a first digit, behind a plus or not.
    @inline(__always)
    func rows(for first: UInt8, hasPlus: Bool) -> UInt8 { rows[Self.place(first, hasPlus)] }
  }

  /// The digits of the first groups of a number.
  struct Digits: BitwiseCopyable {
    var all: UnsafeBufferPointer<UInt8>
    /// How many groups they are.
    var groups: Int
    var hasPlus: Bool
  }

  /// A corrected number.
  struct Proposal: BitwiseCopyable {
    var answer: PlanQuery.Answer
    /// How many additions of digits it took; more than one are one too many.
    var additions = 0
    /// Whether the digits may be a number of today that lost one, too.
    var mayLackDigit = false
  }

  /// Reads what stands behind a number; in the order in which they may take a token, which
  /// docs/rules.md has under "Behind a number".
  enum Following: UInt8, CaseIterable {
    case postcode, fax, label, former, listItem, digits, marker, dash, tilde, name

    var rule: Rule {
      switch self {
      case .postcode: .postcodes
      case .fax: .faxNumbers
      case .label: .labels
      case .former: .formerNumbers
      case .listItem, .digits: .lists
      case .marker: .extensionMarkers
      case .dash: .extensionDash
      case .tilde: .lineRuns
      case .name: .unusedText
      }
    }

    /// The kinds of tokens with which that begins; words by what they mean.
    var kinds: [Token.Kind] {
      switch self {
      case .postcode, .name: [.text, .letters]
      case .fax, .label, .former: []
      case .listItem: [.newline, .comma, .enumeration, .slash, .dot, .semicolon, .ampersand]
      case .digits: [.digits]
      case .marker: [.hash, .star]
      case .dash: [.dash]
      case .tilde: [.tilde]
      }
    }

    var words: [Word] {
      switch self {
      case .postcode: Word.allCases
      case .fax: [.fax]
      case .label: [.label, .areaCode]
      case .former: Word.allCases.filter(\.tellsUse)
      case .listItem: [.joiner]
      case .marker: [.marker]
      case .tilde: [.range]
      case .digits, .dash, .name: []
      }
    }

    /// Reads on from the next token; false leaves it to the rows below.
    @inline(__always)
    func read(_ grammar: TailGrammar, _ tail: inout Tail, _ base: Base) -> Bool {
      switch self {
      case .postcode: return grammar.leavesPostcode(&tail)
      case .fax: grammar.readTailFax(&tail, base)
      case .label: grammar.readTailLabel(&tail, base)
      case .former: grammar.readTailFormer(&tail, base)
      case .listItem: grammar.readListItem(&tail, base)
      case .digits: grammar.readAfterBlank(&tail, base)
      case .marker: grammar.readMarker(&tail, base)
      case .dash: grammar.readDash(&tail, base)
      case .tilde: grammar.readTilde(&tail, base)
      case .name: grammar.readTailName(&tail, base)
      }
      return true
    }
  }

  static let repairs = [
    Repair(
      rule: .fillerZero, kind: .fillerZero, isForInternational: true, begins: .zero, isGuess: true),
    Repair(
      rule: .obsoleteNumbering, kind: .obsoleteNumbering, isForInternational: true,
      begins: .anyDigit),
    Repair(
      rule: .doubledAreaCode, kind: .doubledAreaCode, isForInternational: false, begins: .zero),
    Repair(rule: .strayAreaCode, kind: .strayAreaCode, isForInternational: true, begins: .anyDigit),
    Repair(
      rule: .lostZero, kind: .lostZero, isForInternational: false, begins: .otherDigit,
      isGuess: true),
    Repair(
      rule: .localityAreaCode, kind: .localityAreaCode, isForInternational: false,
      begins: .otherDigit, isGuess: true),
  ]

  /// Which rows of `Following` a token concerns.
  struct TailTable: BitwiseCopyable {
    /// By the raw values of kinds, and of words: bit n for the n-th row.
    private var byKind = InlineArray<64, UInt16>(repeating: 0)
    private var byWord = InlineArray<64, UInt16>(repeating: 0)

    fileprivate init() {
      for tail in Following.allCases {
        for kind in tail.kinds { byKind[Int(kind.rawValue)] |= 1 << UInt16(tail.rawValue) }
        for word in tail.words { byWord[Int(word.rawValue)] |= 1 << UInt16(tail.rawValue) }
      }
    }

    /// The rows that a token concerns: bit n for the n-th.
    @inline(__always)
    func rows(for token: Token) -> UInt16 {
      token.kind == .word ? byWord[Int(token.word.rawValue)] : byKind[Int(token.kind.rawValue)]
    }
  }

  /// The rows as plain memory: a look at one counts no references.
  static let repairRows = Rows(repairs)
  nonisolated(unsafe) static let tailTable: UnsafePointer<TailTable> = {
    let memory = UnsafeMutablePointer<TailTable>.allocate(capacity: 1)
    memory.initialize(to: TailTable())
    return UnsafePointer(memory)
  }()

  struct Rows<Row>: @unchecked Sendable {
    let first: UnsafePointer<Row>
    let count: Int

    fileprivate init(_ rows: [Row]) {
      let memory = UnsafeMutablePointer<Row>.allocate(capacity: rows.count)
      memory.initialize(from: rows, count: rows.count)
      (first, count) = (UnsafePointer(memory), rows.count)
    }
  }

  /// The rule that makes a correction of digits.
  static func rule(of kind: RepairKind) -> Rule {
    repairs.first { $0.kind == kind }?.rule ?? .validation
  }
}
