internal import ArgumentParser
internal import Display
internal import Foundation
internal import Pipelines

/// Says what the stages make of one record or one number.
struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Says what comes of one record, or who proposes one number and who wins it.",
    discussion: """
      A record FILE:LINE is shown with its cells, the number cells after each rule, and its numbers \
      or rejections; then, for its numbers or the NUMBER, every record that proposes it in the \
      order of precedence, with winner, list and slot. Raw cells are shown.
      EXIT CODES: 0 found; 1 no such record, or nobody proposes the number; 2 usage or configuration.
      MEMORY: some blocks of the exports, whatever their size; they are read once.
      """)

  @Argument(help: "The pipeline file; its sources must be files.")
  var pipeline: String
  @Argument(help: "A number in any notation, directory digits, or FILE:LINE.")
  var question: String
  @Option(help: "The day for validity windows, YYYY-MM-DD; overrides as_of.")
  var asOf: CalendarDay?
  @Option(help: "The folder in which every export must lie once links are resolved.")
  var root: String?
  @Option(help: "Threads that read; one per core without it.")
  var threads: Int?
  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    if let threads, !(1...256).contains(threads) {
      throw ValidationError("--threads: expected 1 to 256 (found \(threads)).")
    }
  }

  func run() throws {
    let explainer = try Explainer(PipelineLoader.load(pipeline, asOf: asOf, root: root))
    let explanation = try explainer.explain(
      question, threads: threads ?? ProcessInfo.processInfo.activeProcessorCount)
    if json { try Terminal.print(explanation.document.json(indented: true)) }
    guard explanation.isFound else {
      Terminal.say(
        "\(Escaping.escaped(question)): no record of the pipeline's exports is it or proposes it.")
      throw CommandExit.refused
    }
    if !json { try Terminal.show(explanation.text) }
  }
}
