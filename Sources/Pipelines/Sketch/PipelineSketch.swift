internal import NumberingPlans
internal import Records
#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The first version of a pipeline file, drafted from exports.
package struct PipelineSketch {
  /// Why no pipeline can be proposed.
  package struct Failure: Error, Equatable, CustomStringConvertible {
    /// The export.
    package var path: String
    /// What is wrong and what to do.
    package var problem: String
    /// Whether an argument is at fault, not what the export holds.
    package var isUsage = false

    /// Place, what is wrong and what to do.
    package var description: String { "\(path): \(problem)" }

    static func unknown(region: String) -> Failure {
      Failure(
        path: "--region",
        problem: "\"\(region)\" has no numbering plan (expected a region such as TW). "
          + "Name the region whose national numbers the export holds.", isUsage: true)
    }
  }

  private let sources: [SourceSketch]
  /// The same, each parted by the countries that a column names.
  private let parts: [SourceSketch]
  /// The guess that the draft's region comes from, for the first export that has one.
  private let guess: RegionGuess?

  /// Looks at the beginning of exports.
  ///
  /// `reference` names the only export as the pipeline file shall; without it files are named by
  /// their full paths, which hold wherever that file will lie. Patterns (`*.csv`) are expanded.
  /// Throws `Failure`. Memory: 256 KiB of each export and a few megabytes.
  package init(of exports: [String], as reference: String? = nil) throws {
    let paths = try exports.flatMap(Self.paths)
    if reference != nil, paths.count != 1 {
      throw Failure(
        path: "--path", problem: "names one export (found \(paths.count)). Leave it out.",
        isUsage: true)
    }
    sources = try paths.map {
      try SourceSketch(of: $0, reference: reference ?? Self.fullPath(of: $0))
    }
    parts = sources.flatMap { $0.byCountry() }
    guess = parts.lazy.filter { !$0.isOfOneCountry }.map(\.region).first { $0.best != nil }
  }

  /// The regions that fit about as well as the best one, itself first: more than one is a doubt.
  package var contenders: [String] { guess?.contenders ?? [] }

  /// Whether the draft names no region unless it is given one: only digits speak for the best one and
  /// others fit as well, or the export's language is that of another.
  package var isRegionOpen: Bool { guess?.isOpen == true }

  /// The text of the pipeline file; every guess is meant to be looked at.
  ///
  /// `region` is that of national numbers; nil for the guessed one. Comments hold some cells, whose
  /// digits are masked unless `revealed`. Throws `Failure`.
  package func text(region wanted: String?, revealed: Bool) throws -> String {
    if let wanted, !PipelineVocabulary.isRegion(wanted) { throw Failure.unknown(region: wanted) }
    let sources = wanted == nil ? parts : sources
    let countries = sources.compactMap(\.source.region)
    guard let region = wanted ?? guess?.best?.region ?? countries.first else {
      throw sources[0].withoutNumbers
    }
    let reason = guess?.words ?? "the country of most records; each source has its own"
    var draft = Draft(region: region.uppercased(), reason: wanted == nil ? reason : nil)
    if wanted == nil, isRegionOpen { draft.leaveRegionOpen(guess?.choices ?? []) }
    var former: (source: SourceSketch, choice: ColumnChoice)?
    for source in sources {
      var source = source
      // Few records of a country say little about columns: those of most records decide.
      if let former, source.isOfOneCountry, former.source.export == source.export {
        source.adopt(former.source)
        draft.add(source, former.choice, isLikeFormer: true)
        continue
      }
      let choice = try source.choose(region: source.source.region ?? region, revealed: revealed)
      draft.add(source, choice)
      former = (source, choice)
    }
    return draft.text()
  }

  /// The files that an argument names: itself, or what a pattern finds.
  private static func paths(of argument: String) throws -> [String] {
    guard argument != "-", GlobExpansion.isPattern(argument), access(argument, F_OK) != 0 else {
      return [argument]
    }
    do throws(GlobExpansion.Failure) {
      let found = try GlobExpansion.paths(of: argument).map { String(decoding: $0, as: UTF8.self) }
      if !found.isEmpty { return found }
    } catch {
      throw Failure(
        path: error.path,
        problem: "\(error.problem). Check the path.",
        isUsage: true)
    }
    throw Failure(
      path: argument, problem: "matches no file. Check the path.", isUsage: true)
  }

  private static func fullPath(of path: String) -> String {
    guard !path.hasPrefix("/"), path != "-", let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return CleanPath.of(String(cString: folder) + "/" + path)
  }
}

/// The pipeline that is being drafted, with the comments that stand in it.
private struct Draft {
  private let region: String
  private var sources: [SourceSketch] = []
  private var comments: [String: [String]] = [:]
  private var actions: [Action: Set<String>] = [:]
  private var closed: Set<String> = []
  /// Shares of records without a number, by reason, that are usual in these exports.
  private var limits: [String: Double] = [:]
  /// What to look at first.
  private var warnings: [String] = []
  /// Whether a person must choose the region: the one that is tried here may be wrong.
  private var isRegionOpen = false

  init(region: String, reason: String?) {
    self.region = region
    if let reason { comments["region"] = ["Guessed: " + reason + "."] }
    comments["gate"] = ["As many rejected records as the exports have today, and some more."]
    comments["slots"] = ["The identifiers of your app's Call Directory extensions, one or more."]
  }

  /// Leaves the region to a person, who is shown what speaks for each.
  mutating func leaveRegionOpen(_ choices: [String]) {
    isRegionOpen = true
    comments["region"] = nil
    comments["sources"] =
      ["Choose the region of the numbers; nothing is built without it. What speaks for each:"]
      + choices.map { "  " + $0 } + ["region: \(region)"]
  }

  /// Adds an export, to the source of those that are written alike or as one of its own.
  ///
  /// One that is like the former in all but its country gets no comments of its own.
  mutating func add(_ source: SourceSketch, _ choice: ColumnChoice, isLikeFormer: Bool = false) {
    warnings += source.warnings
    closed.formUnion(choice.closedStatuses)
    for (action, words) in choice.actions { actions[action, default: []].formUnion(words) }
    for (reason, share) in choice.shareWithoutNumber where share > 0.02 {
      limits[reason] = max(limits[reason] ?? 0, share)
    }
    if let place = sources.firstIndex(where: { $0.isLike(source) }) {
      return sources[place].add(source)
    }
    var source = source
    let name = source.source.name
    let others = sources.map(\.source.name)
    var count = 2
    while others.contains(source.source.name) {
      source.rename("\(name)-\(count)")
      count += 1
    }
    if isLikeFormer {
      sources.append(source)
      return addApart(source, choice)
    }
    let place = "sources/\(sources.count)"
    for (field, notes) in choice.notes { comments["\(place)/columns/\(field.rawValue)"] = notes }
    if source.source.action == .block {
      comments["\(place)/action"] = ["No column looks like a label, so the numbers are blocked."]
    }
    if source.source.encoding != nil {
      comments["\(place)/encoding"] = ["The character set in which the file reads best."]
    }
    if !source.notesOfFilters.isEmpty { comments["\(place)/where"] = source.notesOfFilters }
    let leftOut = choice.leftOut + source.hints
    if !leftOut.isEmpty {
      comments["\(place)/columns"] = ["Not mapped: " + leftOut.joined(separator: ", ")]
    }
    sources.append(source)
    addApart(source, choice)
  }

  /// Adds a source of the same export for numbers that area codes must not be put in front of.
  private mutating func addApart(_ source: SourceSketch, _ choice: ColumnChoice) {
    guard !choice.numbersApart.isEmpty else { return }
    let beside = choice.columns.filter { column in
      ![.number, .areaCode, .extensionDigits, .locality].contains(column.field)
    }
    var apart = source.reading(choice.numbersApart + beside)
    apart.rename(source.source.name + "-apart")
    comments["sources/\(sources.count)/columns/number"] =
      choice.notesApart + ["These have their area codes: those of the other source are not theirs."]
    sources.append(apart)
  }

  mutating func text() -> String {
    var pipeline = Pipeline(
      name: sources[0].source.name, region: region, sources: sources.map(\.source),
      slots: Pipeline.Slots(identifiers: ["com.example.app.directory1"]))
    fitRanges(&pipeline)
    let hasWindow = pipeline.sources.contains { $0.maps(.validFrom) || $0.maps(.validTo) }
    if hasWindow { pipeline.isAsOfToday = true }
    pipeline.actions.identify = actions[.identify]?.sorted() ?? []
    pipeline.actions.block = actions[.block]?.sorted() ?? []
    pipeline.actions.remove = actions[.remove]?.sorted() ?? []
    pipeline.statuses.disabled = closed.sorted()
    let document = withGate(pipeline)
    return """
      # yaml-language-server: $schema=pipeline.schema.json
      # (callbook schema > pipeline.schema.json, beside this file, tells editors the keys)
      #
      # Drafted by `callbook init` from the beginning of each export and records from all over it;
      # digits of cells in comments are masked.
      # Look at every line, give the identifiers of your extensions, then run `callbook check`.

      """ + warnings.map { "# WARNING: \($0)\n" }.joined()
        + document.yaml(comments: comments) + "\n"
  }

  /// What comes of records all over the exports, read to their ends; nil where they cannot be read twice.
  private func samples(of pipeline: Pipeline, atMost count: Int) -> [SourceSample]? {
    var trial = pipeline
    for index in sources.indices { trial.sources[index].paths = sources[index].exports }
    trial.asOf = trial.isAsOfToday ? (try? RunTime.current().day) : nil
    guard !sources.contains(where: { $0.exports.contains("-") }) else { return nil }
    let file = PipelineFile(path: "-", pipeline: trial, positions: [:])
    return try? SourceSample.take(of: file, atMost: count)
  }

  /// Where ranges stand for more numbers than the slots hold, the largest budget of a range with which
  /// all fit: what is left out is rejected, and the draft says how to let it in.
  private mutating func fitRanges(_ pipeline: inout Pipeline) {
    let room = pipeline.slots.cap * pipeline.slots.identifiers.count
    let budget = pipeline.normalize.expansionBudget
    guard let whole = numbers(of: pipeline), whole > room else { return }
    while pipeline.normalize.expansionBudget > 1 {
      pipeline.normalize.expansionBudget /= 10
      guard let left = numbers(of: pipeline), left > room else { break }
    }
    if numbers(of: pipeline) == 0 {
      warnings.append(
        "no range is short enough to be expanded: ranges of operators make no directory.")
    }
    comments["normalize/expansion_budget"] = [
      "Longer ranges are rejected: with \(budget), the default, all would be about \(whole) numbers",
      "and need \((whole + room - 1) / room) identifiers below, and limits.expansions.",
    ]
  }

  /// Numbers that ranges and wildcards of the exports are expanded to, by a sample; nil without any.
  private func numbers(of pipeline: Pipeline) -> Int? {
    samples(of: pipeline, atMost: Self.recordsForRanges).map { samples in
      samples.reduce(0) { sum, sample in
        guard let cost = sample.expansion, let read = sample.records["read"], read > 0 else {
          return sum
        }
        return sum + Int(Double(cost.numbers) * Double(sample.recordsInAll) / Double(read))
      }
    }
  }

  private static let recordsForRanges = 300
  private static let recordsForGate = 2_000
  /// A share of rejected records that the default of the gate lets pass, and some more of them.
  private static let shareWithinDefault = 0.035
  /// A share of rejected records from which on it gets a limit of its own.
  private static let shareOfNote = 0.02

  /// Shares of rejected records by reason, in a sample of all; nil where there is none.
  private func rejectedShares(of pipeline: Pipeline) -> [String: Double]? {
    samples(of: pipeline, atMost: Self.recordsForGate).map(GateForecast.records).map { records in
      records.rejected.mapValues { Double($0) / Double(max(1, records.count)) }
    }
  }

  /// Records without a number are usual in many registers: the gate must let them pass.
  private mutating func withGate(_ pipeline: Pipeline) -> DocumentValue {
    var limits = limits
    var others = 0.0
    var total = limits.values.reduce(0, +)
    if let shares = rejectedShares(of: pipeline) {
      warn(of: shares)
      // What is rejected in the wrong region says nothing of the right one.
      let counted = isRegionOpen ? shares.filter { Self.isEmpty($0.key) } : shares
      limits = counted.filter { $0.value > Self.shareOfNote }
      others = counted.filter { $0.value <= Self.shareOfNote }.values.reduce(0, +)
      total = counted.values.reduce(0, +)
    }
    guard case .mapping(var members) = pipeline.sketch else { return pipeline.sketch }
    if isRegionOpen { members.removeAll { $0.key == "region" } }
    if total <= Self.shareWithinDefault { return .mapping(members) }
    let shares =
      limits.sorted { $0.key < $1.key }.map { (key: $0.key, value: Self.limit(above: $0.value)) }
      + [(key: PipelineVocabulary.otherReasons, value: Self.limit(above: others))]
    return .mapping(members + [("gate", .mapping([("rejected", .mapping(shares))]))])
  }

  /// Whether a reason says that a record has no number, not that its number is wrong.
  private static func isEmpty(_ reason: String) -> Bool {
    reason == "missing-number" || reason == "placeholder"
  }

  /// The least share of cells that are numbers, of those that hold something.
  private static let shareOfNumbers = 0.9
  /// The largest share that a gate lets pass without a word.
  private static let shareWithoutWarning = 0.15

  /// Says in words what would otherwise be a number in the gate: that column or region may be wrong.
  private mutating func warn(of shares: [String: Double]) {
    let empty = shares.filter { Self.isEmpty($0.key) }.values.reduce(0, +)
    let wrong = shares.filter { !Self.isEmpty($0.key) }
    let filled = max(0.001, 1 - empty)
    let numbers = 1 - min(1, wrong.values.reduce(0, +) / filled)
    if numbers < Self.shareOfNumbers {
      let reasons = wrong.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3)
        .map { "\($0.key) \(Self.percent($0.value / filled))" }.joined(separator: ", ")
      warnings.append(
        "only \(Self.percent(numbers)) of the records that hold something in the number columns "
          + "give numbers of \(region) (\(reasons)).")
      warnings.append("Are these the columns, and is this the region? The gate lets them pass.")
    }
    if empty > Self.shareWithoutWarning {
      warnings.append(
        "\(Self.percent(empty)) of the records have no number; the gate lets them pass.")
    }
  }

  private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }

  /// A third more than was found, in steps of five; 5 % at least.
  private static func limit(above share: Double) -> DocumentValue {
    .text("\(min(100, Int(share * 1.33 * 20) * 5 + 5))%")
  }
}

extension Pipeline {
  /// The keys that a person who starts a pipeline should see; what has its default is left out.
  fileprivate var sketch: DocumentValue {
    guard case .mapping(let members) = document else { return document }
    var kept = ["version", "name", "region", "sources"]
    if isAsOfToday { kept.append("as_of") }
    if !(actions.identify + actions.block + actions.remove).isEmpty { kept.append("actions") }
    if !statuses.disabled.isEmpty { kept.append("statuses") }
    let head = members.filter { kept.contains($0.key) }.map { member in
      if member.key == "actions" { return (member.key, actionsInUse) }
      guard member.key == "sources", case .list(let documents) = member.value else { return member }
      return (member.key, .list(zip(documents, sources).map { Self.sketch(of: $0, $1) }))
    }
    let slots = DocumentValue.mapping([("identifiers", .texts(slots.identifiers))])
    let budget = normalize.expansionBudget
    let cells: [(key: String, value: DocumentValue)] =
      budget == Normalizing().expansionBudget
      ? [] : [("normalize", .mapping([("expansion_budget", .integer(Int64(budget)))]))]
    return .mapping(head + cells + [("slots", slots)])
  }

  private var actionsInUse: DocumentValue {
    let lists = [
      ("identify", actions.identify), ("block", actions.block), ("remove", actions.remove),
    ]
    return .mapping(lists.filter { !$0.1.isEmpty }.map { ($0.0, .texts($0.1)) })
  }

  private static func sketch(of document: DocumentValue, _ source: Source) -> DocumentValue {
    guard case .mapping(let members) = document else { return document }
    var kept = ["name", "path", "columns", "action"]
    if source.encoding != nil { kept.append("encoding") }
    switch source.format {
    case .rejects: break
    case .xml: kept += ["format", "record"]
    case .csv:
      if source.delimiterText != "," { kept.append("delimiter") }
      if source.quote == nil { kept.append("quote") }
      if !source.hasHeader { kept.append("header") }
      if source.skipLines > 0 { kept.append("skip_lines") }
    }
    if source.dateFormat != .iso { kept.append("date_format") }
    if source.region != nil { kept.append("region") }
    if !source.filters.isEmpty { kept.append("where") }
    return .mapping(
      members.filter { kept.contains($0.key) }.map { member in
        guard member.key == "path", source.paths.count == 1 else { return member }
        return (member.key, .text(source.paths[0]))
      })
  }
}
