internal import Foundation

/// What the page tells of one run of the shelf.
struct PageRun: Sendable {
  /// The name of its folder.
  var name: String
  /// published, unchanged or refused.
  var outcome: String
  /// Records read, blank ones among them.
  var read: Int
  /// Blank records; no part of the share that is rejected.
  var blank: Int
  /// Rejected records.
  var rejected: Int
  /// Entries of the directory; 0 where the run was refused before they were known.
  var entries: Int
  /// Its slots.
  var slots: [BuildSummary.Slot]

  /// Whether the gate said no.
  var isRefused: Bool { outcome == "refused" }

  /// What is needed of summary.json, so that those of other versions are read too.
  private struct Summary: Decodable {
    struct Ledger: Decodable { var records: [String: Int]? }

    var outcome: String?
    var ledger: Ledger?
    var entries: [String: Int]?
    var slots: [BuildSummary.Slot]?
  }

  /// The run in a folder; nil where there is no summary that can be read.
  init?(folder: String) {
    guard let text = PageFile.bytes(at: folder + "/summary.json"),
      let summary = try? JSONDecoder().decode(
        Summary.self, from: SummaryReport.withoutSources(text))
    else { return nil }
    name = RunReport.name(of: RunReport.resolved(folder))
    outcome = summary.outcome ?? ""
    let records = summary.ledger?.records ?? [:]
    read = records["read"] ?? 0
    blank = records["blank"] ?? 0
    rejected = records["rejected"] ?? 0
    entries = summary.entries?.values.reduce(0, +) ?? 0
    slots = summary.slots ?? []
  }
}
