/// Groups the rows of a report and keeps samples: which few corrections would save most rows.
///
/// Memory: at most 50 000 groups with their samples; rows of further ones are counted together.
package struct RejectsGrouping: Sendable {
  /// What rows of a group share.
  package enum Key: String, CaseIterable, Sendable {
    /// The reason.
    case reason
    /// The source, and in it the reason.
    case source
    /// The value with every digit as 9, and the reason.
    case shape
    /// The column, and in it the reason.
    case field
  }

  /// Rows that share something.
  package struct Group: Sendable {
    /// What they share; empty where it is the reason alone.
    package var name: String
    /// Their reason.
    package var reason: String
    /// What would fix them.
    package var hint: String
    /// How many they are.
    package var count: Int
    /// The first of them.
    package var samples: [RejectsRow]
  }

  /// Most groups that are told apart.
  static let mostGroups = 50_000

  /// Rows that were looked at.
  package private(set) var total = 0
  /// Rows that passed the filters.
  package private(set) var matched = 0
  /// Rows of groups beyond the most that are told apart.
  package private(set) var others = 0

  private let key: Key
  private let filter: RejectsFilter
  private let samples: Int
  private var groups: [String: Group] = [:]

  /// Prepares a grouping.
  ///
  /// - Parameters:
  ///   - key: What rows of a group share.
  ///   - filter: The rows that are looked at.
  ///   - samples: Rows kept of each group, at least 0.
  package init(by key: Key, filter: RejectsFilter = RejectsFilter(), samples: Int = 0) {
    self.key = key
    self.filter = filter
    self.samples = samples
  }

  /// Takes a row.
  package mutating func add(_ row: RejectsRow) {
    total += 1
    guard filter.takes(row) else { return }
    matched += 1
    let name = name(of: row)
    let identity = "\(row.reason)\n\(name)"
    if groups[identity] == nil {
      guard groups.count < Self.mostGroups else {
        others += 1
        return
      }
      groups[identity] = Group(
        name: name, reason: row.reason, hint: row.commonHint, count: 0, samples: [])
    }
    groups[identity]?.count += 1
    if groups[identity]?.samples.count ?? samples < samples {
      groups[identity]?.samples.append(row)
    }
  }

  /// The groups, largest first; equal ones by name and reason.
  package var largestFirst: [Group] {
    groups.values.sorted {
      ($1.count, $0.name, $0.reason) < ($0.count, $1.name, $1.reason)
    }
  }

  /// All groups as `--json` prints them.
  package func document(mostGroups: Int) -> DocumentValue {
    .mapping([
      ("rows", .integer(Int64(total))), ("matched", .integer(Int64(matched))),
      (
        "groups",
        .list(
          largestFirst.prefix(mostGroups).map { group in
            let shared = key == .reason ? [] : [(key.rawValue, DocumentValue.text(group.name))]
            return .mapping(
              shared + [
                ("reason", .text(group.reason)), ("count", .integer(Int64(group.count))),
                ("hint", .text(group.hint)), ("samples", .list(group.samples.map(\.document))),
              ])
          })
      ),
    ])
  }

  private func name(of row: RejectsRow) -> String {
    switch key {
    case .reason: ""
    case .source: row.source
    case .shape: row.shape
    case .field: row.field
    }
  }
}
