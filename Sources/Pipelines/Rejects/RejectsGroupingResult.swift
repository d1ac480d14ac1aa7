internal import Display

/// The groups of a report, the largest first; beside a former run those with most news.
package struct RejectsGroupingResult: Sendable {
  /// Rows that share something.
  package struct Group: Sendable {
    /// What they share beside their reason, in the order that was asked for.
    package var names: [String]
    /// Their reason.
    package var reason: String
    /// What would fix them.
    package var hint: String
    /// How many they are.
    package var count: Int
    /// How many of them were waived.
    package var waived: Int
    /// How many of them the former run does not have.
    package var new: Int
    /// How many more the former run had.
    package var fixed: Int
    /// The first of them; of the former run where `count` is 0.
    package var first: RejectsRow
    /// The first few of them.
    package var samples: [RejectsRow]

    /// How many of them the former run has too.
    package var same: Int { count - new }
  }

  /// Rows that were looked at.
  package let total: Int
  /// Rows that passed the filters.
  package let matched: Int
  /// Rows of groups beyond the most that are told apart.
  package let others: Int
  /// The groups.
  package let groups: [Group]
  /// The file that was read.
  package let path: String
  /// The former run's file; nil where none was compared with.
  package let formerPath: String?
  /// What rows of a group share beside their reason.
  package let keys: [RejectsGrouping.Key]

  /// Rejections that the former run does not have.
  package var new: Int { groups.reduce(0) { $0 + $1.new } }
  /// Rejections that were waived.
  package var waived: Int { groups.reduce(0) { $0 + $1.waived } }
  /// Rejections that only the former run has.
  package var fixed: Int { groups.reduce(0) { $0 + $1.fixed } }

  init(
    _ part: RejectsGrouping.Part, of grouping: RejectsGrouping, file: RejectsFile,
    former: RejectsFile?
  ) throws(RejectsError) {
    total = part.total
    matched = part.matched
    others = part.others
    path = file.path
    formerPath = former?.path
    keys = grouping.keys
    let found = part.groups.groups.filter { $0.count + $0.fixed > 0 }
    let fingerprints =
      grouping.hasFingerprints ? try Self.fingerprints(found, grouping, file, former) : nil
    var groups: [Group] = []
    groups.reserveCapacity(found.count)
    for group in found {
      let holder = group.count > 0 ? file : former ?? file
      let texts = group.count > 0 ? fingerprints?.own : fingerprints?.former
      var rows: [RejectsRow] = []
      for offset in group.rows {
        var row = try holder.row(at: offset)
        row.fingerprint = texts?[offset] ?? ""
        rows.append(row)
      }
      let first = rows.first ?? RejectsRow()
      groups.append(
        Group(
          names: Self.names(part.groups.key(of: group)), reason: first.reason,
          hint: first.commonHint, count: group.count, waived: group.waived, new: group.new,
          fixed: group.fixed,
          first: first, samples: Array(rows.prefix(grouping.samples))))
    }
    self.groups = groups.sorted { Self.rank($0, former != nil) < Self.rank($1, former != nil) }
  }

  /// The fingerprints of all samples by their offsets: of the run, and of the former run.
  private static func fingerprints(
    _ groups: [RejectsGroups.Group], _ grouping: RejectsGrouping, _ file: RejectsFile,
    _ former: RejectsFile?
  ) throws(RejectsError) -> (own: [Int: String], former: [Int: String]) {
    let own = groups.filter { $0.count > 0 }.flatMap(\.rows)
    let gone = groups.filter { $0.count == 0 }.flatMap(\.rows)
    var fingerprints = SampleFingerprints(grouping.filter)
    let ofRun = try fingerprints.texts(at: own, of: file, others: former.map { ($0, gone) })
    guard let former, !gone.isEmpty else { return (ofRun, [:]) }
    return (ofRun, try fingerprints.texts(at: gone, of: former))
  }

  /// The parts of a key behind the reason.
  private static func names(_ key: ArraySlice<UInt8>) -> [String] {
    key.split(separator: 0xFF, omittingEmptySubsequences: false).dropFirst().map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private static func rank(
    _ group: Group, _ isCompared: Bool
  ) -> (Int, Int, Int, String, String) {
    (
      isCompared ? -group.new : 0, isCompared ? -group.fixed : 0, -group.count,
      group.names.joined(separator: "\n"), group.reason
    )
  }

  /// All groups as `--json` prints them.
  package func document(mostGroups: Int, revealed: Bool) -> DocumentValue {
    var members: [(key: String, value: DocumentValue)] = [
      ("report", .text(path)), ("rows", .integer(Int64(total))),
      ("matched", .integer(Int64(matched))),
    ]
    if let formerPath {
      members += [
        ("against", .text(formerPath)), ("new", .integer(Int64(new))),
        ("fixed", .integer(Int64(fixed))), ("same", .integer(Int64(matched - others - new))),
      ]
    }
    if waived > 0 { members.append(("waived", .integer(Int64(waived)))) }
    members.append(("groups_in_all", .integer(Int64(groups.count))))
    if others > 0 { members.append(("not_grouped", .integer(Int64(others)))) }
    members.append(
      ("groups", .list(groups.prefix(mostGroups).map { document($0, revealed: revealed) })))
    return .mapping(members)
  }

  private func document(_ group: Group, revealed: Bool) -> DocumentValue {
    var members = zip(keys, group.names).map { ($0.rawValue, DocumentValue.text($1)) }
    members += [
      ("reason", .text(group.reason)), ("count", .integer(Int64(group.count))),
      ("share_percent", .tenths(Int64(Share.perMille(group.count, of: matched)))),
    ]
    if formerPath != nil {
      members += [
        ("new", .integer(Int64(group.new))), ("fixed", .integer(Int64(group.fixed))),
        ("same", .integer(Int64(group.same))),
      ]
    }
    if waived > 0 { members.append(("waived", .integer(Int64(group.waived)))) }
    members += [
      ("first", .text(group.first.place)), ("hint", .text(group.hint)),
      ("samples", .list(group.samples.map { $0.document(revealed: revealed) })),
    ]
    return .mapping(members)
  }
}

/// Shares of a whole.
enum Share {
  /// Tenths of a percent, rounded; 0 of nothing.
  static func perMille(_ count: Int, of total: Int) -> Int {
    total > 0 ? Int((Double(count) * 1000 / Double(total)).rounded()) : 0
  }

  /// `12.3 %`; what is less than a tenth of a percent and not nothing is `<0.1 %`.
  static func text(_ count: Int, of total: Int) -> String {
    let tenths = perMille(count, of: total)
    if tenths == 0, count > 0 { return "<0.1 %" }
    return "\(tenths / 10).\(tenths % 10) %"
  }
}
