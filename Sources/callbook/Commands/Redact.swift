internal import ArgumentParser
internal import Foundation
internal import Pipelines

/// Prints the smallest export and pipeline that still show a rejection or repair.
struct Redact: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "redact",
    abstract: "Turns a rejected or repaired record into an example that can be passed on.",
    discussion: """
      FILE:LINE is a row of rejects.csv or repairs.csv: an export of the pipeline and a line of it. \
      Prints a pipeline and an export of one record that give the same rejections and repairs. \
      Settings and columns that do not matter are gone, digits and words have pseudonyms, the same one \
      wherever the same stood; what had to stay is said on standard error. Each step was tried with the \
      real rules. Look at the result before you pass it on.
      EXIT CODES: 0 printed; 1 the record has neither a rejection nor a repair, or the fault is in how \
      the file is written around it; 2 usage, or no such line.
      MEMORY: one record.
      """)

  @Argument(help: "The pipeline file that reads the export.")
  var pipeline: String
  @Argument(help: "The record, as FILE:LINE.")
  var place: String
  @Option(
    help: """
      A new folder for \(Redaction.pipelineName) and \(Redaction.exportName), instead of printing \
      them one after the other.
      """)
  var output: String?

  func run() throws {
    let file = try PipelineLoader.load(pipeline, asOf: nil)
    let redaction: Redaction
    do {
      redaction = try Redactor(file).redact(place)
    } catch let error as RedactionError {
      if case .noPlace = error { throw UnusableOption(error.description) }
      if case .noRecord = error { throw UnusableOption(error.description) }
      throw error
    }
    if let output {
      try redaction.write(to: output)
    } else {
      try Terminal.writeForeign(
        "# \(Redaction.pipelineName)\n\(redaction.pipeline)# \(Redaction.exportName)\n\(redaction.export)"
      )
    }
    Terminal.say(redaction.account, as: .notice)
  }
}
