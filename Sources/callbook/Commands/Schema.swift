internal import ArgumentParser
internal import Pipelines

/// Prints the JSON Schema of the pipeline file.
struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON Schema of the pipeline file, or of a file of tests, for editors.",
    discussion: """
      EXIT CODES: 0 printed; 2 usage.
      MEMORY: constant.
      """)

  @Flag(help: "The schema of NAME.test.yaml, a file of tests beside a pipeline.")
  var tests = false

  func run() throws {
    let document = tests ? PipelineSchema.testsDocument : PipelineSchema.document
    try Terminal.print(document.json(indented: true))
  }
}
