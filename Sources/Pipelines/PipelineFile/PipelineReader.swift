internal import Records
internal import Yams

/// Reads pipeline files.
package enum PipelineReader {
  /// Reads a pipeline from its text, with the tests of the file beside it, if there is one.
  ///
  /// Memory is bounded: a file has at most `mostBytes` and may not use aliases.
  ///
  /// - Parameters:
  ///   - text: The pipeline file.
  ///   - path: Its name for messages and for paths relative to it.
  ///   - asOf: The day that takes the place of `as_of`; nil leaves the file's.
  ///   - now: The moment of the run, for `as_of: today`; nil asks SOURCE_DATE_EPOCH, then the clock.
  ///   - tests: Name and text of the file of tests beside it.
  /// - Throws: All problems at once.
  package static func read(
    _ text: String, path: String, asOf: CalendarDay? = nil, now: RunTime? = nil,
    tests: (path: String, text: String)? = nil, mostBytes: Int = YAMLDocument.mostBytes
  ) throws(PipelineErrors) -> PipelineFile {
    let context = PipelineReadingContext(file: path, mostBytes: mostBytes)
    var pipeline = try openRoot(text, as: PipelineKeys.pipeline, in: context).map(pipeline)
    if let asOf {
      pipeline?.asOf = asOf
      pipeline?.isAsOfToday = false
    } else if pipeline?.isAsOfToday == true {
      pipeline?.asOf = day(of: now, in: context)
    }
    if let pipeline { PipelineChecks(context: context).check(pipeline) }
    var diagnostics = context.diagnostics
    if let tests {
      let beside = PipelineReadingContext(file: tests.path, mostBytes: mostBytes)
      let more = try openRoot(tests.text, as: PipelineKeys.testFile, in: beside).map(Self.tests)
      if let pipeline { PipelineChecks(context: beside).check(more ?? [], of: pipeline) }
      pipeline?.tests += more ?? []
      diagnostics += beside.diagnostics
    }
    guard let pipeline, diagnostics.isEmpty else { throw PipelineErrors(diagnostics) }
    return PipelineFile(path: path, pipeline: pipeline, positions: context.positions)
  }

  private static func day(
    of now: RunTime?, in context: PipelineReadingContext
  ) -> CalendarDay? {
    if let now { return now.day }
    do { return try RunTime.current().day } catch {
      context.report(
        "as_of is today, and the day is not known (\(error))",
        advice: "Mend SOURCE_DATE_EPOCH, or give --as-of.", at: context.positions["as_of"])
      return nil
    }
  }

  /// The reader of a file's root; nil when it is no mapping, which has been reported.
  static func openRoot(
    _ text: String, as section: KeySection, in context: PipelineReadingContext
  ) throws(PipelineErrors) -> SectionReader? {
    guard text.utf8.count <= context.mostBytes else {
      throw PipelineErrors([
        PipelineDiagnostic(
          file: context.file, position: nil,
          problem: "the file has \(text.utf8.count) bytes (expected at most \(context.mostBytes))",
          advice: "Is this a pipeline file?")
      ])
    }
    do {
      let root = try YAMLDocument.root(of: text, file: context.file)
      return SectionReader(root, as: section, at: "", in: context)
    } catch {
      throw PipelineErrors([error])
    }
  }

  /// The pipeline in a mapping; with placeholders where something was wrong and reported.
  static func pipeline(_ root: SectionReader) -> Pipeline {
    _ = root.integer("version")
    var pipeline = Pipeline(
      name: root.text("name") ?? "", region: root.text("region"),
      sources: (root.sections("sources") ?? []).map(source),
      slots: root.section("slots").map(slots) ?? Pipeline.Slots(identifiers: []))
    let asOf = root.text("as_of")
    pipeline.isAsOfToday = asOf == TextForm.today
    pipeline.asOf = asOf.flatMap(CalendarDay.init)
    if let actions = root.section("actions") {
      pipeline.actions.identify = actions.texts("identify") ?? []
      pipeline.actions.block = actions.texts("block") ?? []
      pipeline.actions.remove = actions.texts("remove") ?? []
    }
    if let statuses = root.section("statuses") {
      pipeline.statuses.disabled = statuses.texts("disabled") ?? []
    }
    pipeline.words = root.section("words").map(words) ?? pipeline.words
    if let normalize = root.section("normalize") { pipeline.normalize = normalizing(normalize) }
    if let merge = root.section("merge") { pipeline.merge = merging(merge) }
    if let representative = root.section("representative") {
      pipeline.representativeLabel = representative.text("label")
    }
    pipeline.protect = root.texts("protect") ?? pipeline.protect
    pipeline.chunkTarget = root.section("chunks")?.integer("target") ?? pipeline.chunkTarget
    let formats = (root.texts("formats") ?? []).compactMap(Pipeline.Format.init(rawValue:))
    pipeline.formats.formUnion(formats)
    pipeline.liveLookup = root.section("live_lookup").map(Pipeline.LiveLookup.init)
    if let deltas = root.section("deltas") {
      pipeline.largestDeltaShare =
        percentage(deltas, "max_share") ?? pipeline.largestDeltaShare
    }
    pipeline.writesTwins = root.flag("packed") ?? pipeline.writesTwins
    pipeline.generations = root.integer("generations") ?? pipeline.generations
    pipeline.reports = root.integer("reports") ?? pipeline.reports
    pipeline.allowsEmpty = root.flag("allow_empty") ?? pipeline.allowsEmpty
    pipeline.continues = root.flag("continues") ?? pipeline.continues
    pipeline.waivers = waivers(of: root)
    pipeline.gate = root.section("gate").map(gate) ?? pipeline.gate
    if let freshness = root.section("freshness") {
      pipeline.freshness.expires = time(freshness, "expires") ?? pipeline.freshness.expires
      pipeline.freshness.next = time(freshness, "next") ?? pipeline.freshness.next
    }
    if let limits = root.section("limits") { pipeline.limits = Self.limits(limits) }
    pipeline.signing = root.section("sign").flatMap(signing)
    pipeline.tests = tests(of: root)
    return pipeline
  }

  private static func limits(_ reader: SectionReader) -> Pipeline.Limits {
    var limits = Pipeline.Limits()
    limits.report = reader.text("report").flatMap(ByteSize.init) ?? limits.report
    limits.inflated = reader.text("inflated").flatMap(ByteSize.init) ?? limits.inflated
    limits.expansions = reader.integer("expansions")
    return limits
  }

  private static func slots(_ reader: SectionReader) -> Pipeline.Slots {
    var slots = Pipeline.Slots(identifiers: reader.texts("identifiers") ?? [])
    slots.cap = reader.integer("cap") ?? slots.cap
    return slots
  }

  private static func normalizing(_ reader: SectionReader) -> Pipeline.Normalizing {
    var normalizing = Pipeline.Normalizing()
    normalizing.validate =
      reader.choice("validate", of: Pipeline.Normalizing.Validation.self) ?? normalizing.validate
    normalizing.extensionWidth = reader.integer("extension_width") ?? normalizing.extensionWidth
    normalizing.refusedTypes = reader.texts("refuse") ?? []
    normalizing.rules = reader.flags("rules") ?? [:]
    normalizing.expansionBudget = reader.integer("expansion_budget") ?? normalizing.expansionBudget
    return normalizing
  }

  private static func merging(_ reader: SectionReader) -> Pipeline.Merging {
    var merging = Pipeline.Merging()
    if let words = reader.texts("prefer") {
      merging.prefer = words.compactMap(Pipeline.Merging.Preference.init(rawValue:))
      if Set(words).count < words.count {
        reader.report(
          "merge.prefer names a property twice", advice: "Name each once.", at: "prefer")
      }
    }
    merging.both = reader.choice("both", of: Pipeline.Merging.Both.self) ?? merging.both
    return merging
  }

  private static func signing(_ reader: SectionReader) -> Pipeline.Signing? {
    switch (reader.text("key"), reader.text("environment")) {
    case (let file?, nil): return .file(file)
    case (nil, let variable?): return .environment(variable)
    case (nil, nil) where reader.has("key") || reader.has("environment"): return nil
    default:
      reader.report(
        "sign names \(reader.has("key") ? "both key and environment" : "no key")",
        advice: "Name one: key (a file) or environment (a variable).", at: "environment")
      return nil
    }
  }

  private static func time(_ reader: SectionReader, _ key: String) -> TimeLimit? {
    reader.text(key).flatMap(TimeLimit.init)
  }

  /// A share.
  static func percentage(_ reader: SectionReader, _ key: String) -> Percentage? {
    reader.text(key).flatMap(Percentage.init)
  }

  /// The tests under `tests`.
  private static func tests(of root: SectionReader) -> [PipelineTest] {
    (root.sections("tests") ?? []).map { reader in
      var test = PipelineTest(cell: reader.text("cell") ?? "")
      test.extensionCell = reader.text("extension")
      test.areaCode = reader.text("area_code")
      test.locality = reader.text("locality")
      test.source = reader.text("source")
      test.region = reader.text("region")
      test.directory = reader.texts("directory")
      test.e164 = reader.texts("e164")
      test.reasons = reader.texts("reason")
      test.repairs = reader.texts("repairs")
      test.file = reader.file
      test.line = reader.node.mark?.line ?? 0
      if !["directory", "e164", "reason", "repairs"].contains(where: reader.has) {
        reader.report(
          "the test expects nothing", advice: "Add directory, e164, reason or repairs.",
          at: "cell")
      }
      return test
    }
  }
}
