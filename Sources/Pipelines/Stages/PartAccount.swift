internal import Collation

/// What merging one part came to: its share of the account of candidates.
struct PartAccount: Codable {
  /// Digest of the runs of every split that were merged.
  var inputs: String
  var produced: Int
  /// Entries by slot.
  var identification: [Int]
  var blocking: [Int]
  var merged: Int
  /// Candidates taken out, by rule.
  var suppressed: [String: Int]
  /// Lines of conflicts.csv, by kind.
  var conflicts: [String: Int]
  var spilledBytes: Int

  init(_ outcome: CollationOutcome, inputs: String) {
    self.inputs = inputs
    produced = outcome.produced
    identification = outcome.identification
    blocking = outcome.blocking
    merged = outcome.merged
    suppressed = Dictionary(
      uniqueKeysWithValues: outcome.suppressed.map { ($0.key.rawValue, $0.value) })
    conflicts = Dictionary(
      uniqueKeysWithValues: outcome.conflicts.map { ($0.key.rawValue, $0.value) })
    spilledBytes = outcome.spilledBytes
  }

  /// The account as a collation gives it; nil where it is not one of so many slots.
  func outcome(slots: Int) -> CollationOutcome? {
    guard identification.count == slots, blocking.count == slots else { return nil }
    var outcome = CollationOutcome(slots: slots)
    outcome.produced = produced
    outcome.identification = identification
    outcome.blocking = blocking
    outcome.merged = merged
    outcome.spilledBytes = spilledBytes
    for rule in SuppressionRule.allCases { outcome.suppressed[rule] = suppressed[rule.rawValue] }
    for kind in ConflictKind.allCases { outcome.conflicts[kind] = conflicts[kind.rawValue] }
    return outcome
  }

  /// A digest of the digests of the runs of every split, in order.
  static func inputs(of digests: [String]) -> String {
    var function = HeaderDigest()
    for digest in digests { function.add(digest: digest) }
    return function.finish()
  }
}
