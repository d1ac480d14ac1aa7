internal import Records

/// The gate of a build: limits from which on it refuses to publish, or warns.
enum Gate {
  /// What becomes of a run over a limit.
  enum Weight: Equatable { case warn, refuse }

  /// One number against its limit.
  struct Check {
    /// The limit and what it is compared with.
    enum Limit {
      /// A share of so many.
      case share(Percentage, of: Int)
      /// Times as many as there were.
      case growth(Multiple, from: Int)
      /// No fewer than these.
      case least(Int)
    }

    /// The key in the pipeline file.
    var key: String
    /// The source that it concerns; nil for the pipeline.
    var source: String?
    /// What is counted, for the message.
    var what: String
    /// How many.
    var count: Int
    /// The limit.
    var limit: Limit
    /// What becomes of a run over the limit.
    var weight = Weight.refuse

    /// Whether the limit does not hold; a share of nothing always holds.
    var isBroken: Bool {
      switch limit {
      case .share(let share, let total): share.isExceeded(by: count, of: total)
      case .growth(let multiple, let former): multiple.isExceeded(by: count, from: former)
      case .least(let fewest): count < fewest
      }
    }

    /// The key with its source.
    var place: String { source.map { "\(key) of source \"\($0)\"" } ?? key }

    /// What was found, for a program that shows checks.
    var actual: String {
      switch limit {
      case .share(_, let total):
        total > 0 ? "\(count) of \(total), \(Self.percent(count, of: total))%" : "0 of 0"
      case .growth(_, let former): "\(count), \(former) before"
      case .least: "\(count)"
      }
    }

    /// What holds, for a program that shows checks.
    var expected: String {
      switch limit {
      case .share(let share, _): "at most \(share)"
      case .growth(let multiple, _): "at most \(multiple) as many"
      case .least(let fewest): "at least \(fewest)"
      }
    }

    /// What is wrong (found, expected), and what to do.
    var sentence: String {
      let advice =
        weight == .warn
        ? "Look at the report."
        : "Look at the report; if it is right, build with --accept REASON, or change \(key)."
      return switch limit {
      case .share(let share, let total):
        "\(place): \(count) of \(total) \(what) (found \(Self.percent(count, of: total))%, "
          + "expected at most \(share)). \(advice)"
      case .growth(let multiple, let former):
        "\(place): \(count) \(what) (found \(former) before, expected at most \(multiple) as many). "
          + advice
      case .least(let fewest):
        "\(place): \(count) \(what) (expected at least \(fewest)). \(advice)"
      }
    }

    private static func percent(_ count: Int, of total: Int) -> Double {
      (Double(count) * 10_000 / Double(total)).rounded() / 100
    }
  }

  /// What the records of one source, or of all, come to.
  struct Records {
    /// Those that are not blank.
    var count = 0
    /// Rejected ones by the code of their reason.
    var rejected: [String: Int] = [:]
    /// Those with more or fewer cells than their header.
    var ragged = 0

    /// Takes out rejected records that no gate asks about, by the code of their reason.
    mutating func leaveOut(_ records: [String: Int]) {
      for (reason, count) in records {
        rejected[reason] = max(0, (rejected[reason] ?? 0) - count)
      }
    }

    /// Adds those of another source.
    static func += (sum: inout Records, more: Records) {
      sum.count += more.count
      sum.ragged += more.ragged
      sum.rejected.merge(more.rejected, uniquingKeysWith: +)
    }
  }

  /// The checks that the records of each source (nil: it has no files) can answer.
  static func checks(of records: [Records?], _ pipeline: Pipeline) -> [Check] {
    let all = records.reduce(into: Records()) { $0 += $1 ?? Records() }
    var checks =
      shares(of: all, pipeline.gate.refuse, .refuse) + shares(of: all, pipeline.gate.warn, .warn)
    for case (let source, let records?) in zip(pipeline.sources, records) {
      checks += shares(of: records, source.gate.refuse, .refuse, source.name)
      checks += shares(of: records, source.gate.warn, .warn, source.name)
      if source.fewestRecords > 0 {
        checks.append(
          Check(
            key: "min_records", source: source.name, what: "records are not blank",
            count: records.count, limit: .least(source.fewestRecords)))
      }
    }
    return checks
  }

  private static func shares(
    of records: Records, _ limits: Pipeline.GateLimits, _ weight: Weight, _ source: String? = nil
  ) -> [Check] {
    func check(_ key: String, _ what: String, _ count: Int, _ share: Percentage) -> Check {
      Check(
        key: key, source: source, what: what, count: count,
        limit: .share(share, of: records.count), weight: weight)
    }
    var checks: [Check] = []
    for (reason, share) in limits.reasons.sorted(by: { $0.key < $1.key }) {
      let count = records.rejected[reason] ?? 0
      checks.append(
        check("gate.rejected.\(reason)", "records are rejected for \(reason)", count, share))
    }
    if let share = limits.rejected {
      let others = records.rejected.filter { limits.reasons[$0.key] == nil }
      let key = limits.reasons.isEmpty ? "gate.rejected" : "gate.rejected.other"
      let what =
        limits.reasons.isEmpty
        ? "records are rejected" : "records are rejected for reasons without a limit of their own"
      checks.append(check(key, what, others.values.reduce(0, +), share))
    }
    if let share = limits.ragged {
      let what = "records have more or fewer cells than their header"
      checks.append(check("gate.ragged", what, records.ragged, share))
    }
    return checks
  }

  /// The sentences about limits that do not hold; a warning only where nothing refuses for the same.
  static func findings(of checks: [Check]) -> (refusals: [String], warnings: [String]) {
    let broken = checks.filter(\.isBroken)
    let refusals = broken.filter { $0.weight == .refuse }
    let refused = Set(refusals.map(\.place))
    let warnings = broken.filter { $0.weight == .warn && !refused.contains($0.place) }
    return (refusals.map(\.sentence), warnings.map(\.sentence))
  }
}

/// What a run was held against, broken or not.
struct GateAccount {
  /// Checks of the records, by source and over all.
  var records: [Gate.Check] = []
  /// Checks of the new generation beside the former one, and of its slots.
  var directory: [Gate.Check] = []
}
