internal import ArgumentParser
internal import Pipelines
#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Makes the chunks of one group of slots.
struct StageChunks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chunks",
    abstract: "Makes the chunks and packed twins of one group of slots, of all merged parts.",
    discussion: """
      Leaves `finish` no more than to write what is made. May be left out: `finish` makes the chunks \
      itself where FRAMES holds those of no group. Groups are as many as `bounds --groups` says.
      EXIT CODES: 0 done; 1 a part is missing, damaged or of another run; 2 usage or configuration.
      MEMORY: at most --memory; what does not fit goes to --scratch, in a file without a name.
      """)

  @OptionGroup var stage: StageRun
  @Option(help: "The bounds that `stage bounds` wrote.")
  var bounds: String
  @Option(help: "The group of slots, from 0.")
  var group: Int
  @Option(help: "The folder with part-J.merged, the streams of all parts.")
  var frames: String
  @OptionGroup var resources: StageResources

  func run() throws {
    try Terminal.demandOutput()
    try GroupPacker(stage.context(), bounds: bounds, group: group).run(
      from: frames, to: STDOUT_FILENO, resources.options())
  }
}
