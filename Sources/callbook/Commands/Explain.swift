internal import ArgumentParser
internal import DirectoryFormat
internal import Display
internal import Foundation
internal import Inspection
internal import Pipelines

/// Says what the stages make of one record or one number.
struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Says what comes of one record, or who proposes one number and who wins it.",
    discussion: """
      A record FILE:LINE is shown with its cells, the number cells after each rule, and its numbers \
      or rejections; then, for its numbers or the NUMBER, every record that proposes it in the \
      order of precedence, with winner, list, slot and what decided. Raw cells are shown. With --output also \
      what is published of it and since when, its extensions there, and rejected cells with its digits.
      EXIT CODES: 0 found; 1 no such record, or nobody proposes one of the numbers, or (with --output) \
      not a sound directory; 2 usage or configuration, or one of the questions is no number and no line of an export; the others \
      are answered.
      MEMORY: some blocks of the exports, whatever their size; they are read once.
      """)

  @Argument(help: "The pipeline file; its sources must be files.")
  var pipeline: String
  @Argument(help: "Numbers in any notation, directory digits, or FILE:LINE; - reads one a line.")
  var questions: [String]
  @Option(
    help: "The output folder of `build`: what is published, since when, and what was rejected.")
  var output: String?
  @Option(help: "The day for validity windows, YYYY-MM-DD; overrides as_of.")
  var asOf: CalendarDay?
  @Option(
    help: "The folder in which every file that the pipeline names must lie, links resolved.")
  var root: String?
  @Option(help: "Threads that read; one per core without it.")
  var threads: Int?
  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    if let threads, !(1...256).contains(threads) {
      throw ValidationError("--threads: expected 1 to 256 (found \(threads)).")
    }
  }

  @OptionGroup var log: LogOptions

  func run() throws {
    log.apply()
    let asked = try questions.flatMap { try $0 == "-" ? Self.standardInput() : [$0] }
    let explainer = try Explainer(PipelineLoader.load(pipeline, asOf: asOf, root: root))
    let answers = try explainer.explain(
      asked, threads: threads ?? ProcessInfo.processInfo.activeProcessorCount)
    let published = try output.map { try PublishedNumbers($0) }
    let report = try output.map { try RunReport.find($0) }
    var days = report.map(PublicationDays.init)
    if answers.count == 1, let problem = answers[0].problem { throw problem }
    for answer in answers {
      if let problem = answer.problem {
        if json { try Terminal.print(DocumentValue.mapping(answer.members).json(indented: false)) }
        Terminal.say(Escaping.escaped(problem.description), as: .error)
      } else {
        try show(answer, published, report, &days, isAlone: asked.count == 1)
      }
    }
    if answers.contains(where: { $0.problem != nil }) { throw CommandExit.usage }
    if answers.contains(where: { !$0.isFound }) { throw CommandExit.refused }
  }

  private func show(
    _ answer: Explanation, _ published: PublishedNumbers?, _ report: RunReport?,
    _ days: inout PublicationDays?, isAlone: Bool
  ) throws {
    let standings = try published.map { published in
      try answer.readAs.map { number in
        let base = answer.numbers.first { $0.number == number }?.proposals.first?.baseDigits
        var found = try published.answer(number, baseDigits: base ?? String(number).utf8.count)
        for place in found.standings.indices {
          found.standings[place].publishedOn = days?.day(of: found.standings[place].since)
        }
        return found
      }
    }
    let isPlace = !answer.records.isEmpty
    let rejected = try report.map { report in
      try RejectedDigits(
        in: report, of: (isPlace ? [] : [answer.question]) + answer.readAs.map(String.init))
    }
    if json {
      var members = answer.members
      if let standings { members.append(("published", .list(standings.map(\.document)))) }
      if let rejected { members.append(("rejected", rejected.document)) }
      try Terminal.print(DocumentValue.mapping(members).json(indented: isAlone))
    } else if answer.isFound || standings != nil {
      let lines = (standings ?? []).flatMap(\.lines) + (rejected?.lines ?? [])
      try Terminal.show(([answer.text] + lines).joined(separator: "\n"))
    }
    if !answer.isFound {
      Terminal.say(
        "\(Escaping.escaped(answer.question)): no record of the pipeline's exports is it or proposes it"
          + (rejected.map {
            $0.total > 0 ? "; \($0.total) rejected cells stand beside its digits." : "."
          } ?? "."),
        as: .error)
    }
  }

  private static func standardInput() throws -> [String] {
    var lines: [String] = []
    try StandardInput.forEachLine { line in
      let text = String(decoding: line, as: UTF8.self)
      if text.contains(where: { !$0.isWhitespace }) { lines.append(text) }
    } beforeWaiting: {
    }
    return lines
  }
}

extension PublishedNumbers.Answer {
  /// The answer as `--json` prints it.
  fileprivate var document: DocumentValue {
    func entry(_ entry: PublishedNumbers.Entry) -> [(key: String, value: DocumentValue)] {
      [
        ("number", .text(String(entry.number))), ("list", .text(entry.list.rawValue)),
        ("label", .text(entry.label)),
      ]
    }
    var members: [(key: String, value: DocumentValue)] = [
      ("number", .text(String(number))), ("sequence", .integer(Int64(sequence))),
      (
        "entries",
        .list(
          standings.map { standing in
            var members =
              entry(standing.entry) + [
                ("slot", .text(standing.slot)), ("since", .integer(Int64(standing.since))),
                ("or_before", .flag(standing.isOldest)),
              ]
            if let day = standing.publishedOn { members.append(("since_day", .text(day))) }
            if let day = standing.asOf { members.append(("since_as_of", .text(day))) }
            return .mapping(members)
          })
      ),
      ("extensions_in_all", .integer(Int64(extensionsInAll))),
      ("extensions", .list(extensions.map { .mapping(entry($0)) })),
    ]
    if let lookup {
      members.append(("lookup", .list(lookup.entries.map { .mapping(entry($0)) })))
    }
    if let lastSeen { members.append(("last_seen", .integer(Int64(lastSeen)))) }
    return .mapping(members)
  }
}
