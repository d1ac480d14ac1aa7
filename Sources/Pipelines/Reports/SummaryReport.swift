internal import Foundation

/// Writes summary.json: sorted keys, two-space indent, LF at the end.
package enum SummaryReport {
  /// The bytes of a summary.
  package static func json(_ summary: BuildSummary) throws -> String {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(summary), as: UTF8.self) + "\n"
  }

  /// Reads a summary back.
  static func summary(of bytes: Data) throws -> BuildSummary {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(BuildSummary.self, from: bytes)
  }

  /// Writes the summary into a report folder.
  static func write(_ summary: BuildSummary, to report: ReportFolder) throws {
    let file = try report.file("summary.json")
    try file.add(json(summary))
    try file.finish()
  }
}
