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

/// What is tried on a cell: four tables, each in the order in which it is tried.
///
/// `Rule` and docs/rules.md list the rules in the same order; a test holds the three together. A mark, a reading
/// or a repair whose rule is off is passed over; what stands behind a number is read in any case, and asks `isOn`
/// itself what it is with its rule off, as does what several rules decide.
enum RuleBook {
  /// Sets parts of a cell aside before any number is read; in the order in which they are tried.
  ///
  /// Cases and no closures, as in the other tables: calling one counts references, for every cell.
  enum Mark: UInt8, CaseIterable {
    case patterns, spreadsheetDamage, spacedWords, formerNumbers, otherNumbers
    case namedExtensions, announcements, faxNumbers, shortMarkers, labels, postcodes
    case tags, addresses, datesAndHours, lists

    var rule: Rule {
      switch self {
      case .tags: .addresses
      case .patterns: .patterns
      case .spreadsheetDamage: .spreadsheetDamage
      case .spacedWords, .announcements, .labels: .labels
      case .formerNumbers: .formerNumbers
      case .otherNumbers: .otherNumbers
      case .namedExtensions, .shortMarkers: .extensionMarkers
      case .faxNumbers: .faxNumbers
      case .postcodes: .postcodes
      case .addresses: .addresses
      case .datesAndHours: .datesAndHours
      case .lists: .lists
      }
    }
  }

  /// Makes a number of groups of digits; in the order in which they are tried, before any repair.
  enum Reading: UInt8, CaseIterable {
    case columnArea, inheritedArea, doubledArea, direct, needlessZero, bareCode, neighbourCode
    case areaBehind

    /// The rule it belongs to; nil where the plan alone decides.
    var rule: Rule? {
      switch self {
      case .columnArea: .areaCodeColumn
      case .inheritedArea, .areaBehind: .lists
      case .doubledArea: .doubledAreaCode
      case .direct: nil
      case .needlessZero, .bareCode, .neighbourCode: .internationalPrefixes
      }
    }
  }

  /// Corrects digits that the plan does not know as they stand; in the order in which they are tried.
  enum Repair: UInt8, CaseIterable {
    case fillerZero, obsoleteNumbering, doubledAreaCode, strayAreaCode, lostZero, localityAreaCode

    /// What it is, and on what it is tried.
    private struct Row {
      /// Its name in reports, and the rule of the same name.
      let (kind, rule): (RepairKind, Rule)
      /// The first digit of what it corrects.
      let begins: Beginning
      /// Whether it is tried behind "+" too.
      let isForInternational: Bool
      /// Whether it only guesses that digits are a number: none behind a word that nobody knows.
      let isGuess: Bool

      init(
        _ kind: RepairKind, _ rule: Rule, begins: Beginning, isForInternational: Bool = false,
        isGuess: Bool = false
      ) {
        (self.kind, self.rule, self.begins) = (kind, rule, begins)
        (self.isForInternational, self.isGuess) = (isForInternational, isGuess)
      }
    }

    private var row: Row {
      switch self {
      case .fillerZero:
        Row(.fillerZero, .fillerZero, begins: .zero, isForInternational: true, isGuess: true)
      case .obsoleteNumbering:
        Row(.obsoleteNumbering, .obsoleteNumbering, begins: .anyDigit, isForInternational: true)
      case .doubledAreaCode: Row(.doubledAreaCode, .doubledAreaCode, begins: .zero)
      case .strayAreaCode:
        Row(.strayAreaCode, .strayAreaCode, begins: .anyDigit, isForInternational: true)
      case .lostZero: Row(.lostZero, .lostZero, begins: .otherDigit, isGuess: true)
      case .localityAreaCode:
        Row(.localityAreaCode, .localityAreaCode, begins: .otherDigit, isGuess: true)
      }
    }

    var kind: RepairKind { row.kind }
    var rule: Rule { row.rule }
    var begins: Beginning { row.begins }
    var isForInternational: Bool { row.isForInternational }
    var isGuess: Bool { row.isGuess }
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
  }
}

extension RuleBook.Repair {
  /// Whether some number of the groups may need it, by what is the same for all of them.
  func mayHelp(_ grammar: NumberGrammar, _ hasPlus: Bool) -> Bool {
    switch self {
    case .fillerZero: grammar.mayHoldFillerZero(hasPlus: hasPlus)
    case .obsoleteNumbering: grammar.mayBeFormer(hasPlus: hasPlus)
    case .doubledAreaCode: grammar.mayDoubleArea()
    case .strayAreaCode: grammar.mayHoldStrayArea()
    case .lostZero: grammar.columnArea.digits == 0
    case .localityAreaCode: grammar.localityArea.digits > 0
    }
  }

  /// The corrected number of the first groups, not valid for none.
  func propose(_ grammar: NumberGrammar, _ digits: RuleBook.Digits) -> RuleBook.Proposal {
    switch self {
    case .fillerZero:
      RuleBook.Proposal(answer: grammar.withoutFillerZero(digits.all, hasPlus: digits.hasPlus))
    case .obsoleteNumbering: grammar.renewed(digits.all, hasPlus: digits.hasPlus)
    case .doubledAreaCode: RuleBook.Proposal(answer: grammar.withoutDoubledArea(digits))
    case .strayAreaCode: RuleBook.Proposal(answer: grammar.withoutStrayArea(digits))
    case .lostZero: RuleBook.Proposal(answer: grammar.withLostZero(digits), additions: 1)
    case .localityAreaCode:
      RuleBook.Proposal(answer: grammar.behindLocality(digits.groups), additions: 1)
    }
  }
}
