internal import ArgumentParser
internal import Pipelines

/// Checks a pipeline: the file, its tests, the headers of its exports and a sample of their rows.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Checks a pipeline, runs its tests and reads a sample of its rows; writes nothing.",
    discussion: """
      Opens every export, so that what would stop a build is found beforehand; standard input is \
      left alone.
      EXIT CODES: 0 the pipeline is sound and its tests pass; 1 a test failed; 2 usage or \
      configuration, an export that cannot be read or lacks a column included.
      MEMORY: a few MiB for each source.
      """)

  @Argument(help: "The pipeline file; - for standard input.")
  var pipeline: String
  @Option(help: "The day for validity windows, YYYY-MM-DD; overrides as_of.")
  var asOf: CalendarDay?
  @Option(help: "Records that are read of each source.")
  var sample = 1000
  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    if sample < 1 { throw ValidationError("--sample: expected at least 1 (found \(sample)).") }
  }

  func run() throws {
    let file = try PipelineLoader.load(pipeline, asOf: asOf)
    let failures = try PipelineTestRunner.run(file.pipeline)
    let samples = try SourceSample.take(of: file, atMost: sample)
    if json {
      try Terminal.write(
        CheckReport(pipeline: file.pipeline, failures: failures, samples: samples).json())
    } else {
      try printText(file, failures, samples)
    }
    if !failures.isEmpty { throw CommandExit.refused }
  }

  private func printText(
    _ file: PipelineFile, _ failures: [PipelineTestRunner.Failure], _ samples: [SourceSample]
  ) throws {
    for sample in samples { try Terminal.print(sample.text) }
    for failure in failures { try Terminal.print("\(failure)") }
    let tests = file.pipeline.tests.count
    try Terminal.print(
      "\(file.path): \(tests - failures.count) of \(tests) tests passed, "
        + "\(samples.count) sources sampled")
  }
}
