internal import ArgumentParser
internal import Pipelines

/// Runs a pipeline and publishes its directory: the main job.
struct Build: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Reads the exports of a pipeline and publishes its directory.",
    discussion: """
      Writes DIR/directory (may be published) and DIR/report (holds raw cells; stays inside). The \
      former generation stays whole until the new one is complete, and when the run refuses.
      EXIT CODES: 0 published, or nothing changed; 1 the data or the gate said no, or --check found \
      a difference; 2 usage or configuration.
      MEMORY: at most --memory, whatever the size of the exports; what does not fit goes to --scratch.
      """)

  @Argument(help: "The pipeline file; - for standard input.")
  var pipeline: String
  @Option(help: "The output folder DIR; build/<pipeline name> without it.")
  var output: String?
  @Option(help: "The day for validity windows, YYYY-MM-DD; overrides as_of.")
  var asOf: CalendarDay?
  @Option(help: "Threads that read and sort; one per core without it.")
  var threads: Int?
  @Option(help: "Peak memory, such as 256M or 2G; at least 64M.")
  var memory = ByteSize(bytes: 512 << 20)
  @Option(help: "Folder for sorted runs that do not fit in memory; inside DIR without it.")
  var scratch: String?
  @Flag(help: "Write nothing; exit 1 if DIR is not what the inputs give.")
  var check = false
  @Flag(help: "Print the summary as JSON on standard output.")
  var json = false
  @Flag(help: "Say nothing but errors.")
  var quiet = false
  @Flag(help: "Print the seconds of each step on standard error.")
  var timings = false

  func validate() throws {
    if output?.isEmpty == true {
      throw ValidationError("--output: expected a folder (found nothing).")
    }
    if let threads, !(1...256).contains(threads) {
      throw ValidationError("--threads: expected 1 to 256 (found \(threads)).")
    }
    if memory.bytes < BuildOptions.leastMemory {
      throw ValidationError("--memory: expected at least 64M (found \(memory)).")
    }
  }

  func run() throws {
    var options = BuildOptions()
    options.output = output
    options.threads = threads
    options.memory = memory
    options.scratch = scratch
    options.isCheck = check
    let line = quiet ? nil : ProgressLine()
    options.onProgress = line?.update
    let result = try build(options, drawing: line)
    try report(result)
    if !result.isGood { throw CommandExit.refused }
  }

  /// Runs the pipeline; the line is gone behind it, however it ends.
  private func build(_ options: BuildOptions, drawing line: ProgressLine?) throws -> BuildResult {
    defer { line?.finish() }
    let file = try PipelineLoader.load(pipeline, asOf: asOf)
    return try PipelineRunner(RunSettings(file, options: options)).build()
  }

  /// The summary: data for programs, or words for a person; why the exit code is 1 is always said.
  private func report(_ result: BuildResult) throws {
    if json {
      try Terminal.write(SummaryReport.json(result.summary))
    } else if !quiet {
      try Terminal.print(
        SummaryText(result.summary).text(directory: result.directory, report: result.report))
    }
    for complaint in complaints(result) { Terminal.say(complaint) }
    if timings {
      for step in result.timings.steps {
        Terminal.say("\(step.name): \((step.seconds * 1000).rounded() / 1000) s")
      }
    }
  }
}

/// Why the exit code is 1; nothing when it is 0.
private func complaints(_ result: BuildResult) -> [String] {
  let summary = result.summary
  guard summary.outcome == .differs else { return summary.refusals }
  return [
    "\(result.directory): not what the inputs give (expected generation "
      + "\(summary.generation ?? "")). Build without --check."
  ]
}

extension CalendarDay: ExpressibleByArgument {
  /// Reads the option's value.
  package init?(argument: String) { self.init(argument) }
}

extension ByteSize: ExpressibleByArgument {
  /// Reads the option's value.
  package init?(argument: String) { self.init(argument) }
}
