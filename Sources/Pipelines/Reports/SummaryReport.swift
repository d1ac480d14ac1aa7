internal import Foundation

/// Writes summary.json: sorted keys, two-space indent, LF at the end.
package enum SummaryReport {
  /// Hands the text of a summary over in pieces, one for each source: a pipeline may have thousands.
  package static func write(_ summary: BuildSummary, to piece: (String) throws -> Void) throws {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    var rest = summary
    rest.sources = []
    let text = String(decoding: try encoder.encode(rest), as: UTF8.self) + "\n"
    // No string holds a line feed as it is, so this is the key of the summary itself.
    guard !summary.sources.isEmpty, let list = text.firstRange(of: "\n  \"sources\" : [\n\n  ]")
    else { return try piece(text) }
    try piece(text[..<list.lowerBound] + "\n  \"sources\" : [\n")
    for (index, source) in summary.sources.enumerated() {
      let object = String(decoding: try encoder.encode(source), as: UTF8.self)
      let end = index + 1 == summary.sources.count ? "\n" : ",\n"
      // An empty list or object holds an empty line, which is not indented.
      let indented = object.replacing("\n", with: "\n    ").replacing("\n    \n", with: "\n\n")
      try piece("    " + indented + end)
    }
    try piece("  ]" + text[list.upperBound...])
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
  static func withoutSources(_ text: Data) -> Data {
    guard let start = text.range(of: Data("\n  \"sources\" : [\n".utf8)),
      let end = text.range(of: Data("\n  ]".utf8), in: start.upperBound - 1..<text.endIndex)
    else { return text }
    return text[..<start.lowerBound] + Data("\n  \"sources\" : []".utf8) + text[end.upperBound...]
  }

  /// Writes the summary into a report folder.
  static func write(_ summary: BuildSummary, to report: ReportFolder) throws {
    let file = try report.file("summary.json")
    try write(summary) { try file.add($0) }
    try file.finish()
  }
}
