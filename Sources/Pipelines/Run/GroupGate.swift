internal import Display
internal import Publication
internal import Records

/// The checks of single prefixes and labels beside the last run that published or changed nothing.
struct GroupGate {
  let gate: Pipeline.Gate
  let groups: EntryGroups
  let former: EntryGroups.Sizes

  /// Whether a pipeline asks for any of them.
  static func isAsked(by gate: Pipeline.Gate) -> Bool {
    [gate.refuse, gate.warn].contains { $0.prefixGrowth != nil || $0.labelGrowth != nil }
  }

  /// The prefix and the label that grow most, each against its limits.
  var checks: [Gate.Check] {
    let now = groups.sizes
    let prefix = fastest(now.prefixes, former.prefixes)
    let label = fastest(now.labels, former.labels)
    return [(gate.refuse, Gate.Weight.refuse), (gate.warn, .warn)].flatMap { limits, weight in
      var checks: [Gate.Check] = []
      if let multiple = limits.prefixGrowth, let prefix {
        checks.append(
          Gate.Check(
            key: "gate.prefix_growth", what: "numbers begin with \(prefix.key)",
            count: prefix.count, limit: .growth(multiple, from: prefix.former), weight: weight))
      }
      if let multiple = limits.labelGrowth, let label {
        checks.append(
          Gate.Check(
            key: "gate.label_growth", what: "numbers have one label, \(hint(at: label.key))",
            count: label.count, limit: .growth(multiple, from: label.former), weight: weight))
      }
      return checks
    }
  }

  /// A label may be somebody's name, and what a gate says reaches logs and other programs: its first
  /// character and its length.
  private func hint(at key: String) -> String {
    let label = groups.label(key)
    let length = label.text.count
    let first = Escaping.escaped(Masking.masked(String(label.text.prefix(1))))
    return "\"\(first)…\" of \(label.isWhole ? "" : "more than ")\(length) characters"
  }

  /// Writes growth.csv: the prefix and the label that grow most, whole.
  func write(to report: ReportFolder) throws {
    let file = try report.file("growth.csv")
    try file.add("kind,group,former,now\n")
    var line = ElementBuffer<UInt8>(minimumCapacity: 256)
    let now = groups.sizes
    typealias Group = (key: String, count: Int, former: Int)
    let rows: [(String, Group?, (String) -> String)] = [
      ("prefix", fastest(now.prefixes, former.prefixes), { $0 }),
      ("label", fastest(now.labels, former.labels), { groups.label($0).text }),
    ]
    for case (let kind, let group?, let name) in rows {
      var csv = CSVLine()
      csv.field(kind, to: &line)
      csv.field(name(group.key), to: &line)
      csv.field(group.former, to: &line)
      csv.field(group.count, to: &line)
      csv.end(in: &line)
      try file.add(UnsafeBufferPointer(line.elements))
      line.removeAll()
    }
    try file.finish()
  }

  /// The group with the most times as many entries; what was not kept counts as the least that is.
  private func fastest(
    _ now: [String: Int], _ before: [String: Int]
  ) -> (key: String, count: Int, former: Int)? {
    now.map { key, count in
      (key: key, count: count, former: before[key] ?? EntryGroups.fewest)
    }.min { left, right in
      let (grown, other) = (left.count * right.former, right.count * left.former)
      return grown == other ? left.key < right.key : grown > other
    }
  }
}
