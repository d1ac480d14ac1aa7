internal import Collation
internal import DirectoryFormat
internal import Display
internal import Extraction
internal import Normalization
internal import Publication
internal import Records

/// What is known of a run so far: the counts behind ledger, gate and summary.
struct RunAccount {
  let settings: RunSettings
  let extractor: Extractor
  var tally: RunTally
  var outcome: CollationOutcome?
  var staged: StagedGeneration?
  var warnings: [String] = []
  /// What the waivers of the pipeline come to.
  private var waivers: WaiverAccount {
    WaiverAccount(settings.pipeline.waivers, tally.waived, on: settings.time.day)
  }
  /// Everything that was held against a limit so far.
  private(set) var gate = GateAccount()
  /// What the gate said that the caller accepts, and the keys of what said it.
  private var accepted: [String] = []
  private var acceptedGates: Set<String> = []
  /// Entries by source × 2, blocking + 1, once they are known.
  var entries: [Int]?
  /// Groups of entries that the gate asks about; nil where it asks about none.
  var groups: EntryGroups?
  /// What a source lost and relabelled, by a sample of its entries; nil of a single source.
  var sampler: EntrySampler?

  /// Starts an empty account.
  init(settings: RunSettings, extractor: Extractor) {
    self.settings = settings
    self.extractor = extractor
    tally = RunTally(columns: settings.normalization.map(\.columns))
  }

  /// The ledger of records must balance.
  func checkRecords() throws {
    let counts = tally.total
    guard counts.balances else {
      let sum = counts.used + counts.rejected + counts.inapplicable + counts.blank
      throw RunError.unbalanced(what: "records read", left: counts.read, right: sum)
    }
  }

  /// Every source that has records has numbers.
  func checkNumbers() throws {
    guard let (source, records) = tally.numbers.firstWithoutNumbers else { return }
    let files = extractor.files.filter { $0.source == source }
    let column = settings.sources[source].columns.firstIndex {
      $0.field == .number || $0.field == .first
    }
    throw RunError.emptyNumberColumn(
      source: settings.sources[source].name,
      column: extractor.fieldName(ofColumn: column ?? 0, inSource: source),
      path: files.first?.path ?? "", records: records, files: files.count)
  }

  /// The ledger of candidates must balance, and every candidate must have arrived.
  func checkCandidates() throws {
    guard let outcome else { return }
    guard outcome.balances else {
      throw RunError.unbalanced(
        what: "candidates", left: outcome.produced,
        right: outcome.emitted + outcome.merged + outcome.suppressedInAll)
    }
    guard outcome.produced == tally.candidates else {
      throw RunError.unbalanced(
        what: "candidates collated", left: outcome.produced, right: tally.candidates)
    }
  }

  /// Why the records are over the gate; empty if they are not, or if that is accepted.
  mutating func refusalsByRecords(beside report: ReportFolder, _ published: Manifest?) -> [String] {
    let measure = GateMeasure(
      pipeline: settings.pipeline, report, isPublished: published != nil)
    warnings += measure.warnings
    let records = settings.sources.indices.map { index -> Gate.Records? in
      if settings.sources[index].files.isEmpty { return nil }
      var records = tally.gateRecords(source: index)
      records.leaveOut(waivers.byReason(source: index))
      records.ragged = tally.ragged.count(in: extractor.files, source: index)
      return records
    }
    let growth = GrowthGate(
      pipeline: settings.pipeline, sources: sources, former: report.last?.sources ?? [:])
    gate.records = Gate.checks(of: records, settings.pipeline) + growth.checks
    return refusals(by: gate.records, and: measure.refusals, of: measure.key)
  }

  /// Notes warnings, and what is accepted; gives the refusals that are left.
  ///
  /// `others` are refusals of the gate `key`.
  private mutating func refusals(
    by checks: [Gate.Check], and others: [String], of key: String?
  ) -> [String] {
    let findings = Gate.findings(of: checks)
    warnings += findings.warnings
    let refusals = others + findings.refusals
    guard settings.accepting != nil else { return refusals }
    accepted += refusals
    acceptedGates.formUnion(checks.filter { $0.isBroken && $0.weight == .refuse }.map(\.key))
    if let key, !others.isEmpty { acceptedGates.insert(key) }
    return []
  }

  /// What the manifest says of it; nil where nothing was accepted.
  ///
  /// Manifests are public: without digits, and without what the gate said, which names sources.
  var acceptance: Manifest.Accepted? {
    guard let reason = settings.accepting, !acceptedGates.isEmpty else { return nil }
    let plain = String(
      String.UnicodeScalarView(
        Masking.masked(reason).unicodeScalars.map {
          $0.properties.generalCategory == .control ? " " : $0
        }))
    return Manifest.Accepted(gates: acceptedGates.sorted(), reason: plain)
  }

  /// Why a directory without a single entry is not published; empty if it is, or has entries.
  func refusalsOfNothing() -> [String] {
    guard outcome?.emitted == 0, !settings.pipeline.allowsEmpty else { return [] }
    let alone = outcome?.suppressed[.lookupOnly] ?? 0
    return [
      "allow_empty: the directory would hold no entry (found 0 of \(tally.total.read) records read, "
        + (alone > 0 ? "\(alone) go to the lookup alone by live_lookup.only, " : "")
        + "expected at least 1). Look at the exports and the report; if it is right, set "
        + "allow_empty: yes."
    ]
  }

  /// Why the change against the former generation is over the gate; empty if it is not, or if that
  /// is accepted.
  mutating func refusalsByChange(
    since days: [CalendarDay], former: FormerRun?
  ) -> [String] {
    let byDays = refusalsByDays(since: days)
    guard let staged else { return refusals(by: [], and: byDays, of: "gate.days") }
    var checks = slotFill(of: staged.manifest.slots)
    if let changes = staged.lookup.changes ?? staged.changes {
      let inLookupAlone = staged.manifest.liveLookup?.block.lookupOnly ?? 0
      checks +=
        ChangeGate(
          pipeline: settings.pipeline, changes: changes, sources: sources,
          former: former?.sources ?? [:], sample: sampler?.former.accounts,
          blocked: staged.manifest.entries(in: .blocking)
            + (staged.lookup.changes == nil ? 0 : inLookupAlone)
        ).checks
    }
    checks += growth(since: former)?.checks ?? []
    gate.directory = checks
    return refusals(by: checks, and: byDays, of: "gate.days")
  }

  /// The growth of single prefixes and labels; nil where no gate asks, or nothing is known of before.
  func growth(since former: FormerRun?) -> GroupGate? {
    guard let groups, let before = former?.groups else { return nil }
    return GroupGate(gate: settings.pipeline.gate, groups: groups, former: before)
  }

  private func slotFill(of slots: [Manifest.Slot]) -> [Gate.Check] {
    let gate = settings.pipeline.gate
    let limits: [(Percentage?, Gate.Weight)] = [
      (gate.refuse.slotFill, .refuse), (gate.warn.slotFill, .warn),
    ]
    return slots.flatMap { slot in
      limits.compactMap { limit, weight in
        limit.map {
          Gate.Check(
            key: "gate.slot_fill", what: "entries that fit in \(slot.identifier) are taken",
            count: slot.entries, limit: .share($0, of: slot.cap), weight: weight)
        }
      }
    }
  }

  /// A day far from those of the former generation and of the last run is that of a wrong clock.
  ///
  /// It matters where records have a validity window; a generation can last longer than the limit.
  private func refusalsByDays(since former: [CalendarDay]) -> [String] {
    let limit = settings.pipeline.gate.days
    guard settings.pipeline.hasValidity, let day = settings.pipeline.asOf,
      let last = former.min(by: { abs($0.days(to: day)) < abs($1.days(to: day)) }),
      abs(last.days(to: day)) > limit
    else { return [] }
    let days = last.days(to: day)
    return [
      "gate.days: as_of \(day) is \(abs(days)) days \(days < 0 ? "before" : "after") \(last), for "
        + "which the former generation was built (expected at most \(limit)). Look at the clock; "
        + "if it is right, build with --accept REASON, or change gate.days."
    ]
  }

  /// What the manifest says of this run.
  var facts: PublicationFacts {
    let counts = tally.total
    return PublicationFacts(
      name: settings.pipeline.name, asOf: settings.asOf, tool: ToolVersion.tool,
      ledger: Manifest.Ledger(
        records: .init(
          read: counts.read, used: counts.used, rejected: counts.rejected,
          inapplicable: counts.inapplicable, blank: counts.blank),
        candidates: .init(
          produced: outcome?.produced ?? 0, emitted: outcome?.emitted ?? 0,
          merged: outcome?.merged ?? 0,
          suppressed: outcome?.suppressedInAll ?? 0)))
  }

  /// How much was read and made.
  var bytes: RunBytes { RunBytes(extractor, settings.sources, staged?.manifest) }

  /// The summary of a run that ended in the given way.
  func summary(_ end: BuildSummary.Outcome, refusals: [String] = []) -> BuildSummary {
    var summary = BuildSummary(
      outcome: end, refusals: refusals, pipeline: settings.pipeline.name, asOf: settings.asOf,
      tool: ToolVersion.tool)
    summary.ledger.records = BuildSummary.account(tally.total)
    let waived = waivers.records()
    if !settings.pipeline.waivers.isEmpty || settings.corrections != nil {
      summary.ledger.rejected = [
        "corrected": tally.corrected.reduce(0, +), "open": tally.total.rejected - waived,
        "waived": waived,
      ]
    }
    summary.corrections = settings.corrections?.counts()
    summary.waivers = waivers.summary
    summary.rejections = tally.rejectionsByReason()
    summary.repairs = tally.repairsByKind()
    summary.sources = sources
    summary.groups = groups?.sizes
    summary.warnings = allWarnings
    if let reason = settings.accepting, !accepted.isEmpty {
      summary.accepted = BuildSummary.Accepted(reason: reason, refusals: accepted)
    }
    if let outcome { add(outcome, to: &summary) }
    if let staged { add(staged, to: &summary) }
    return summary
  }

  private var sources: [BuildSummary.Source] {
    settings.sources.indices.map { index in
      BuildSummary.Source(
        name: settings.sources[index].name,
        files: settings.sources[index].files,
        records: BuildSummary.account(tally.counts[index]),
        waived: waivers.records(source: index).nilIfNone,
        candidates: tally.candidatesBySource[index],
        entries: entries.map {
          [
            "identification": $0[index * 2], "blocking": $0[index * 2 + 1],
          ]
        },
        rejections: tally.rejectionsByReason(source: index),
        ragged: tally.ragged.findings(in: extractor.files).filter { $0.source == index }.map {
          BuildSummary.Ragged(file: $0.path, records: $0.records, firstLine: $0.firstLine)
        },
        expansion: ExpansionCost(
          tally.counts[index].expansion,
          budget: settings.normalization[index].cells.expansionBudget))
    }
  }

  private var allWarnings: [String] {
    // What the history said stands in both.
    let known = Set(warnings)
    var lines = warnings + (staged?.warnings ?? []).filter { !known.contains($0) }
    lines += settings.pipeline.localitiesWithoutPlaces
    let counts = tally.total
    if counts.unreadableUpdates > 0 {
      lines.append(
        "\(counts.unreadableUpdates) `updated` cells could not be read and count as oldest. "
          + "Check `date_format` and `timezone`.")
    }
    if counts.charactersRemovedFromLabels > 0 {
      lines.append(
        "\(counts.charactersRemovedFromLabels) invisible characters were taken out of labels.")
    }
    lines += waivers.warnings + (settings.corrections?.warnings() ?? [])
    for index in settings.sources.indices
    where tally.counts[index].read == 0 && !settings.pipeline.sources[index].isOfCorrections {
      let what =
        settings.sources[index].files.isEmpty ? "has no files this time" : "holds no records"
      lines.append("source \"\(settings.sources[index].name)\" \(what).")
    }
    lines += tally.ragged.findings(in: extractor.files).filter {
      settings.pipeline.sources[$0.source].ragged == .warn
    }.map(\.description)
    return lines
  }

  private func add(_ outcome: CollationOutcome, to summary: inout BuildSummary) {
    summary.ledger.candidates = [
      "produced": outcome.produced, "emitted": outcome.emitted, "merged": outcome.merged,
      "suppressed": outcome.suppressedInAll,
    ]
    summary.suppressed = Dictionary(
      uniqueKeysWithValues: outcome.suppressed.map { ($0.key.rawValue, $0.value) })
    summary.conflicts = outcome.conflicts.values.reduce(0, +)
  }

  private func add(_ staged: StagedGeneration, to summary: inout BuildSummary) {
    let manifest = staged.manifest
    summary.generation = manifest.generation
    summary.sequence = manifest.sequence
    summary.slots = manifest.slots.map { slot in
      BuildSummary.Slot(
        index: slot.index, identifier: slot.identifier,
        entries: [
          "identification": slot.identification.entries, "blocking": slot.blocking.entries,
        ], cap: slot.cap)
    }
    for list in ["identification", "blocking"] {
      summary.entries[list] = summary.slots.reduce(0) { $0 + ($1.entries[list] ?? 0) }
    }
    summary.liveLookup = manifest.liveLookup.map {
      LookupSummary($0, staged.lookup)
    }
    summary.changes = staged.changes.map {
      BuildSummary.Changes(
        added: $0.identification.added + $0.blocking.added,
        removed: $0.identification.removed + $0.blocking.removed,
        relabelled: $0.relabelled)
    }
  }
}

extension Int {
  /// What is left out of a summary where it is nothing.
  fileprivate var nilIfNone: Int? { self == 0 ? nil : self }
}

extension CollationOutcome {
  /// Candidates taken out, by whichever rule.
  fileprivate var suppressedInAll: Int { suppressed.values.reduce(0, +) }
}
