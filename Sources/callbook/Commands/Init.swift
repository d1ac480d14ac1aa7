internal import ArgumentParser
internal import Pipelines

/// Proposes a pipeline for exports.
struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Prints a first pipeline file for exports, to be looked at and changed.",
    discussion: """
      Reads the first 256 KiB of each export, .gz and .zip included, tries the real rules on its columns and \
      says in comments why it chose what it chose; cells in comments are masked unless --reveal. \
      Exports that are written alike become one source. Write it into a file: \
      callbook init EXPORT... > pipelines/NAME.yaml
      Without --region the plans of all regions are tried; where several fit, it asks on a terminal \
      and says so in the draft otherwise. Where nothing but digits tells them apart the draft names no \
      region, and is refused until somebody chooses.
      EXIT CODES: 0 printed; 1 no column looks like phone numbers, or an export is no text; \
      2 usage, an export that cannot be read included.
      MEMORY: a few megabytes for each export, whatever its size.
      """)

  @Argument(help: "The exports, CSV or XML, as files or quoted patterns; - for standard input.")
  var exports: [String]
  @Option(help: "Region of national numbers, such as TW; guessed without it.")
  var region: String?
  @Option(
    help: """
      The only export as the pipeline file shall name it, relative to that file; its full path \
      without it.
      """)
  var path: String?
  @Flag(help: "Show phone numbers in comments in full.")
  var reveal = false

  func run() throws {
    let sketch = try PipelineSketch(of: exports, as: path)
    let region = region ?? asked(sketch)
    try Terminal.write(sketch.text(region: region, revealed: reveal))
    if region == nil, sketch.isRegionOpen {
      let fitting = sketch.contenders
      let doubt =
        fitting.count > 1
        ? "\(fitting.joined(separator: ", ")) fit about as well"
        : "\(fitting.joined()) may be it, but little speaks for it"
      Terminal.say(
        "The draft names no region: \(doubt). Choose one in it, or give --region.", as: .warning)
    }
  }

  /// The region that a person chooses among several; nil where there is no doubt, or nobody to ask.
  private func asked(_ sketch: PipelineSketch) -> String? {
    let contenders = sketch.contenders
    guard contenders.count > 1, Terminal.isAnswering, !exports.contains("-") else { return nil }
    Terminal.sayPart(
      "Region of the numbers? \(contenders.joined(separator: ", ")) fit. [\(contenders[0])] ")
    guard let answer = readLine() else { return nil }
    if answer.isEmpty { return sketch.isRegionOpen ? contenders[0] : nil }
    return answer.uppercased()
  }
}
