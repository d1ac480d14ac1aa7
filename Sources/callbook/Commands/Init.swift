internal import ArgumentParser
internal import Pipelines

/// Proposes a pipeline for an export.
struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Prints a first pipeline file for an export, to be looked at and changed.",
    discussion: """
      Guesses character set, delimiter, header, record path and columns from the first 256 KiB. \
      Write it into a file: callbook init EXPORT --region TW > pipelines/NAME.yaml
      EXIT CODES: 0 printed; 1 no column looks like phone numbers, or the export is no text; \
      2 usage, an export that cannot be read included.
      MEMORY: a few megabytes, whatever the size of the export.
      """)

  @Argument(help: "The export, CSV or XML, not compressed.")
  var export: String
  @Option(help: "Region of national numbers, such as TW.")
  var region: String
  @Option(
    help: """
      The export as the pipeline file shall name it, relative to that file; its full path without \
      it.
      """)
  var path: String?

  func run() throws {
    try Terminal.write(
      PipelineSketch.text(of: export, as: path, region: region))
  }
}
