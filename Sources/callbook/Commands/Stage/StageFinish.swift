internal import ArgumentParser
internal import Pipelines

/// Publishes a run whose splits are read and whose parts are merged.
struct StageFinish: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "finish",
    abstract: "Publishes what all splits and parts of a run came to, as `build` does.",
    discussion: """
      WORK holds split-I.account (or split-I.frames) of every split and part-J.merged of every part; \
      further attempts, such as split-I.account.2, must be equal. Nothing is written before all are \
      there, whole and of this run.
      EXIT CODES: 0 published, or nothing changed; 1 the data or the gate said no, or a stream is \
      missing, cut or of another run; 2 usage or configuration; 3 published, or nothing to change, but \
      what came after that failed: standard error says what.
      MEMORY: at most --memory.
      """)

  @OptionGroup var stage: StageRun
  @Option(help: "The bounds that `stage bounds` wrote.")
  var bounds: String
  @Option(help: "The folder with the streams of all splits and parts.")
  var work: String
  @Option(help: "The output folder DIR; build/<pipeline name> without it.")
  var output: String?
  @Option(
    help: "Lowest sequence of what is published: one above the former server's, on a new one.")
  var leastSequence = 1
  @Option(help: "Threads for deltas, renderings and twins; one per core without it.")
  var threads: Int?
  @Option(
    name: .customLong("accept"),
    help: "Publish though the gate says no; the reason stands in the report, with what it said.")
  var reason: String?
  @Option(help: "Peak memory, such as 256M or 2G; at least 64M.")
  var memory = ByteSize(bytes: 512 << 20)
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
  }

  func run() throws {
    log.apply(default: quiet ? .error : .info)
    let context = try stage.context()
    var options = BuildOptions()
    options.output = output
    options.threads = threads
    options.now = context.now
    options.leastSequence = leastSequence
    options.memory = memory
    options.accepting = reason
    let settings = try RunSettings(context.file, options: options)
    let parts = try CollectedParts(context, bounds: bounds, work: work, settings)
    let result = try PipelineRunner(settings).build(from: parts)
    let voice = ResultVoice(json: json, quiet: quiet, timings: timings, memory: memory)
    let isTold = voice.tell(result)
    if !result.isGood { throw CommandExit.refused }
    if !isTold || !result.complaints.isEmpty { throw CommandExit.complaint }
  }
}
