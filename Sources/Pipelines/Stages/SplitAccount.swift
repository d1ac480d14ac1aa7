internal import Records

/// What reading one split came to: its share of the account of a run.
struct SplitAccount: Codable {
  /// 0-based index of the source.
  var source: Int
  /// 0-based index of the export.
  var file: Int
  /// Records that Extraction found.
  var records: Int
  /// The account of records.
  var read: Int
  var used: Int
  var rejected: Int
  var inapplicable: Int
  var blank: Int
  /// Invisible characters taken out of labels.
  var charactersRemoved: Int
  /// `updated` cells that could not be read.
  var unreadableUpdates: Int
  /// Cells that are expanded, the numbers they stand for, and the same over the budget.
  var expansion: [Int]
  /// Candidates handed to the runs.
  var candidates: Int
  /// Rejected cells, records by their first reason, and repairs, each by the code.
  var rejections: [String: Int]
  var rejectedRecords: [String: Int]
  var repairs: [String: Int]
  /// Records of more or fewer cells than the header: how many, line and cells of the first, cells of
  /// the header.
  var ragged: [Int]
  /// Rejected cells by waiver: its index, how many; nil without any.
  var waivedCells: [[Int]]?
  /// Rejected records by their waivers: how many, raw value of their first reason, indices of the
  /// waivers; nil without any.
  var waivedRecords: [[Int]]?
  /// Whether a column of numbers holds anything, and records before that.
  var hasNumber: Bool
  var recordsWithoutNumber: Int
  /// Bytes that compressed files held.
  var inflatedBytes: Int
  /// Bytes of the lines for rejects.csv and repairs.csv.
  var reportedBytes: Int
  /// The last line of the export, where it lacks its end.
  var openLine: Int?

  /// The account of a split of one source from its tally.
  init(
    _ tally: RunTally, source: Int, file: Int, records: Int, inflatedBytes: Int,
    reportedBytes: Int, openLine: Int?
  ) {
    let counts = tally.counts[source]
    let ragged = tally.ragged[file]
    self.source = source
    self.file = file
    self.records = records
    read = counts.read
    used = counts.used
    rejected = counts.rejected
    inapplicable = counts.inapplicable
    blank = counts.blank
    charactersRemoved = counts.charactersRemovedFromLabels
    unreadableUpdates = counts.unreadableUpdates
    expansion = [
      counts.expansion.cells, counts.expansion.numbers, counts.expansion.cellsOverBudget,
      counts.expansion.numbersOverBudget,
    ]
    candidates = tally.candidatesBySource[source]
    rejections = Self.byCode(tally.rejections[source])
    rejectedRecords = Self.byCode(tally.rejectedRecords[source])
    repairs = RepairKind.allCases.reduce(into: [:]) { byCode, kind in
      let counts = tally.repairs[source]
      let count = counts.isEmpty ? 0 : counts[Int(kind.rawValue)]
      if count != 0 { byCode[kind.code] = count }
    }
    self.ragged = [ragged.count, Int(ragged.firstLine), ragged.firstCells, ragged.headerCells]
    if tally.waived != WaivedTally() {
      waivedCells = tally.waived.cells.sorted { $0.key < $1.key }.map { [$0.key, $0.value] }
      waivedRecords = tally.waived.records.sorted { $0.key < $1.key }.map {
        [$0.value, $0.key.reason] + $0.key.waivers
      }
    }
    (hasNumber, recordsWithoutNumber) = tally.numbers[source]
    self.inflatedBytes = inflatedBytes
    self.reportedBytes = reportedBytes
    self.openLine = openLine
  }

  private static func byCode(_ counts: [Int]) -> [String: Int] {
    RejectionReason.allCases.reduce(into: [:]) { byCode, reason in
      let count = counts.isEmpty ? 0 : counts[Int(reason.rawValue)]
      if count != 0 { byCode[reason.code] = count }
    }
  }

  /// What makes an account one that cannot be; nil for nothing.
  func problem(in plan: StagePlan, of split: StagePlan.Split, waivers: Int) -> String? {
    guard file == split.file, source == plan.exports[file].source else {
      return "the account is of another export"
    }
    let counts =
      [
        records, read, used, rejected, inapplicable, blank, charactersRemoved, unreadableUpdates,
        candidates, recordsWithoutNumber, inflatedBytes, reportedBytes, openLine ?? 0,
      ] + expansion + ragged
    guard expansion.count == 4, ragged.count == 4, counts.allSatisfy({ $0 >= 0 }) else {
      return "the account has counts below nothing"
    }
    return isSound(waivers: waivers) ? nil : "the account has waivers that are not the pipeline's"
  }

  private func isSound(waivers: Int) -> Bool {
    (waivedCells ?? []).allSatisfy { $0.count == 2 && $0[0] < waivers && $0.min() ?? -1 >= 0 }
      && (waivedRecords ?? []).allSatisfy { kind in
        kind.count > 2 && kind.allSatisfy { $0 >= 0 }
          && kind.dropFirst(2).allSatisfy { $0 < waivers }
      }
  }

  /// Adds the account to a tally.
  func add(to tally: inout RunTally) {
    var counts = RecordCounts()
    (counts.read, counts.used, counts.rejected) = (read, used, rejected)
    (counts.inapplicable, counts.blank) = (inapplicable, blank)
    counts.charactersRemovedFromLabels = charactersRemoved
    counts.unreadableUpdates = unreadableUpdates
    counts.expansion.cells = expansion[0]
    counts.expansion.numbers = expansion[1]
    counts.expansion.cellsOverBudget = expansion[2]
    counts.expansion.numbersOverBudget = expansion[3]
    tally.counts[source] += counts
    tally.candidatesBySource[source] += candidates
    for reason in RejectionReason.allCases {
      tally.add(
        rejections: rejections[reason.code] ?? 0, records: rejectedRecords[reason.code] ?? 0,
        of: reason, source: source)
    }
    for kind in RepairKind.allCases {
      if let count = repairs[kind.code] { tally.add(repairs: count, of: kind, source: source) }
    }
    var found = RaggedRecords()
    found.count = ragged[0]
    found.firstLine = UInt64(ragged[1])
    (found.firstCells, found.headerCells) = (ragged[2], ragged[3])
    tally.ragged.add(found, of: file)
    for cells in waivedCells ?? [] { tally.waived.cells[cells[0], default: 0] += cells[1] }
    for kind in waivedRecords ?? [] {
      let key = WaivedTally.Kind(
        source: source, reason: kind[1], waivers: Array(kind.dropFirst(2)))
      tally.waived.records[key, default: 0] += kind[0]
    }
    tally.numbers.add(hasNumber: hasNumber, records: recordsWithoutNumber, source: source)
  }
}

extension RunTally {
  fileprivate mutating func add(
    rejections count: Int, records: Int, of reason: RejectionReason, source: Int
  ) {
    guard count != 0 || records != 0 else { return }
    if rejections[source].isEmpty { rejections[source] = Self.noRejections }
    if rejectedRecords[source].isEmpty { rejectedRecords[source] = Self.noRejections }
    rejections[source][Int(reason.rawValue)] += count
    rejectedRecords[source][Int(reason.rawValue)] += records
  }

  fileprivate mutating func add(repairs count: Int, of kind: RepairKind, source: Int) {
    if repairs[source].isEmpty { repairs[source] = Self.noRepairs }
    repairs[source][Int(kind.rawValue)] += count
  }
}
