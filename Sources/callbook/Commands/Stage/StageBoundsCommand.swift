internal import ArgumentParser
internal import Pipelines

/// Parts the numbers of a run.
struct StageBoundsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bounds",
    abstract: "Prints the numbers at which a run parts its entries, chosen from a sample.",
    discussion: """
      Reads about 32 MB, spread over the exports. Other bounds give the same result in another time.
      EXIT CODES: 0 done; 1 an export is not that of the plan; 2 usage or configuration.
      MEMORY: about 100 MiB.
      """)

  @OptionGroup var stage: StageRun
  @Option(help: "How many parts: one for each process that merges, or a few; 1 to 65536.")
  var parts: Int
  @Option(
    help:
      "Groups of slots whose chunks `stage chunks` makes apart: as many as processes; 1 to 65536.")
  var groups = 1
  @Option(
    help: "The folder from which the paths of the plan are meant; what is there may be copies.")
  var folder: String?

  func run() throws {
    try Terminal.demandOutput()
    let bounds = try BoundsSampler.bounds(
      stage.context(folder: folder), parts: parts, groups: groups)
    try Terminal.write(String(decoding: bounds, as: UTF8.self))
  }
}
