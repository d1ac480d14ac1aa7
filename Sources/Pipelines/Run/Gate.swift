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
