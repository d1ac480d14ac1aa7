internal import ArgumentParser
internal import Pipelines
#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Merges one part of a run.
struct StageMerge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merges the runs of one part from every split; writes entries and conflicts.",
    discussion: """
      Reads frames of kinds 2 and 3 of the part on standard input, in any order; frames that come twice \
      are taken once. The end of the input says nothing: every split has to have ended the part.
      EXIT CODES: 0 done; 1 frames are missing, damaged or of another run; 2 usage or configuration.
      MEMORY: at most --memory; what does not fit goes to --scratch, in files without a name.
      """)

  @OptionGroup var stage: StageRun
  @Option(help: "The bounds that `stage bounds` wrote.")
  var bounds: String
  @Option(help: "The part, from 0.")
  var part: Int
  @Option(
    help: "Instead of standard input: a folder with split-I.frames, the streams of all splits.")
  var frames: String?
  @OptionGroup var resources: StageResources

  func run() throws {
    try Terminal.demandOutput()
    let input: PartMerger.Input =
      frames.map { .folder($0) } ?? .descriptor(STDIN_FILENO)
    try PartMerger(stage.context(), bounds: bounds, part: part).run(
      from: input, to: STDOUT_FILENO, resources.options())
  }
}
