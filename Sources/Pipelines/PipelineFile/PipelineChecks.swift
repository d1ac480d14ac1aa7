/// Checks that concern several sections of a pipeline.
struct PipelineChecks {
  let context: PipelineReadingContext

  /// Reports what contradicts itself in a pipeline that was read.
  func check(_ pipeline: Pipeline) {
    checkNames(of: pipeline.sources)
    checkRegions(of: pipeline)
    checkWindows(of: pipeline)
    checkSpellings(of: pipeline.actions)
    checkWords(of: pipeline)
    checkIdentifiers(of: pipeline.slots)
    checkStandardInput(of: pipeline.sources)
    check(pipeline.freshness)
    let file = PipelineFile(
      path: context.file, pipeline: pipeline, positions: context.positions)
    for (problem, advice, keyPath) in pipeline.liveLookupProblems {
      let place = file.diagnostic(at: keyPath, problem: problem, advice: advice).position
      context.report(problem, advice: advice, at: place)
    }
    check(pipeline.tests, of: pipeline)
  }

  func report(_ problem: String, advice: String, at keyPath: String) {
    context.report(problem, advice: advice, at: context.positions[keyPath])
  }

  private func checkNames(of sources: [Pipeline.Source]) {
    var seen: Set<String> = []
    for (index, source) in sources.enumerated() where !source.name.isEmpty {
      if !seen.insert(source.name).inserted {
        report(
          "two sources have the name \"\(source.name)\"", advice: "Name them differently.",
          at: "sources[\(index)].name")
      }
    }
  }

  private func checkRegions(of pipeline: Pipeline) {
    guard pipeline.region == nil, context.positions["region"] == nil else { return }
    for (index, source) in pipeline.sources.enumerated()
    where !source.isOfCorrections && source.region == nil
      && context.positions["sources[\(index)].region"] == nil
    {
      report(
        "source \"\(source.name)\" has no region",
        advice: "Add `region: TW` (say) to it or to the pipeline.", at: "sources[\(index)].name")
    }
  }

  private func checkWindows(of pipeline: Pipeline) {
    guard pipeline.asOf == nil, context.positions["as_of"] == nil else { return }
    for (index, source) in pipeline.sources.enumerated() {
      for field in ["valid_from", "valid_to"] {
        let keyPath = "sources[\(index)].columns.\(field)"
        guard context.positions[keyPath] != nil else { continue }
        report(
          "source \"\(source.name)\" maps \(field) and there is no as_of",
          advice: "Add `as_of: YYYY-MM-DD`, or give --as-of.", at: keyPath)
        return
      }
    }
  }

  private func checkSpellings(of actions: Pipeline.ActionSpellings) {
    var owners = ["identify": "identify", "block": "block", "remove": "remove"]
    let spelled = [
      ("identify", actions.identify), ("block", actions.block), ("remove", actions.remove),
    ]
    for (action, spellings) in spelled {
      for spelling in spellings {
        let owner = owners.updateValue(action, forKey: spelling.lowercased())
        guard let owner, owner != action else { continue }
        report(
          "the spelling \"\(spelling)\" stands for both \(owner) and \(action)",
          advice: "Keep one of them.", at: "actions.\(action)")
      }
    }
  }

  private func checkIdentifiers(of slots: Pipeline.Slots) {
    var seen: Set<String> = []
    for (index, identifier) in slots.identifiers.enumerated() {
      let keyPath = "slots.identifiers[\(index)]"
      if !seen.insert(identifier).inserted {
        report(
          "slots.identifiers names \"\(identifier)\" twice", advice: "Give each slot its own.",
          at: keyPath)
      }
      let isClean = identifier.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
      if identifier.utf8.count > 255 || !isClean {
        report(
          "slots.identifiers has an identifier with blanks, controls or over 255 bytes",
          advice: "Use the bundle identifier of the app extension.", at: keyPath)
      }
    }
    if slots.identifiers.count > 1000 {
      report(
        "slots.identifiers names \(slots.identifiers.count) slots (expected at most 1000)",
        advice: "Use fewer.", at: "slots.identifiers")
    }
  }

  private func checkStandardInput(of sources: [Pipeline.Source]) {
    let users = sources.enumerated().flatMap { index, source in
      source.paths.filter { $0 == "-" }.map { _ in index }
    }
    guard users.count > 1 else { return }
    report(
      "standard input (-) is read \(users.count) times", advice: "Read it in one place.",
      at: "sources[\(users[1])].path")
  }

  private func check(_ freshness: Pipeline.Freshness) {
    guard freshness.next.seconds > freshness.expires.seconds else { return }
    let key = context.positions["freshness.next"] == nil ? "freshness.expires" : "freshness.next"
    report(
      "freshness.next is \(freshness.next), beyond freshness.expires, \(freshness.expires)",
      advice: "Phones must ask before what they have expires: make next shorter.", at: key)
  }

  /// Reports tests that name no source of the pipeline.
  func check(_ tests: [PipelineTest], of pipeline: Pipeline) {
    let names = pipeline.sources.map(\.name)
    for (index, test) in tests.enumerated() {
      guard let source = test.source, !names.contains(source) else { continue }
      report(
        "tests name the source \"\(source)\" \(NearestName.phrase(for: source, among: names))",
        advice: "Use the name of a source.", at: "tests[\(index)].source")
    }
  }
}
