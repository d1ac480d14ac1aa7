internal import Publication

/// What the last run of a pipeline came to, as OpenMetrics text for the textfile collector of a node
/// exporter.
///
/// Counts and names alone, never a number or a label. Every line is labelled with the pipeline's name
/// and the name of its file, as two files may have one `name`. Written aside and renamed, so that a
/// collector reads the former one or this one, whole. When the last good run was is taken over from the
/// former file by a run that is not good.
package struct MetricsFile: Sendable {
  private let path: String
  /// Name of the pipeline file, without folder and `.yaml`; nil where nobody could tell.
  private let file: String?
  private let fileSystem: FileSystem

  private static let lastSuccess = "callbook_last_success_timestamp_seconds"
  /// A file of this tool is far smaller; what is larger is somebody else's.
  private static let largest = 64 << 20

  /// Names the file, whose folder must be there, and the pipeline file of the run; nil where the run
  /// ended before it was known.
  package init(_ path: String, of pipeline: String?) {
    self.init(path, of: pipeline, fileSystem: FileSystem())
  }

  init(_ path: String, of pipeline: String?, fileSystem: FileSystem) {
    self.path = path
    file = pipeline.map(Self.name(of:))
    self.fileSystem = fileSystem
  }

  private static func name(of path: String) -> String {
    let name = path.split(separator: "/").last ?? "-"
    for ending in [".yaml", ".yml"] where name.hasSuffix(ending) && name != ending {
      return String(name.dropLast(ending.count))
    }
    return String(name)
  }

  /// Writes what a run came to, which published, changed nothing or refused.
  package func write(_ result: BuildResult, at time: RunTime) throws {
    let summary = result.summary
    var text = MetricsText(pipeline: summary.pipeline, file: file ?? "")
    addRun(result.isGood, summary.outcome.rawValue, time, former: former(), to: &text)
    if let sequence = summary.sequence {
      text.add("callbook_sequence", "Sequence of the published manifest.", [([], sequence)])
    }
    text.add(
      "callbook_stage_seconds", "Wall seconds of each step of the last run.",
      result.timings.steps.map { ([("stage", $0.name)], $0.seconds) })
    addRecords(of: summary, to: &text)
    addEntries(of: summary, to: &text)
    addBytes(result.bytes, to: &text)
    try replace(by: text.text)
  }

  /// How a run ended that has no result.
  package enum Failure: String, Sendable {
    /// With an error.
    case failed
    /// By a signal.
    case killed
  }

  /// Writes that a run ended without a result; a pipeline whose file could not be read (nil) is called
  /// as before, or as its file.
  package func write(_ failure: Failure, of pipeline: String?, at time: RunTime) throws {
    let former = former()
    var text = MetricsText(pipeline: pipeline ?? file ?? "", file: file ?? "")
    if pipeline == nil, let labels = former.labels { text.labels = labels }
    addRun(false, failure.rawValue, time, former: former, to: &text)
    try replace(by: text.text)
  }

  private func addRun(
    _ isGood: Bool, _ outcome: String, _ time: RunTime, former: Former,
    to text: inout MetricsText
  ) {
    text.add(
      "callbook_run_success", "Whether the last run published or changed nothing.",
      [([("outcome", outcome)], isGood ? 1 : 0)])
    text.add(
      "callbook_last_run_timestamp_seconds", "When the last run began.", [([], time.seconds)])
    if let last = isGood ? time.seconds : former.lastSuccess {
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

  private func addBytes(_ bytes: RunBytes, to text: inout MetricsText) {
    text.add(
      "callbook_export_bytes", "Bytes of the exports as they are stored, by source.",
      bytes.exports.map { ([("source", $0.source)], $0.bytes) })
    text.add(
      "callbook_chunk_bytes", "Bytes of the chunks by slot and list.",
      bytes.chunks.map { ([("slot", $0.slot), ("list", $0.list)], $0.bytes) })
  }

  /// What the former file says of the same pipeline file, as far as it can be read.
  private struct Former {
    /// The labels that every line has, as they stand there.
    var labels: String?
    /// When the last good run was.
    var lastSuccess: Int?
  }

  private func former() -> Former {
    guard let bytes = try? fileSystem.read(path, limit: Self.largest) else { return Former() }
    let end = file.map { ",file=\"\(MetricsText.escaped($0))\"" }
    var former = Former()
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      guard let (name, labels, value) = MetricsText.parts(of: line),
        end.map({ labels.hasSuffix($0) }) ?? true
      else { continue }
      former.labels = former.labels ?? String(labels)
      if name == Self.lastSuccess { former.lastSuccess = Int(value) }
    }
    return former
  }

  /// Throws where the path is anything but a file, or free: a link, device or pipe would be gone for
  /// everybody.
  package func check() throws {
    if let facts = try fileSystem.facts(of: path), !facts.isFile {
      throw PublicationError.noFile(path: path, found: facts.words)
    }
  }

  /// Where the text waits for its rename: collectors read *.prom.
  private var beside: String { path + ".new" }

  /// Throws where the file, or that which is written beside it, is one of the run's own.
  package func check(_ places: ForbiddenPlaces) throws {
    for path in [path, beside] { try places.check(path) }
  }

  /// Whether nothing is lost where the file is replaced: none is there, or it has metrics of callbook.
  ///
  /// For a run whose pipeline cannot be read: nobody knows what that reads.
  package func isOwn() -> Bool {
    do {
      guard let bytes = try fileSystem.read(path, limit: Self.largest) else { return true }
      return bytes.isEmpty || bytes.starts(with: "# HELP callbook_".utf8)
    } catch { return false }
  }

  private func replace(by text: String) throws {
    try check()
    try fileSystem.remove(beside)
    // The collector is another user, and no line has what is private.
    try fileSystem.write(Array(text.utf8), to: beside, as: .publicly)
    try fileSystem.rename(beside, to: path)
  }
}

/// Lines of OpenMetrics, all of one pipeline and all of them gauges.
private struct MetricsText {
  /// What every line is labelled with: the pipeline and its file, in this order.
  var labels: String
  private var lines: [String] = []

  init(pipeline: String, file: String) {
    labels = Self.pairs([("pipeline", pipeline), ("file", file)])
  }

  /// Adds a family with its samples; none where it has none.
  mutating func add(
    _ name: String, _ help: String, _ samples: [([(String, String)], some Numeric)]
  ) {
    if samples.isEmpty { return }
    lines += ["# HELP \(name) \(help)", "# TYPE \(name) gauge"]
    lines += samples.map { labels, value in
      let more = labels.isEmpty ? "" : "," + Self.pairs(labels)
      return "\(name){\(self.labels)\(more)} \(value)"
    }
  }

  /// The whole text.
  var text: String { (lines + ["# EOF"]).joined(separator: "\n") + "\n" }

  /// The name, labels and value of a line that has the labels of every line and no more.
  static func parts(
    of line: Substring
  ) -> (name: Substring, labels: Substring, value: Substring)? {
    guard let start = line.firstIndex(of: "{"), let end = line.lastIndex(of: "}") else {
      return nil
    }
    let labels = line[line.index(after: start)..<end]
    // Within a value a quote has a backslash before it.
    guard labels.hasPrefix("pipeline=\""), labels.hasSuffix("\""),
      let file = labels.firstRange(of: "\",file=\""), !labels[file.upperBound...].contains("\",")
    else { return nil }
    return (line[..<start], labels, line[end...].dropFirst(2))
  }

  private static func pairs(_ labels: [(String, String)]) -> String {
    labels.map { "\($0)=\"\(escaped($1))\"" }.joined(separator: ",")
  }

  static func escaped(_ text: String) -> String {
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
