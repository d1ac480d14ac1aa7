package import DirectoryFormat

/// What decides between candidates for one number before action, base and label do.
package enum Preference: String, CaseIterable, Sendable {
  /// The higher rank of the source wins.
  case rank
  /// The later `updated` wins; a missing one counts as oldest.
  case updated
}

/// What happens to a number that is both identified and blocked.
package enum BothLists: String, CaseIterable, Sendable {
  /// The candidate that is first in the total order wins the number for its list.
  case winner
  /// Blocking wins over identification, whatever their order.
  case block
  /// Each list keeps its own winner.
  case keep
}

/// Which winners go to the data sets of the lookup alone, and into no slot.
///
/// A pure function of the winner, so that a new row never moves another one. What cannot be a row
/// there, joined numbers and those of another length, stays in its slot, or it would be nowhere.
package struct LookupOnlyRule: Sendable, Equatable {
  /// By source index: whether its entries do.
  package var sources: [Bool]
  /// By source index: entries last changed before this time do, and those without a time; nil asks
  /// nothing.
  ///
  /// Milliseconds since 1970-01-01T00:00Z. Needs `updated` in `prefer`.
  package var updatedBefore: [Int64]?
  /// Digits of the numbers that can be rows.
  package var digits: ClosedRange<Int>

  /// Creates a rule.
  package init(
    sources: [Bool], updatedBefore: [Int64]? = nil, digits: ClosedRange<Int> = 1...19
  ) {
    self.sources = sources
    self.updatedBefore = updatedBefore
    self.digits = digits
  }

  /// Whether a number can be a row: of such a length, and without an extension.
  @inline(__always)
  func canBeRow(_ number: UInt64, baseDigits: Int) -> Bool {
    var count = 1
    var limit: UInt64 = 10
    while number >= limit, count < 19 {
      count &+= 1
      limit = limit &* 10
    }
    return digits.contains(count) && baseDigits >= count
  }
}

/// How candidates are merged and where the entries go.
package struct CollationSettings: Sendable {
  /// Largest number of sources; their indexes travel in 16 bits.
  package static let mostSources = 65_535
  /// Largest number of different ranks; their order travels in 14 bits.
  package static let mostRanks = 16_384

  /// Criteria in the order in which they decide; those left out do not count.
  package var prefer: [Preference]
  /// The rank of every source, by source index; higher wins.
  package var ranks: [Int]
  /// What happens to a number that both lists want.
  package var both: BothLists
  /// Numbers that may never be blocked.
  package var protected: Set<Int64>
  /// Which slot holds which number.
  package var slots: SlotAssignment
  /// Most entries of a slot, both lists together; at least 1.
  package var cap: Int
  /// Which winners go to the data sets of the lookup alone; nil where none do.
  package var lookupOnly: LookupOnlyRule?

  /// Creates settings.
  package init(
    prefer: [Preference] = [.rank, .updated], ranks: [Int], both: BothLists = .winner,
    protected: Set<Int64> = [], slots: SlotAssignment, cap: Int = 1_500_000
  ) {
    self.prefer = prefer
    self.ranks = ranks
    self.both = both
    self.protected = protected
    self.slots = slots
    self.cap = cap
  }

  /// Throws `CollationError.overCap` when a slot would hold more entries than its cap.
  package func checkCap(_ outcome: CollationOutcome) throws(CollationError) {
    let totals = zip(outcome.identification, outcome.blocking).map(+)
    guard let most = totals.max(), most > cap,
      let slot = totals.firstIndex(of: most)
    else { return }
    let total = totals.reduce(0, +)
    let (hundredfold, overflows) = cap.multipliedReportingOverflow(by: 85)
    let planned = overflows ? cap : max(hundredfold / 100, 1)
    throw .overCap(
      slot: slots.identifiers[slot], entries: most, cap: cap,
      totalEntries: total,
      slotsNeeded: max(slots.identifiers.count + 1, (total + planned - 1) / planned))
  }
}
