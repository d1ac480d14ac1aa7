internal import ArgumentParser
internal import Pipelines

/// Prints the effective pipeline.
struct ShowConfig: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show-config",
    abstract: "Prints the effective pipeline, with every default filled in.",
    discussion: """
      EXIT CODES: 0 printed; 2 usage, or the pipeline file has errors (all are listed).
      MEMORY: a few times the pipeline file, which is at most 1 MiB.
      """)

  @Argument(help: "The pipeline file; - for standard input.")
  var pipeline: String
  @Flag(help: "Print JSON instead of YAML.")
  var json = false

  func run() throws {
    let document = try PipelineLoader.load(pipeline).pipeline.document
    if json { return try Terminal.writeJSON(document.json(indented: true) + "\n") }
    try Terminal.print(document.yaml())
  }
}
