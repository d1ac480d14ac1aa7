internal import ArgumentParser
internal import Display
internal import Pipelines

/// Checks a pipeline: the file, its tests, the headers of its exports and a sample of their rows.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Checks a pipeline, runs its tests and reads a sample of its rows; writes nothing.",
    discussion: """
      Reads every export, so that what would stop a build is found beforehand, and looks closely at \
      --sample records of each source, spread evenly; standard input is left alone. Shows a few \
      entries (number → label, masked unless --reveal) and what the gate would say.
      With --format every finding is listed and the exit code is 0.
      EXIT CODES: 0 the pipeline is sound and its tests pass; 1 a test failed, a waiver has \
      expired, or nothing would come out of a source; 2 usage or configuration, an export that cannot be read or lacks a \
      column included.
      MEMORY: a few MiB for each source.
      """)

  @Argument(help: "The pipeline file; - for standard input.")
  var pipeline: String
  @Option(help: "The day for validity windows, YYYY-MM-DD; overrides as_of.")
  var asOf: CalendarDay?
  @Option(
    help: "The folder in which every file that the pipeline names must lie, links resolved.")
  var root: String?
  @Option(help: "Records of each source that are looked at.")
  var sample = 1000
  @Flag(help: "Show phone numbers in full.")
  var reveal = false
  @Flag(help: "Print one JSON object.")
  var json = false
  @Option(
    help: """
      Print every finding for other programs, and exit 0 whatever is found: github (annotations), \
      sarif (2.1.0), junit, csv or json.
      """)
  var format: ListingFormat?

  func validate() throws {
    if sample < 1 { throw ValidationError("--sample: expected at least 1 (found \(sample)).") }
  }

  @OptionGroup var log: LogOptions

  func run() throws {
    log.apply()
    let now = try RunTime.current()
    let file = try PipelineLoader.load(pipeline, asOf: asOf, root: root, now: now)
    try file.checkLookup()
    let corrections = try file.corrections()
    let report = CheckReport(
      of: file, failures: try PipelineTestRunner.run(file.pipeline),
      samples: try SourceSample.take(of: file, atMost: sample, correctedBy: corrections),
      on: now.day, corrections: corrections)
    if let listing = format?.listing {
      let text = listing.text(of: report.findings(revealed: reveal))
      return format == .csv ? try Terminal.writeForeign(text) : try Terminal.write(text)
    }
    if json || format == .json {
      try Terminal.print(report.document(revealed: reveal).json(indented: true))
    } else {
      try Terminal.show(report.lines(revealed: reveal).joined(separator: "\n"))
    }
    for complaint in report.complaints { Terminal.say(Escaping.escaped(complaint), as: .error) }
    if !report.isGood, format == nil { throw CommandExit.refused }
  }
}
