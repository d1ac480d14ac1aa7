internal import Foundation

/// What `callbook check` found, as its `--json` gives it.
package struct CheckReport: Encodable, Sendable {
  let pipeline: String
  let tests: Int
  let failures: [String]
  let sources: [Source]

  struct Source: Encodable {
    let name: String
    let records: [String: Int]
    let candidates: Int
    let rejections: [String: Int]
    let repairs: [String: Int]
    let expansion: ExpansionCost?
  }

  /// Puts the findings together.
  package init(
    pipeline: Pipeline, failures: [PipelineTestRunner.Failure], samples: [SourceSample]
  ) {
    self.pipeline = pipeline.name
    tests = pipeline.tests.count
    self.failures = failures.map(\.description)
    sources = samples.map {
      Source(
        name: $0.source, records: $0.records, candidates: $0.candidates,
        rejections: $0.rejections, repairs: $0.repairs, expansion: $0.expansion)
    }
  }

  /// The document: sorted keys, two-space indent, LF at the end.
  package func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}

extension SourceSample {
  /// One line: what came of the sample.
  package var text: String {
    let reasons = rejections.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.key) \($0.value)" }
    return "\(source): read \(records["read"] ?? 0), used \(records["used"] ?? 0), "
      + "rejected \(records["rejected"] ?? 0), inapplicable \(records["inapplicable"] ?? 0), "
      + "blank \(records["blank"] ?? 0); \(candidates) candidates"
      + (reasons.isEmpty ? "" : "; rejections: " + reasons.joined(separator: ", "))
      + (expansion.map { "\n\(source): \($0)" } ?? "")
  }
}
