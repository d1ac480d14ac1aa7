internal import ArgumentParser
internal import Pipelines

/// Prints the JSON Schema of the pipeline file.
struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON Schema of the pipeline file, for editors.",
    discussion: """
      EXIT CODES: 0 printed; 2 usage.
      MEMORY: constant.
      """)

  func run() throws {
    try Terminal.print(PipelineSchema.document.json(indented: true))
  }
}
