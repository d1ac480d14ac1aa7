internal import Foundation

/// Writes summary.json: sorted keys, two-space indent, LF at the end.
package enum SummaryReport {
  /// Hands the text of a summary over in pieces, one for each source: a pipeline may have thousands.
  package static func write(_ summary: BuildSummary, to piece: (String) throws -> Void) throws {
    var rest = summary
    rest.sources = []
    try LongList.write(rest, "sources", summary.sources, to: piece)
  }

  /// The text of a summary.
  package static func json(_ summary: BuildSummary) throws -> String {
    var text = ""
    try write(summary) { text += $0 }
    return text
  }

  /// Reads a summary back.
  static func summary(of bytes: Data) throws -> BuildSummary {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(BuildSummary.self, from: bytes)
  }

  /// The text of a summary with an empty list of sources, which are what makes it large.
  static func withoutSources(_ text: [UInt8]) -> Data {
    LongList.read(text, "sources") { _ in } ?? Data(text)
  }

  /// Writes the summary into a report folder.
  static func write(_ summary: BuildSummary, to report: ReportFolder) throws {
    let file = try report.file("summary.json")
    try write(summary) { try file.add($0) }
    try file.finish()
  }
}
