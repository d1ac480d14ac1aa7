internal import Records

/// The gate of a build: shares from which on it refuses to publish.
struct Gate {
  /// One share against its limit.
  struct Check {
    /// The key under `gate:` in the pipeline file.
    var key: String
    /// What the share counts, for the message.
    var what: String
    /// How many.
    var count: Int
    /// Of how many.
    var total: Int
    /// The limit.
    var limit: Percentage
  }

  /// The shares that are known as soon as the records are read.
  static func checks(of tally: RunTally, _ gate: Pipeline.Gate) -> [Check] {
    let counts = tally.total
    let total = counts.read - counts.blank
    var checks = [
      Check(
        key: "rejected", what: "records are rejected", count: counts.rejected, total: total,
        limit: gate.rejected)
    ]
    if let limit = gate.ragged {
      checks.append(
        Check(
          key: "ragged", what: "records have more or fewer cells than their header",
          count: tally.ragged.count, total: total, limit: limit))
    }
    return checks
  }

  /// The refusals: one sentence for each share over its limit; a share of nothing passes.
  static func refusals(_ checks: [Check]) -> [String] {
    checks.compactMap { check in
      guard check.total > 0, check.limit.isExceeded(by: check.count, of: check.total) else {
        return nil
      }
      let percent = Double(check.count) * 100 / Double(check.total)
      let rounded = (percent * 100).rounded() / 100
      return "gate.\(check.key): \(check.count) of \(check.total) \(check.what) "
        + "(found \(rounded)%, expected at most \(check.limit)). "
        + "Look at the report; if it is right, raise gate.\(check.key) for this run."
    }
  }
}
