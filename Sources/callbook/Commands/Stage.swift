internal import ArgumentParser
internal import Pipelines

/// A build in steps that run as processes of their own, on as many machines as there are.
struct Stage: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stage",
    abstract: "Does one step of a build, for engines that spread the steps over machines.",
    discussion: """
      In this order: split PIPELINE > plan.json; bounds plan.json --parts P > bounds.json; normalize, \
      once a split; merge, once a part; chunks, once a group of slots, or not at all; finish. The result is that of `build`, byte for byte. Steps \
      write data on standard output: a stream that lacks its last frame is refused by the next step.
      EXIT CODES: 0 done; 1 the data, the gate or a stream said no, or a worker has another tool, \
      pipeline or export than the plan; 2 usage or configuration; 3 (finish) as of `build`.
      MEMORY: at most --memory in normalize, merge, chunks and finish; split and bounds say theirs.
      """,
    subcommands: [
      StageSplit.self, StageBoundsCommand.self, StageNormalize.self, StageMerge.self,
      StageChunks.self, StageFinish.self,
    ])
}

/// The run that a step belongs to.
struct StageRun: ParsableArguments {
  @Argument(help: "The plan that `stage split` wrote.")
  var plan: String
  @Option(
    help: "The pipeline file, where it is not at the path in the plan; it must be the same file.")
  var pipeline: String?

  func context(folder: String? = nil) throws -> StageContext {
    try StageContext(plan: plan, pipeline: pipeline, folder: folder)
  }
}

/// What a worker may use.
struct StageResources: ParsableArguments {
  @Option(help: "Peak memory, such as 256M or 2G; at least 64M.")
  var memory = ByteSize(bytes: 256 << 20)
  @Option(
    help: "Folder for sorted runs that do not fit in memory; the system's temporary one without it."
  )
  var scratch: String?
  @OptionGroup var log: LogOptions

  func validate() throws {
    if memory.bytes < BuildOptions.leastMemory {
      throw ValidationError("--memory: expected at least 64M (found \(memory)).")
    }
  }

  func options(threads: Int = 1) throws -> StageOptions {
    log.apply()
    var options = StageOptions()
    options.memory = memory.bytes
    options.threads = threads
    options.scratch = try scratch.map { try StageOptions.scratch($0) }
    return options
  }
}
