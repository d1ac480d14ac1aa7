package import Records

/// The rule that took a candidate out after normalization.
package enum SuppressionRule: String, CaseIterable, Sendable {
  /// A candidate to remove that won.
  case tombstone
  /// A candidate to block a protected number.
  case protected
  /// The number went into the other list.
  case otherList = "other-list"
  /// Another pair of base and extension joins to the same digits.
  case collision
  /// The winner of a number goes to the data sets of the lookup alone.
  case lookupOnly = "lookup-only"
}

/// The account of candidates: produced = emitted + merged + suppressed.
package struct CollationOutcome: Equatable, Sendable {
  /// All candidates appended.
  package var produced = 0
  /// Entries of the identification list, by slot.
  package var identification: [Int]
  /// Entries of the blocking list, by slot.
  package var blocking: [Int]
  /// Candidates that gave way to another one of the same number.
  package var merged = 0
  /// Candidates taken out, by rule; a rule that took none has no key.
  package var suppressed: [SuppressionRule: Int] = [:]
  /// Lines for conflicts.csv, by kind; a kind without lines has no key.
  package var conflicts: [ConflictKind: Int] = [:]
  /// Bytes written to scratch.
  package var spilledBytes = 0

  /// Creates an empty account for so many slots.
  package init(slots: Int) {
    identification = [Int](repeating: 0, count: slots)
    blocking = identification
  }

  /// Adds the account of other numbers.
  package static func += (sum: inout CollationOutcome, more: CollationOutcome) {
    sum.produced += more.produced
    sum.merged += more.merged
    sum.spilledBytes += more.spilledBytes
    for slot in sum.identification.indices {
      sum.identification[slot] += more.identification[slot]
      sum.blocking[slot] += more.blocking[slot]
    }
    sum.suppressed.merge(more.suppressed, uniquingKeysWith: +)
    sum.conflicts.merge(more.conflicts, uniquingKeysWith: +)
  }

  /// All entries, both lists.
  package var emitted: Int { identification.reduce(0, +) + blocking.reduce(0, +) }

  /// Whether every candidate is accounted for.
  package var balances: Bool {
    produced == emitted + merged + suppressed.values.reduce(0, +)
  }
}

/// Why a number has a line in conflicts.csv.
package enum ConflictKind: String, CaseIterable, Sendable {
  /// A different label lost at equal rank from another source, or at equal `merge.prefer`.
  case labelConflict = "label-conflict"
  /// Two pairs of base and extension join to the same digits.
  case collision
  /// The other list wanted the number too and lost.
  case otherList = "other-list"
  /// Somebody asked to block a protected number.
  case protected
}

/// One line of conflicts.csv: a number, who won it, and the first who lost.
package struct ConflictLine: Equatable, Sendable {
  /// Why the line is there.
  package var kind: ConflictKind
  /// The number in dispute.
  package var number: Int64
  /// Who won; nil where nobody did.
  package var winner: ConflictParty?
  /// How many lost in this way.
  package var count: Int
  /// The first losers, at most five, in the total order, then by coordinates.
  ///
  /// Of a collision: the first of each base.
  package var losers: [ConflictParty]
}

/// A candidate as conflicts.csv shows it.
package struct ConflictParty: Equatable, Sendable {
  /// The label in UTF-8; empty unless it identifies.
  package var label: [UInt8]
  /// What it asked for.
  package var action: Action
  /// Leading digits of the number that are the base.
  package var baseDigits: Int
  /// 0-based index of the source.
  package var source: Int
  /// 0-based index of the file.
  package var file: Int
  /// 1-based physical line.
  package var line: Int
}
