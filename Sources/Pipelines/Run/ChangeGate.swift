internal import DirectoryFormat
internal import Publication

/// The checks of a generation beside the former one, and beside what its sources gave then.
struct ChangeGate {
  let pipeline: Pipeline
  /// What changed between the two directories.
  let changes: GenerationChanges
  /// What each source gave this time.
  let sources: [BuildSummary.Source]
  /// What the sources gave in the last run that published or changed nothing, by name; empty without
  /// one.
  let former: [String: FormerRun.Source]
  /// What became of a sample of their entries; nil of a single source.
  let sample: FormerSample.Accounts?
  /// Blocked numbers of this generation.
  let blocked: Int

  /// Former generation against this one: over all, by list, by source.
  var checks: [Gate.Check] {
    let limits = pipeline.gate
    return directory(limits.refuse, .refuse) + directory(limits.warn, .warn)
      + zip(pipeline.sources, sources).flatMap { source, now -> [Gate.Check] in
        guard let before = former[source.name], !now.files.isEmpty else { return [] }
        let change = SourceChange(now, before, sample)
        return change.checks(source.gate.refuse, limits.refuse, .refuse)
          + change.checks(source.gate.warn, limits.warn, .warn)
      }
  }

  private func directory(_ limits: Pipeline.GateLimits, _ weight: Gate.Weight) -> [Gate.Check] {
    var checks: [Gate.Check] = []
    func add(_ key: String, _ what: String, _ count: Int, _ share: Percentage?, of total: Int) {
      guard let share else { return }
      checks.append(
        Gate.Check(
          key: key, what: what, count: count, limit: .share(share, of: total), weight: weight))
    }
    let identified = changes.formerIdentificationEntries
    let blocked = changes.formerEntries - identified
    add(
      "gate.vanished", "numbers of the former generation vanished", changes.vanished,
      limits.vanished, of: changes.formerEntries)
    if identified > 0, blocked > 0 {
      add(
        "gate.vanished", "numbers of the former identification list vanished",
        changes.identification.removed, limits.vanished, of: identified)
      add(
        "gate.vanished", "numbers of the former blocking list vanished", changes.blocking.removed,
        limits.vanished, of: blocked)
    }
    add(
      "gate.relabelled", "labels of the former generation changed", changes.relabelled,
      limits.relabelled, of: identified)
    if let multiple = limits.blockedGrowth {
      checks.append(
        Gate.Check(
          key: "gate.blocked_growth", what: "numbers are blocked", count: self.blocked,
          limit: .growth(multiple, from: blocked), weight: weight))
    }
    return checks
  }
}

/// What a source has lost and relabelled of what it gave before.
struct SourceChange {
  private let name: String
  /// Entries that it gave; nil where that is not known.
  private let entries: (identified: Int, blocked: Int)?
  /// Entries that it has lost, as far as it also has fewer candidates: a number that another source wins
  /// now has not vanished.
  private var fewer = 0
  private var gone = Finding()
  /// Nil where no sample is known.
  private var relabelled: Finding?

  /// What is known by the content of entries.
  private struct Finding {
    /// At least so many.
    var least = 0
    /// Of so many that were looked at; 0 where all were.
    var sampled = 0

    mutating func add(_ count: Int, of account: FormerSample.Account, in total: Int) {
      least += FormerSample.least(count, ofSampled: account.sampled, in: total)
      if account.sampled < total { sampled += account.sampled }
    }
  }

  /// Compares a source with what it gave, and with what became of a sample of that.
  init(
    _ now: BuildSummary.Source, _ before: FormerRun.Source, _ sample: FormerSample.Accounts?
  ) {
    name = now.name
    guard let identified = before.identified, let blocked = before.blocked else {
      entries = nil
      return
    }
    entries = (identified, blocked)
    if let candidates = before.candidates {
      let lost =
        max(0, identified - (now.entries?["identification"] ?? 0))
        + max(0, blocked - (now.entries?["blocking"] ?? 0))
      fewer = min(lost, max(0, candidates - (now.candidates ?? 0)))
    }
    if let account = sample?[name, .identification] {
      gone.add(account.gone, of: account, in: identified)
      relabelled = Finding()
      relabelled?.add(account.relabelled, of: account, in: identified)
    }
    if let account = sample?[name, .blocking] { gone.add(account.gone, of: account, in: blocked) }
  }

  /// The checks of its limits; of those of the pipeline where it has none of its own.
  func checks(
    _ own: Pipeline.GateLimits, _ limits: Pipeline.GateLimits, _ weight: Gate.Weight
  ) -> [Gate.Check] {
    guard let entries else { return [] }
    var checks: [Gate.Check] = []
    if let share = own.vanished ?? limits.vanished {
      // Whichever says more; where both say the same, no sample is needed to say it.
      let finding = gone.least > fewer ? gone : Finding(least: fewer)
      checks.append(
        check(
          "gate.vanished", "numbers that it gave the former generation vanished", finding,
          .share(share, of: entries.identified + entries.blocked), weight))
    }
    if let share = own.relabelled ?? limits.relabelled, let relabelled {
      checks.append(
        check(
          "gate.relabelled", "labels that it gave the former generation changed", relabelled,
          .share(share, of: entries.identified), weight))
    }
    return checks
  }

  private func check(
    _ key: String, _ what: String, _ finding: Finding, _ limit: Gate.Check.Limit,
    _ weight: Gate.Weight
  ) -> Gate.Check {
    let sample = finding.sampled > 0 ? ", at least, by a sample of \(finding.sampled)" : ""
    return Gate.Check(
      key: key, source: name, what: what + sample, count: finding.least, limit: limit,
      weight: weight)
  }
}

/// The checks of the records beside those of the last run that published or changed nothing.
struct GrowthGate {
  let pipeline: Pipeline
  let sources: [BuildSummary.Source]
  let former: [String: FormerRun.Source]

  /// Over all and by source; none without a former run.
  var checks: [Gate.Check] {
    guard !former.isEmpty else { return [] }
    let limits = pipeline.gate
    let now = sources.reduce(0) { $0 + $1.open }
    let before = former.values.reduce(0) { $0 + $1.rejected }
    var checks = growth(now, before, limits.refuse, .refuse)
    checks += growth(now, before, limits.warn, .warn)
    for (source, part) in zip(pipeline.sources, sources) {
      guard let before = former[source.name]?.rejected else { continue }
      let now = part.open
      checks += growth(now, before, source.gate.refuse, .refuse, source.name)
      checks += growth(now, before, source.gate.warn, .warn, source.name)
    }
    return checks
  }

  private func growth(
    _ now: Int, _ before: Int, _ limits: Pipeline.GateLimits, _ weight: Gate.Weight,
    _ source: String? = nil
  ) -> [Gate.Check] {
    guard let multiple = limits.rejectedGrowth else { return [] }
    return [
      Gate.Check(
        key: "gate.rejected_growth", source: source, what: "records are rejected", count: now,
        limit: .growth(multiple, from: before), weight: weight)
    ]
  }
}

extension BuildSummary.Source {
  /// Rejected records that nobody answers for.
  fileprivate var open: Int { (records["rejected"] ?? 0) - (waived ?? 0) }
}
