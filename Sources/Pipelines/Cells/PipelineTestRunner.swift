internal import Display

/// Runs the tests of a pipeline: cells and what must come of them.
package enum PipelineTestRunner {
  /// A test that found something else than it expects.
  package struct Failure: Equatable, Sendable {
    /// The file that holds the test.
    package var file: String
    /// 1-based line of the test in its file.
    package var line: Int
    /// The phone cell.
    package var cell: String
    /// Which expectation failed: a key of the test.
    package var key: String
    /// What the test expects.
    package var expected: [String]
    /// What came of the cell.
    package var found: [String]

    /// The failure in one line: place, cell, what was found and expected, and what to do; digits are
    /// masked unless they are revealed, as cells of tests may be those of people.
    package func text(revealed: Bool) -> String {
      func shown(_ texts: [String]) -> String {
        Masking.shown(texts.joined(separator: ", "), revealed: revealed)
      }
      return "\(file):\(line): test of \"\(shown([cell]))\": \(key) is [\(shown(found))] "
        + "(expected [\(shown(expected))]). Correct the test, or the rules under `normalize`."
        + (revealed ? "" : " `--reveal` shows the numbers.")
    }
  }

  /// Runs all tests; the failures in the order of the tests.
  package static func run(_ pipeline: Pipeline) throws -> [Failure] {
    var inspectors: [String: CellInspector] = [:]
    var failures: [Failure] = []
    for test in pipeline.tests {
      guard
        let source = pipeline.sources.first(where: { test.source == nil || $0.name == test.source })
      else { continue }
      let key = "\(source.name)\n\(test.region ?? "")"
      let inspector =
        try inspectors[key]
        ?? CellInspector(pipeline.cellSettings(for: source, region: test.region))
      inspectors[key] = inspector
      failures += Self.failures(of: test, in: inspector)
    }
    return failures
  }

  private static func failures(
    of test: PipelineTest, in inspector: CellInspector
  ) -> [Failure] {
    let findings = inspector.read(
      test.cell, extensionCell: test.extensionCell, areaCode: test.areaCode,
      locality: test.locality)
    let comparisons = [
      ("directory", test.directory, findings.numbers.map { String($0.directory) }),
      ("e164", test.e164, findings.numbers.map(\.e164)),
      ("reason", test.reasons, findings.rejections.map(\.reason)),
      ("repairs", test.repairs, findings.repairs.map(\.code)),
    ]
    return comparisons.compactMap { key, expected, found in
      guard let expected, expected != found else { return nil }
      return Failure(
        file: test.file, line: test.line, cell: test.cell, key: key, expected: expected,
        found: found)
    }
  }
}
