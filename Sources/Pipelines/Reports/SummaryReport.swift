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

  /// Writes the summary into a report folder.
  static func write(
    _ summary: BuildSummary, folder: String, syncing: ReportSyncing
  ) throws {
    let file = try ReportFile(path: folder + "/summary.json", syncing: syncing)
    try file.add(json(summary))
    try file.finish()
  }
}
