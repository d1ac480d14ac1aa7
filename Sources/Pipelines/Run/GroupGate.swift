internal import Display
internal import Publication

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
        let text = Masking.masked(groups.label(label.key))
        checks.append(
          Gate.Check(
            key: "gate.label_growth", what: "numbers are labelled \"\(text)\"",
            count: label.count, limit: .growth(multiple, from: label.former), weight: weight))
      }
      return checks
    }
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
