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
}
