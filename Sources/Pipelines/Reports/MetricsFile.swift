internal import Publication
#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What the last run of a pipeline came to, as OpenMetrics text for the textfile collector of a node
/// exporter.
///
/// Counts and names alone, never a number or a label. Written aside and renamed, so that a collector
/// reads the former one or this one, whole. When the last good run was is taken over from the former
/// file by a run that is not good.
package struct MetricsFile: Sendable {
  private let path: String
  private let fileSystem: FileSystem

  private static let lastSuccess = "callbook_last_success_timestamp_seconds"
  /// A file of this tool is far smaller; what is larger is somebody else's.
  private static let largest = 64 << 20

  /// Names the file; its folder must be there.
  package init(_ path: String) { self.init(path, fileSystem: FileSystem()) }

  init(_ path: String, fileSystem: FileSystem) {
    self.path = path
    self.fileSystem = fileSystem
  }

  /// Writes what a run came to, which published, changed nothing or refused.
  package func write(_ result: BuildResult, at time: RunTime) throws {
    let summary = result.summary
    var text = MetricsText(pipeline: summary.pipeline)
    addRun(result.isGood, summary.outcome.rawValue, time, to: &text)
    if let sequence = summary.sequence {
      text.add("callbook_sequence", "Sequence of the published manifest.", [([], sequence)])
    }
    text.add(
      "callbook_stage_seconds", "Wall seconds of each step of the last run.",
      result.timings.steps.map { ([("stage", $0.name)], $0.seconds) })
    addRecords(of: summary, to: &text)
    addEntries(of: summary, to: &text)
    try replace(by: text.text)
  }

  /// Writes that a run ended with an error.
  package func writeFailure(of pipeline: String, at time: RunTime) throws {
    var text = MetricsText(pipeline: pipeline)
    addRun(false, "failed", time, to: &text)
    try replace(by: text.text)
  }

  private func addRun(
    _ isGood: Bool, _ outcome: String, _ time: RunTime, to text: inout MetricsText
  ) {
    text.add(
      "callbook_run_success", "Whether the last run published or changed nothing.",
      [([("outcome", outcome)], isGood ? 1 : 0)])
    text.add(
      "callbook_last_run_timestamp_seconds", "When the last run began.", [([], time.seconds)])
    let last = isGood ? time.seconds : formerSuccess(of: text.pipeline)
    if let last {
      text.add(Self.lastSuccess, "When the last run began that was good.", [([], last)])
    }
  }

  private func addRecords(of summary: BuildSummary, to text: inout MetricsText) {
    text.add(
      "callbook_records", "Records of the last run by source and what became of them.",
      summary.sources.flatMap { source in
        source.records.sorted { $0.key < $1.key }
          .map { ([("source", source.name), ("state", $0.key)], $0.value) }
      })
    text.add(
      "callbook_rejections", "Rejected cells of the last run by source and reason.",
      summary.sources.flatMap { source in
        source.rejections.sorted { $0.key < $1.key }
          .map { ([("source", source.name), ("reason", $0.key)], $0.value) }
      })
  }

  private func addEntries(of summary: BuildSummary, to text: inout MetricsText) {
    text.add(
      "callbook_entries", "Entries by slot and list.",
      summary.slots.flatMap { slot in
        slot.entries.sorted { $0.key < $1.key }
          .map { ([("slot", slot.identifier), ("list", $0.key)], $0.value) }
      })
    text.add(
      "callbook_slot_cap", "Most entries of a slot.",
      summary.slots.map { ([("slot", $0.identifier)], $0.cap) })
    guard let changes = summary.changes else { return }
    text.add(
      "callbook_changes", "What changed since the former generation.",
      [
        ([("change", "added")], changes.added), ([("change", "removed")], changes.removed),
        ([("change", "relabelled")], changes.relabelled),
      ])
  }

  /// What the former file says; nil where it says nothing or cannot be read.
  private func formerSuccess(of pipeline: String) -> Int? {
    guard let bytes = try? fileSystem.read(path, limit: Self.largest) else { return nil }
    let start = MetricsText.sample(Self.lastSuccess, [("pipeline", pipeline)]) + " "
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix(start) }.flatMap { Int($0.dropFirst(start.count)) }
  }

  /// Throws where the path is anything but a file, or free: a link, device or pipe would be gone for
  /// everybody.
  package func check() throws {
    if let facts = try fileSystem.facts(of: path), !facts.isFile {
      throw PublicationError.file(path: path, operation: "replace what is no file", code: EINVAL)
    }
  }

  private func replace(by text: String) throws {
    // Collectors read *.prom.
    let beside = path + ".new"
    try check()
    try fileSystem.remove(beside)
    try fileSystem.write(Array(text.utf8), to: beside)
    try fileSystem.rename(beside, to: path)
  }
}

/// Lines of OpenMetrics, all of one pipeline and all of them gauges.
private struct MetricsText {
  let pipeline: String
  private var lines: [String] = []

  init(pipeline: String) { self.pipeline = pipeline }

  /// Adds a family with its samples; none where it has none.
  mutating func add(
    _ name: String, _ help: String, _ samples: [([(String, String)], some Numeric)]
  ) {
    if samples.isEmpty { return }
    lines += ["# HELP \(name) \(help)", "# TYPE \(name) gauge"]
    lines += samples.map { labels, value in
      "\(Self.sample(name, [("pipeline", pipeline)] + labels)) \(value)"
    }
  }

  /// The whole text.
  var text: String { (lines + ["# EOF"]).joined(separator: "\n") + "\n" }

  static func sample(_ name: String, _ labels: [(String, String)]) -> String {
    name + "{" + labels.map { "\($0)=\"\(escaped($1))\"" }.joined(separator: ",") + "}"
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\"": escaped += "\\\""
      case "\n": escaped += "\\n"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
