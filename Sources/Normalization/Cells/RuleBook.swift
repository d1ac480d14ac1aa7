import Records

/// What is tried on a cell, in the order in which it is tried.
///
/// `Rule` and docs/rules.md list the rules in the same order; a test holds the three together. A
/// rule that is switched off is passed over here and nowhere else.
enum RuleBook {
  /// Sets parts of a cell aside before any number is read.
  struct Mark: Sendable {
    let rule: Rule
    /// Whether a cell may hold what the rule looks for, by its facts alone.
    let mayHold: @Sendable (TokenWriter) -> Bool
    /// Sets tokens aside; false when the cell was rejected.
    let mark: @Sendable (TokenWriter, UnsafeBufferPointer<UInt8>, CellResult) -> Bool
  }

  /// Corrects digits that the plan does not know as they stand.
  struct Repair: Sendable {
    let rule: Rule
    /// Its name in reports.
    let kind: RepairKind
    /// Whether it is tried behind "+" too.
    let isForInternational: Bool
    /// The corrected number of the first groups, not valid for none.
    let propose: @Sendable (NumberGrammar, Digits) -> Proposal
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
  }

  static let marks: [Mark] = [
    Mark(
      rule: .patterns, mayHold: { $0.mayHoldPattern },
      mark: { !$0.markPatterns($1, into: $2) }),
    Mark(
      rule: .spreadsheetDamage,
      mayHold: { $0.facts.kinds.contains(anyOf: .dot, .letters, .comma) },
      mark: { $0.mendSpreadsheet(into: $2) }),
    Mark(
      rule: .labels,
      mayHold: { $0.facts.kinds.contains(anyOf: .word, .letters, .text) },
      mark: { writer, cell, _ in
        writer.joinSpacedWords(in: cell)
        if writer.facts.words.contains(.ordinal) { writer.markOrdinals() }
        if writer.facts.words.contains(.fax) { writer.markFaxToMail() }
        if writer.facts.kinds.contains(.letters) { writer.markShortMarkers() }
        return true
      }),
    Mark(
      rule: .addresses, mayHold: { $0.facts.kinds.contains(anyOf: .at, .letters) },
      mark: { writer, _, _ in
        writer.markAddresses()
        return true
      }),
    Mark(
      rule: .datesAndHours,
      mayHold: { !TimeFacts($0.facts, hasLetters: $0.letterCount > 0).hasNone },
      mark: { writer, _, _ in
        writer.markDatesAndHours()
        return true
      }),
  ]

  static let repairs: [Repair] = [
    Repair(
      rule: .fillerZero, kind: .fillerZero, isForInternational: true,
      propose: { Proposal(answer: $0.withoutFillerZero($1.all, hasPlus: $1.hasPlus)) }),
    Repair(
      rule: .obsoleteNumbering, kind: .obsoleteNumbering, isForInternational: true,
      propose: { $0.renewed($1.all, hasPlus: $1.hasPlus) }),
    Repair(
      rule: .doubledAreaCode, kind: .doubledAreaCode, isForInternational: false,
      propose: { Proposal(answer: $0.withoutDoubledArea($1)) }),
    Repair(
      rule: .strayAreaCode, kind: .strayAreaCode, isForInternational: false,
      propose: { Proposal(answer: $0.withoutStrayArea($1)) }),
    Repair(
      rule: .lostZero, kind: .lostZero, isForInternational: false,
      propose: { Proposal(answer: $0.withLostZero($1.all), additions: 1) }),
    Repair(
      rule: .localityAreaCode, kind: .localityAreaCode, isForInternational: false,
      propose: { Proposal(answer: $0.behindLocality($1.groups), additions: 1) }),
  ]

  /// The rule that makes a correction of digits.
  static func rule(of kind: RepairKind) -> Rule {
    repairs.first { $0.kind == kind }?.rule ?? .validation
  }
}
