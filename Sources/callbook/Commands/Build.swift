internal import ArgumentParser
internal import Display
internal import Pipelines
internal import Publication

/// Runs a pipeline and publishes its directory: the main job.
struct Build: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Reads the exports of a pipeline and publishes its directory.",
    discussion: """
      Writes DIR/directory (may be published) and DIR/report (holds raw cells; stays inside). The \
      former generation stays whole until the new one is complete, and when the run refuses.
      EXIT CODES: 0 published, or nothing changed; 1 the data or the gate said no, or --check found \
      a difference; 2 usage or configuration; 3 published, or nothing to change, but what came \
      after that failed, such as printing the summary: standard error says what.
      MEMORY: at most --memory, whatever the size of the exports; what does not fit goes to --scratch.
      """)

  @Argument(help: "The pipeline file; - for standard input.")
  var pipeline: String
  @Option(help: "The output folder DIR; build/<pipeline name> without it.")
  var output: String?
  @Option(help: "The day for validity windows, YYYY-MM-DD; overrides as_of.")
  var asOf: CalendarDay?
  @Option(help: "The folder in which every export must lie once links are resolved.")
  var root: String?
  @Option(
    help: """
      The moment of the run, RFC 3339: names the report, and stands in timestamp.json; \
      SOURCE_DATE_EPOCH or the clock without it.
      """)
  var now: RunTime?
  @Option(
    help: "Lowest sequence of what is published: one above the former server's, on a new one.")
  var leastSequence = 1
  @Option(help: "Threads that read and sort; one per core without it.")
  var threads: Int?
  @Option(help: "Peak memory, such as 256M or 2G; at least 64M.")
  var memory = ByteSize(bytes: 512 << 20)
  @Option(help: "Folder for sorted runs that do not fit in memory; inside DIR without it.")
  var scratch: String?
  @Option(
    name: .customLong("accept"),
    help: "Publish though the gate says no; the reason stands in the report, with what it said.")
  var reason: String?
  @Flag(help: "Write nothing; exit 1 if DIR is not what the inputs give.")
  var check = false
  @Option(
    help: "A file for OpenMetrics of this run, renamed into place: for a node exporter's textfiles."
  )
  var metrics: String?
  @Option(help: "A file to which the run's OpenLineage events are added, a line of JSON each.")
  var lineage: String?
  @Flag(help: "Print the summary as JSON on standard output.")
  var json = false
  @Flag(help: "No summary; say nothing but errors, unless --log-level asks for more.")
  var quiet = false
  @Flag(help: "Print the seconds of each step on standard error.")
  var timings = false
  @OptionGroup var log: LogOptions

  func validate() throws {
    if output?.isEmpty == true {
      throw ValidationError("--output: expected a folder (found nothing).")
    }
    try PublishingChecks.check(
      accepting: reason, threads: threads, leastSequence: leastSequence, memory: memory)
    if check, let file = metrics != nil ? "--metrics" : lineage != nil ? "--lineage" : nil {
      throw ValidationError("\(file): a check writes nothing (found --check too). Leave one out.")
    }
  }

  func run() throws {
    var options = BuildOptions()
    options.output = output
    options.threads = threads
    options.now = now
    options.leastSequence = leastSequence
    options.memory = memory
    options.scratch = scratch
    options.isCheck = check
    log.apply(default: quiet ? .error : .info)
    options.accepting = reason
    let line = Terminal.leastLevel <= .info ? ProgressLine() : nil
    options.onProgress = line?.update
    let (settings, prepared) = try prepare(options)
    var watch = prepared
    let result = try build(settings, drawing: line, watch)
    let voice = ResultVoice(json: json, quiet: quiet, timings: timings, memory: memory)
    let isTold = voice.tell(result)
    watch.end(result)
    for complaint in watch.complaints { voice.complain(complaint, of: result) }
    if !result.isGood { throw CommandExit.refused }
    if !isTold || !watch.complaints.isEmpty || !result.complaints.isEmpty {
      throw CommandExit.complaint
    }
  }

  /// Reads the pipeline file, which the run itself does not hold.
  private func prepare(_ options: BuildOptions) throws -> (RunSettings, RunWatch) {
    let file = try PipelineLoader.load(pipeline, asOf: asOf, root: root, now: now)
    var watch = RunWatch(file, output: output, now: now, metrics: metrics, lineage: lineage)
    watch.begin()
    do { return (try RunSettings(file, options: options), watch) } catch {
      watch.fail(error)
      throw error
    }
  }

  /// Runs the pipeline; the line is gone when it has ended, however it did.
  private func build(
    _ settings: RunSettings, drawing line: ProgressLine?, _ watch: RunWatch
  ) throws -> BuildResult {
    defer { line?.finish() }
    do {
      return try PipelineRunner(settings).build()
    } catch {
      watch.fail(error)
      throw error
    }
  }
}

extension RunTime: ExpressibleByArgument {
  /// Reads the option's value.
  package init?(argument: String) { self.init(argument) }
}

extension CalendarDay: ExpressibleByArgument {
  /// Reads the option's value.
  package init?(argument: String) { self.init(argument) }
}

extension ByteSize: ExpressibleByArgument {
  /// Reads the option's value.
  package init?(argument: String) { self.init(argument) }
}
