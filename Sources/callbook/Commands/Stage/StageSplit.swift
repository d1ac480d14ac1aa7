internal import ArgumentParser
internal import Pipelines

/// Parts the exports of a pipeline.
struct StageSplit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "split",
    abstract: "Looks at the exports of a pipeline and prints the plan of a run.",
    discussion: """
      Plain CSV of UTF-8 is parted between records; other exports are read whole. Every export is read \
      once, for its SHA-256, and must not change until the run is finished.
      EXIT CODES: 0 done; 1 an export cannot be read, or a doubt is refused; 2 usage or configuration.
      MEMORY: a few MiB a thread, and 300 bytes a split.
      """)

  @Argument(help: "The pipeline file.")
  var pipeline: String
  @Option(help: "About how many bytes of an export one process reads, or `whole`.")
  var splitSize = "64M"
  @Option(help: "The day for validity windows, YYYY-MM-DD; overrides as_of.")
  var asOf: CalendarDay?
  @Option(help: "The moment of the run, RFC 3339; SOURCE_DATE_EPOCH or the clock without it.")
  var now: RunTime?
  @Option(
    help: "The folder in which every file that the pipeline names must lie, links resolved.")
  var root: String?
  @Option(help: "Threads that read.")
  var threads = 2

  func validate() throws {
    if splitSize != "whole", (ByteSize(splitSize)?.bytes ?? 0) < 1024 {
      throw ValidationError(
        "--split-size: expected at least 1K, such as 64M, or whole (found \(splitSize)).")
    }
    if !(1...256).contains(threads) {
      throw ValidationError("--threads: expected 1 to 256 (found \(threads)).")
    }
  }

  func run() throws {
    try Terminal.demandOutput()
    var options = SplitOptions()
    options.splitBytes = splitSize == "whole" ? nil : ByteSize(splitSize)?.bytes
    options.asOf = asOf
    options.now = now
    options.root = root
    options.threads = threads
    let plan = try StagePlanner.plan(pipeline, options)
    try Terminal.write(String(decoding: plan, as: UTF8.self))
  }
}
