internal import Foundation

/// What the gates compare a run with: the report of an earlier one.
///
/// Memory: some hundred bytes for each source, whatever its part of the report is.
struct FormerRun: Sendable {
  /// What a source gave.
  struct Source: Sendable, Equatable {
    /// Its rejected records but for those that were waived.
    var rejected: Int
    /// Its candidates for the directory; nil in reports of former versions.
    var candidates: Int?
    /// Entries that its records won in the identification list; nil where it is not known.
    var identified: Int?
    /// Those of the blocking list.
    var blocked: Int?
  }

  /// What became of it.
  let outcome: BuildSummary.Outcome
  /// The day it was for; nil where no validity is mapped.
  let asOf: String?
  /// The sequence of its manifest; nil when it was refused before that was known.
  let sequence: Int?
  /// What its sources gave, by their names.
  let sources: [String: Source]
  /// Its large groups of entries; nil where no gate asked for them.
  let groups: EntryGroups.Sizes?
}

extension FormerRun {
  /// Of a source's part of summary.json what is kept.
  private struct Part: Decodable {
    var name: String
    var records: [String: Int]
    var waived: Int?
    var candidates: Int?
    var entries: [String: Int]?

    var source: Source {
      Source(
        rejected: (records["rejected"] ?? 0) - (waived ?? 0), candidates: candidates,
        identified: entries.map { $0["identification"] ?? 0 },
        blocked: entries.map { $0["blocking"] ?? 0 })
    }
  }

  private struct Whole: Decodable { var sources: [Part] }

  /// Reads summary.json.
  ///
  /// - Throws: What JSONDecoder does.
  init(_ text: [UInt8]) throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    var sources: [String: Source] = [:]
    func add(_ part: Part) { if sources[part.name] == nil { sources[part.name] = part.source } }
    let rest = try LongList.read(text, "sources") { add(try decoder.decode(Part.self, from: $0)) }
    if rest == nil { try decoder.decode(Whole.self, from: Data(text)).sources.forEach(add) }
    let summary = try decoder.decode(BuildSummary.self, from: rest ?? Data(text))
    outcome = summary.outcome
    asOf = summary.asOf
    sequence = summary.sequence
    groups = summary.groups
    self.sources = sources
  }
}
