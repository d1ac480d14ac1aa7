internal import DirectoryFormat

/// The sample of an earlier run, and what became of its entries in this one.
///
/// Memory: some 50 bytes an entry, at most 16 MB.
final class FormerSample {
  /// What became of the sampled entries of a source and list.
  struct Account: Equatable {
    /// Entries of the sample.
    var sampled = 0
    /// Those whose numbers are no longer in their list, whoever gives them.
    var gone = 0
    /// Those that have another label, whoever gives it.
    var relabelled = 0
  }

  private enum Fate: UInt8 { case gone, same, relabelled }

  private struct Row {
    var digest: UInt64
    var label: UInt32
    var group: UInt32
    var fate = Fate.gone
  }

  /// The highest digest of the sample: above it there is nothing to look for.
  let highest: UInt64
  private var rows: [Row] = []
  private var groups: [String: UInt32] = [:]
  /// Positions in `rows`, by digest; `.max` where there is none.
  private var table: [UInt32] = []

  /// Takes the rows of a sample, `list` and `source` of each.
  init(_ sample: [(source: String, list: DirectoryList, row: EntrySampler.Row)] = []) {
    for (source, list, row) in sample {
      let key = Self.key(source, list)
      let group = groups[key] ?? UInt32(groups.count)
      groups[key] = group
      rows.append(Row(digest: row.digest, label: row.label, group: group))
    }
    highest = rows.map(\.digest).max() ?? 0
    var places = 16
    while places < rows.count * 4 { places *= 2 }
    table = Array(repeating: .max, count: places)
    for index in rows.indices where self.row(of: rows[index].digest) == nil {
      var place = Int(truncatingIfNeeded: rows[index].digest) & (places - 1)
      while table[place] != .max { place = (place + 1) & (places - 1) }
      table[place] = UInt32(index)
    }
  }

  /// Where a digest stands in the sample; nil if it does not.
  func row(of digest: UInt64) -> Int? {
    let mask = table.count &- 1
    var place = Int(truncatingIfNeeded: digest) & mask
    while table[place] != .max {
      let index = Int(table[place])
      if rows[index].digest == digest { return index }
      place = (place &+ 1) & mask
    }
    return nil
  }

  /// Notes that an entry of the sample is still there.
  func found(_ row: Int, label: UInt32) {
    rows[row].fate = rows[row].label == label ? .same : .relabelled
  }

  /// What became of the entries of each source and list of which the sample has any.
  var accounts: Accounts {
    var accounts = Array(repeating: Account(), count: groups.count)
    for row in rows {
      accounts[Int(row.group)].sampled += 1
      accounts[Int(row.group)].gone += row.fate == .gone ? 1 : 0
      accounts[Int(row.group)].relabelled += row.fate == .relabelled ? 1 : 0
    }
    return Accounts(accounts: accounts, groups: groups)
  }

  /// What became of a sample.
  struct Accounts {
    fileprivate let accounts: [Account]
    fileprivate let groups: [String: UInt32]

    /// Of a source and list; nil where the sample has none.
    subscript(source: String, list: DirectoryList) -> Account? {
      groups[FormerSample.key(source, list)].map { accounts[Int($0)] }
    }
  }

  fileprivate static func key(_ source: String, _ list: DirectoryList) -> String {
    "\(source),\(list.rawValue)"
  }
}

extension FormerSample {
  /// Standard deviations that a share must be over a limit: once in 700 it is not.
  private static let deviations = 3.0

  /// How many of `total` there are at least, where `count` of `sampled` drawn ones are.
  ///
  /// The lower end of Wilson's interval, for a sample that is drawn without putting back: exact where
  /// everything was drawn.
  static func least(_ count: Int, ofSampled sampled: Int, in total: Int) -> Int {
    guard sampled > 0, sampled < total else { return min(count, total) }
    let drawn = Double(sampled) * Double(total - 1) / Double(total - sampled)
    let share = Double(count) / Double(sampled)
    let square = deviations * deviations
    let spread = (share * (1 - share) / drawn + square / (4 * drawn * drawn)).squareRoot()
    let low = (share + square / (2 * drawn) - deviations * spread) / (1 + square / drawn)
    return max(count, Int(low * Double(total)))
  }
}
