internal import ArgumentParser
internal import Pipelines

/// What the commands that publish have in common: `build` and the last stage of a run in stages.
struct PublishingOptions: ParsableArguments {
  @Option(help: "The output folder DIR; build/<pipeline name> without it.")
  var output: String?
  @Option(
    help: "Lowest sequence of what is published: one above the former server's, on a new one.")
  var leastSequence = 1
  @Option(help: "Threads of this process; one per core without it.")
  var threads: Int?
  @Option(help: "Peak memory, such as 256M or 2G; at least 64M.")
  var memory = ByteSize(bytes: 512 << 20)
  @Option(
    name: .customLong("accept"),
    help: "Publish though the gate says no; why stands in the report, and in the public manifest.")
  var reason: String?
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
    for (option, file) in [("--metrics", metrics), ("--lineage", lineage)] where file == "" {
      throw ValidationError("\(option): expected a file (found nothing).")
    }
    if let reason, !reason.contains(where: { !$0.isWhitespace }) || reason.utf8.count > 1000 {
      throw ValidationError(
        "--accept: expected a reason of at most 1000 bytes (found \(reason.utf8.count)). Say why.")
    }
    if let threads, !(1...256).contains(threads) {
      throw ValidationError("--threads: expected 1 to 256 (found \(threads)).")
    }
    if !(1...1_000_000_000).contains(leastSequence) {
      throw ValidationError(
        "--least-sequence: expected 1 to 1000000000 (found \(leastSequence)).")
    }
    if memory.bytes < BuildOptions.leastMemory {
      throw ValidationError("--memory: expected at least 64M (found \(memory)).")
    }
  }

  /// What the run is asked for; `now` is nil where the clock decides.
  func buildOptions(now: RunTime?) -> BuildOptions {
    var options = BuildOptions()
    options.output = output
    options.threads = threads
    options.now = now
    options.leastSequence = leastSequence
    options.memory = memory
    options.accepting = reason
    return options
  }

  /// Sets how much is said.
  func applyLog() { log.apply(default: quiet ? .error : .info) }

  /// Who tells others of a run of this pipeline.
  ///
  /// - Throws: `UnusableOption` where that cannot be told in the files that are named.
  func watch(_ file: PipelineFile, now: RunTime?) throws -> RunWatch {
    let watch = RunWatch(file, output: output, now: now, metrics: metrics, lineage: lineage)
    try watch.check()
    return watch
  }

  /// Reads what a run is made of; a run that ends here has failed, too.
  func reading<Value>(
    _ pipeline: String?, now: RunTime?, _ read: () throws -> Value
  ) throws -> Value {
    do { return try read() } catch {
      RunWatch.failUnread(pipeline, output: output, metrics: metrics, now: now)
      throw error
    }
  }

  /// Tells what a run came to, and throws the exit code that is not 0.
  func finish(_ result: BuildResult, _ watched: RunWatch) throws {
    var watch = watched
    let voice = ResultVoice(json: json, quiet: quiet, timings: timings, memory: memory)
    let isTold = voice.tell(result)
    watch.end(result)
    for complaint in watch.complaints { voice.complain(complaint, of: result) }
    if !result.isGood { throw CommandExit.refused }
    if !isTold || !watch.complaints.isEmpty || !result.complaints.isEmpty {
      throw CommandExit.complaint
    }
  }
}
