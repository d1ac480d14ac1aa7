internal import ArgumentParser
internal import Pipelines
#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Reads one split of a run.
struct StageNormalize: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "normalize",
    abstract: "Reads and normalizes one split; writes sorted runs and reports as frames.",
    discussion: """
      The stream is the same whenever and wherever it is made. It ends with a frame of kind 10.
      EXIT CODES: 0 done; 1 the export is not that of the plan, or cannot be read; 2 usage or \
      configuration.
      MEMORY: at most --memory; what does not fit goes to --scratch, in files without a name.
      """)

  @OptionGroup var stage: StageRun
  @Option(help: "The bounds that `stage bounds` wrote.")
  var bounds: String
  @Option(help: "The split, from 0.")
  var split: Int
  @Option(
    help: "The folder from which the paths of the plan are meant; what is there may be copies.")
  var folder: String?
  @Option(help: "Threads that read and sort.")
  var threads = 1
  @OptionGroup var resources: StageResources

  func validate() throws {
    if !(1...256).contains(threads) {
      throw ValidationError("--threads: expected 1 to 256 (found \(threads)).")
    }
  }

  func run() throws {
    try Terminal.demandOutput()
    let options = try resources.options(threads: threads)
    let bounds = StageOptions.absolute(bounds)
    try SplitNormalizer.run(
      stage.context(folder: folder), bounds: bounds, split: split, to: STDOUT_FILENO, options)
  }
}
