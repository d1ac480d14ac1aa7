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
  @Option(help: "The day for validity windows, YYYY-MM-DD; overrides as_of.")
  var asOf: CalendarDay?
  @Option(
    help: "The folder in which every file that the pipeline names must lie, links resolved.")
  var root: String?
  @Option(
    help: """
      The moment of the run, RFC 3339: names the report, and stands in timestamp.json; \
      SOURCE_DATE_EPOCH or the clock without it.
      """)
  var now: RunTime?
  @Option(help: "Folder for sorted runs that do not fit in memory; inside DIR without it.")
  var scratch: String?
  @Flag(help: "Write nothing; exit 1 if DIR is not what the inputs give.")
  var check = false
  @OptionGroup var publishing: PublishingOptions

  func validate() throws {
    let files = [("--metrics", publishing.metrics), ("--lineage", publishing.lineage)]
    if check, let file = files.first(where: { $0.1 != nil })?.0 {
      throw ValidationError("\(file): a check writes nothing (found --check too). Leave one out.")
    }
  }

  func run() throws {
    publishing.applyLog()
    var options = publishing.buildOptions(now: now)
    options.scratch = scratch
    options.isCheck = check
    let line = Terminal.leastLevel <= .info ? ProgressLine() : nil
    options.onProgress = line?.update
    let (settings, watch) = try prepare(options)
    try publishing.finish(build(settings, drawing: line, watch), watch)
  }

  /// Reads the pipeline file, which the run itself does not hold.
  private func prepare(_ options: BuildOptions) throws -> (RunSettings, RunWatch) {
    let file = try publishing.reading(pipeline, now: now) {
      try PipelineLoader.load(pipeline, asOf: asOf, root: root, now: now)
    }
    var options = options
    var watch = try publishing.watch(file, now: now)
    options.onSignal = watch.onSignal
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
