import NumberingPlans

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

extension RuleBook {
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
}
