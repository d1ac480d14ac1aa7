internal import Publication

/// The checks of a generation beside the former one, and beside what its sources gave then.
struct ChangeGate {
  let pipeline: Pipeline
  /// What changed between the two directories.
  let changes: GenerationChanges
  /// What each source gave this time.
  let sources: [BuildSummary.Source]
  /// What each source gave in the last run that published or changed nothing; empty without one.
  let former: [BuildSummary.Source]
  /// Blocked numbers of this generation.
  let blocked: Int

  /// Former generation against this one: over all, by list, by source.
  var checks: [Gate.Check] {
    let limits = pipeline.gate
    return directory(limits.refuse, .refuse) + directory(limits.warn, .warn)
      + zip(pipeline.sources, sources).flatMap { source, now -> [Gate.Check] in
        guard let before = former.first(where: { $0.name == source.name }), !now.files.isEmpty
        else { return [] }
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
    _ now: BuildSummary.Source, _ before: BuildSummary.Source, _ share: Percentage?,
    _ weight: Gate.Weight
  ) -> [Gate.Check] {
    guard let share, let entries = before.entries, let candidates = before.candidates else {
      return []
    }
    let lost = entries.reduce(0) { $0 + max(0, $1.value - (now.entries?[$1.key] ?? 0)) }
    let fewer = max(0, candidates - (now.candidates ?? 0))
    return [
      Gate.Check(
        key: "gate.vanished", source: now.name,
        what: "numbers that it gave the former generation vanished", count: min(lost, fewer),
        limit: .share(share, of: entries.values.reduce(0, +)), weight: weight)
    ]
  }
}

/// The checks of the records beside those of the last run that published or changed nothing.
struct GrowthGate {
  let pipeline: Pipeline
  let sources: [BuildSummary.Source]
  let former: [BuildSummary.Source]

  /// Over all and by source; none without a former run.
  var checks: [Gate.Check] {
    guard !former.isEmpty else { return [] }
    func rejected(_ sources: [BuildSummary.Source]) -> Int {
      sources.reduce(0) { $0 + ($1.records["rejected"] ?? 0) }
    }
    let limits = pipeline.gate
    var checks = growth(rejected(sources), rejected(former), limits.refuse, .refuse)
    checks += growth(rejected(sources), rejected(former), limits.warn, .warn)
    for (source, now) in zip(pipeline.sources, sources) {
      guard let before = former.first(where: { $0.name == source.name }) else { continue }
      let counts = (now: rejected([now]), before: rejected([before]))
      checks += growth(counts.now, counts.before, source.gate.refuse, .refuse, source.name)
      checks += growth(counts.now, counts.before, source.gate.warn, .warn, source.name)
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
