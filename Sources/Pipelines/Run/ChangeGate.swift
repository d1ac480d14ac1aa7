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
  /// Blocked numbers of this generation.
  let blocked: Int

  /// Former generation against this one: over all, by list, by source.
  var checks: [Gate.Check] {
    let limits = pipeline.gate
    return directory(limits.refuse, .refuse) + directory(limits.warn, .warn)
      + zip(pipeline.sources, sources).flatMap { source, now -> [Gate.Check] in
        guard let before = former[source.name], !now.files.isEmpty else { return [] }
        let refusing = source.gate.refuse.vanished ?? limits.refuse.vanished
        let warning = source.gate.warn.vanished ?? limits.warn.vanished
        return vanished(now, before, refusing, .refuse) + vanished(now, before, warning, .warn)
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

  /// Entries that a source has lost, as far as it also has fewer candidates: a number that another
  /// source wins now has not vanished.
  private func vanished(
    _ now: BuildSummary.Source, _ before: FormerRun.Source, _ share: Percentage?,
    _ weight: Gate.Weight
  ) -> [Gate.Check] {
    guard let share, let identified = before.identified, let blocked = before.blocked,
      let candidates = before.candidates
    else { return [] }
    let lost =
      max(0, identified - (now.entries?["identification"] ?? 0))
      + max(0, blocked - (now.entries?["blocking"] ?? 0))
    let fewer = max(0, candidates - (now.candidates ?? 0))
    return [
      Gate.Check(
        key: "gate.vanished", source: now.name,
        what: "numbers that it gave the former generation vanished", count: min(lost, fewer),
        limit: .share(share, of: identified + blocked), weight: weight)
    ]
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
