/// Groups the rows of a report and keeps samples: which few corrections would save most rows.
///
/// Memory: at most 50 000 groups with the places of their samples; rows of further ones are counted
/// together. Beside a former run, up to 32 bytes more for each of its rejections that are not alike.
package struct RejectsGrouping: Sendable {
  /// What rows of a group share, beside their reason.
  package enum Key: String, CaseIterable, Sendable {
    /// The reason alone.
    case reason
    /// The source.
    case source
    /// The file.
    case file
    /// The column.
    case field
    /// What the cell looks like: `CellShape`.
    case shape
  }

  /// Most groups that are told apart.
  static let mostGroups = 50_000

  let keys: [Key]
  let filter: RejectsFilter
  let samples: Int
  let workers: Int
  let hasFingerprints: Bool

  /// Prepares a grouping.
  ///
  /// - Parameters:
  ///   - keys: What rows of a group share; all of them together.
  ///   - filter: The rows that are looked at.
  ///   - samples: Rows kept of each group, at least 0.
  ///   - workers: Threads, at least 1.
  ///   - fingerprints: Whether samples get their fingerprints: one more pass over the report.
  package init(
    by keys: [Key], filter: RejectsFilter = RejectsFilter(), samples: Int = 0, workers: Int = 1,
    fingerprints: Bool = false
  ) {
    self.keys = keys.filter { $0 != .reason }
    self.filter = filter
    self.samples = samples
    self.workers = workers
    hasFingerprints = fingerprints && samples > 0
  }

  /// What one worker counts.
  struct Part: Sendable {
    var total = 0
    var matched = 0
    var others = 0
    var groups: RejectsGroups
    var key = GroupKey()
  }

  /// Groups the rows of a report.
  package func groups(of report: RunReport) throws(RejectsError) -> RejectsGroupingResult {
    let file = try RejectsFile(report.rejects)
    let part = try counted(file, report.waived)
    if part.matched == 0 { try filter.checkNames(report, file) }
    return try RejectsGroupingResult(part, of: self, file: file, former: nil)
  }

  /// The groups of a report whose rows were counted as they were written.
  func groups(
    of report: RunReport, written: WrittenRejections
  ) throws(RejectsError) -> RejectsGroupingResult {
    var part = Part(groups: written.groups)
    part.total = written.groups.groups.reduce(0) { $0 + $1.count }
    part.matched = part.total
    return try RejectsGroupingResult(
      part, of: self, file: RejectsFile(report.rejects), former: nil)
  }

  /// Groups the rows of two runs: what is new, what is fixed, what is the same.
  ///
  /// Where the former one has more different rejections than `most`, those of the first alone.
  package func groups(
    of report: RunReport, against former: RunReport, most: Int = .max
  ) throws(RejectsError) -> RejectsGroupingResult {
    let file = try RejectsFile(report.rejects)
    let old = try RejectsFile(former.rejects)
    let waived = report.waived
    var part = Part(groups: RejectsGroups(most: Self.mostGroups))
    var stock = FingerprintStock(most: most)
    stock = try RejectsScan(file: old, workers: 1).inOrder(stock) { stock, row in
      if filter.takes(&row) { stock.add(RejectionFingerprint.bits(of: &row)) }
    }
    stock.seal()
    if stock.isOver { return try groups(of: report) }
    part = try RejectsScan(file: file, workers: 1).inOrder(part) { part, row in
      guard let index = add(&row, to: &part, waived) else { return }
      let isOld = stock.take(RejectionFingerprint.bits(of: &row))
      part.groups.change(index) { $0.new += isOld ? 0 : 1 }
    }
    // What is left of the stock is fixed; the first of equal rejections stand for it.
    part = try RejectsScan(file: old, workers: 1).inOrder(part) { part, row in
      guard filter.takes(&row), stock.take(RejectionFingerprint.bits(of: &row)),
        let index = index(of: &row, in: &part)
      else { return }
      part.groups.change(index) { group in
        group.fixed += 1
        if group.count == 0, group.rows.count < max(samples, 1) { group.rows.append(row.rowStart) }
      }
    }
    if part.matched == 0 { try filter.checkNames(report, file) }
    return try RejectsGroupingResult(part, of: self, file: file, former: old)
  }

  private func counted(
    _ file: RejectsFile, _ waived: Set<UInt64>
  ) throws(RejectsError) -> Part {
    let scan = RejectsScan(file: file, workers: workers)
    let empty = Part(groups: RejectsGroups(most: Self.mostGroups))
    let parts = try scan.run {
      empty
    } row: {
      _ = add(&$1, to: &$0, waived)
    }
    var sum = parts[0]
    var fits = parts.count == 1 || sum.others == 0
    for part in parts.dropFirst() {
      sum.total += part.total
      sum.matched += part.matched
      fits = fits && part.others == 0 && sum.groups.add(part.groups, samples: max(samples, 1))
    }
    // Which groups are the first depends on the order; only one thread keeps it.
    return fits ? sum : try scan.inOrder(empty) { _ = add(&$1, to: &$0, waived) }
  }

  /// Counts a row of the run that is read; the index of its group, if it is asked for and has one.
  private func add(
    _ row: inout RejectsCursor, to part: inout Part, _ waived: Set<UInt64>
  ) -> Int? {
    part.total += 1
    guard filter.takes(&row) else { return nil }
    part.matched += 1
    guard let index = index(of: &row, in: &part) else {
      part.others += 1
      return nil
    }
    let isWaived = !waived.isEmpty && waived.contains(RejectionFingerprint.bits(of: &row))
    part.groups.change(index) { group in
      group.count += 1
      group.waived += isWaived ? 1 : 0
      if group.rows.count < max(samples, 1) { group.rows.append(row.rowStart) }
    }
    return index
  }

  private func index(of row: inout RejectsCursor, in part: inout Part) -> Int? {
    part.key.removeAll()
    part.key.append(row.bytes(of: .reason))
    for key in keys {
      part.key.endPart()
      switch key {
      case .reason: break
      case .source: part.key.append(row.bytes(of: .source))
      case .file: part.key.append(row.bytes(of: .path))
      case .field: part.key.append(row.bytes(of: .field))
      case .shape: CellShape.lend(of: row.bytes(of: .value)) { part.key.append($0) }
      }
    }
    return part.key.lend { part.groups.index(of: $0) }
  }
}
