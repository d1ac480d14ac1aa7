internal import ArgumentParser
internal import Display
internal import Normalization
internal import Pipelines

/// Reads phone cells from standard input and prints what comes of each.
struct Normalize: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "normalize",
    abstract: "Reads one phone cell per line on standard input and prints what comes of it.",
    discussion: """
      Prints one line for each: the directory numbers, the repairs, and the rejections as \
      reason@column, a TAB between the three, "-" for none. With --json one object for each.
      EXIT CODES: 0 all lines were answered, rejections included; 2 usage or configuration.
      MEMORY: constant; of a line over 1 MiB the first 1 MiB is read.
      """)

  @Option(help: "Region of national numbers, such as TW.")
  var region: String?
  @Option(help: "A pipeline file whose settings are used.")
  var pipeline: String?
  @Option(help: "The source of the pipeline whose settings are used; the first without it.")
  var source: String?
  @Flag(help: "Print one JSON object for each line.")
  var json = false
  @Flag(help: "Show the value after each rule.")
  var trace = false

  func validate() throws {
    if region == nil && pipeline == nil {
      throw ValidationError("Give --region (such as TW) or --pipeline.")
    }
    if source != nil && pipeline == nil { throw ValidationError("--source needs --pipeline.") }
  }

  func run() throws {
    let inspector = try CellInspector(settings())
    var output = ""
    try StandardInput.forEachLine { line in
      let findings = inspector.read(line)
      if json {
        let input = String(decoding: line, as: UTF8.self)
        output += findings.document(input: input).json() + "\n"
      } else {
        output += findings.line + "\n"
        for step in findings.trace { output += "  \(step.rule): \(Escaping.escaped(step.value))\n" }
      }
      if output.utf8.count >= 1 << 16 { try flush(&output) }
    } beforeWaiting: {
      try flush(&output)
    }
  }

  private func flush(_ output: inout String) throws {
    try Terminal.write(output)
    output.removeAll(keepingCapacity: true)
  }

  private func settings() throws -> CellSettings {
    var settings = CellSettings(region: region ?? "")
    if let pipeline {
      let pipeline = try PipelineLoader.load(pipeline, asOf: nil).pipeline
      guard let used = pipeline.sources.first(where: { source == nil || $0.name == source }) else {
        throw UnusableOption(
          "--source: the pipeline has no source \"\(source ?? "")\" (expected one of "
            + "\(pipeline.sources.map(\.name).joined(separator: ", "))). Name one of them.")
      }
      settings = pipeline.cellSettings(for: used, region: region)
    }
    settings.keepsTrace = trace
    return settings
  }
}
