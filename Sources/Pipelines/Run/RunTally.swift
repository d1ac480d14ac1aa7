internal import Records

/// What the workers count while they read: the account of records, rejections and repairs.
struct RunTally {
  /// The account of each source, by its index.
  var counts: [RecordCounts]
  /// Rejected cells of each source by the raw value of their reason; empty without any.
  var rejections: [[Int]]
  /// Rejected records of each source by the raw value of their first reason; empty without any.
  var rejectedRecords: [[Int]]
  /// Repairs of each source by the raw value of their kind; empty without any.
  var repairs: [[Int]]
  /// Candidates of each source handed to collation.
  var candidatesBySource: [Int]
  /// Files whose records do not have the cells of their header.
  var ragged = RaggedFiles()
  /// Records of each source that are used because somebody corrected them.
  var corrected: [Int]
  /// What the waivers of the pipeline are for.
  var waived = WaivedTally()
  /// The rejections of the run in groups; nil where nobody asked, or they are too many.
  var groups: RejectsGroups?
  /// Whether each source has numbers at all.
  var numbers: NumberPresence

  /// No rejection of any reason, and no repair of any kind.
  static var noRejections: [Int] { Array(repeating: 0, count: reasons) }
  static var noRepairs: [Int] { Array(repeating: 0, count: kinds) }

  private static let reasons = Int(RejectionReason.allCases.map(\.rawValue).max() ?? 0) + 1
  private static let kinds = Int(RepairKind.allCases.map(\.rawValue).max() ?? 0) + 1

  /// Creates an empty tally; `columns` tells what each source's mapped columns hold.
  init(columns: [[Field]]) {
    let sources = columns.count
    numbers = NumberPresence(columns: columns)
    counts = Array(repeating: RecordCounts(), count: sources)
    rejections = Array(repeating: [], count: sources)
    rejectedRecords = rejections
    repairs = Array(repeating: [], count: sources)
    candidatesBySource = Array(repeating: 0, count: sources)
    corrected = candidatesBySource
  }

  /// Candidates handed to collation.
  var candidates: Int { candidatesBySource.reduce(0, +) }

  /// Counts what was made of a batch of the given source.
  mutating func add(_ normalized: NormalizedBatch, source: Int) {
    counts[source] += normalized.counts
    candidatesBySource[source] += normalized.candidates.count
    if normalized.rejections.count > 0 { addRejections(of: normalized, source: source) }
    if normalized.repairs.count > 0, repairs[source].isEmpty {
      repairs[source] = Array(repeating: 0, count: Self.kinds)
    }
    for index in 0..<normalized.repairs.count {
      repairs[source][Int(normalized.repairs[index].kind.rawValue)] += 1
    }
  }

  private mutating func addRejections(of normalized: NormalizedBatch, source: Int) {
    if rejections[source].isEmpty {
      rejections[source] = Array(repeating: 0, count: Self.reasons)
      rejectedRecords[source] = rejections[source]
    }
    // Each array is looked up once, not once for every rejection.
    rejections[source].withUnsafeMutableBufferPointer { counts in
      for rejection in normalized.rejections.elements {
        counts[Int(rejection.reason.rawValue)] += 1
      }
    }
    rejectedRecords[source].withUnsafeMutableBufferPointer { counts in
      normalized.forEachRejectedRecord {
        counts[Int(normalized.rejections[$0.lowerBound].reason.rawValue)] += 1
      }
    }
  }

  /// Adds another worker's tally.
  static func += (sum: inout RunTally, more: RunTally) {
    sum.numbers += more.numbers
    sum.ragged += more.ragged
    sum.waived += more.waived
    for source in sum.counts.indices {
      sum.counts[source] += more.counts[source]
      sum.candidatesBySource[source] += more.candidatesBySource[source]
      sum.corrected[source] += more.corrected[source]
      add(more.rejections[source], to: &sum.rejections[source])
      add(more.rejectedRecords[source], to: &sum.rejectedRecords[source])
      add(more.repairs[source], to: &sum.repairs[source])
    }
  }

  private static func add(_ more: [Int], to sum: inout [Int]) {
    if sum.isEmpty { return sum = more }
    for index in more.indices { sum[index] += more[index] }
  }

  /// The account of all sources.
  var total: RecordCounts {
    counts.reduce(into: RecordCounts()) { $0 += $1 }
  }

  /// Rejected cells by reason, of one source or of all; reasons that never occurred are left out.
  func rejectionsByReason(source: Int? = nil) -> [String: Int] {
    var byReason: [String: Int] = [:]
    for reason in RejectionReason.allCases {
      let index = Int(reason.rawValue)
      let counts = source.map { rejections[$0...$0] } ?? rejections[...]
      let count = counts.reduce(0) { $1.isEmpty ? $0 : $0 + $1[index] }
      if count > 0 { byReason[reason.code] = count }
    }
    return byReason
  }

  /// What the gate counts of a source.
  func gateRecords(source: Int) -> Gate.Records {
    var records = Gate.Records()
    records.count = counts[source].read - counts[source].blank
    for reason in RejectionReason.allCases where !rejectedRecords[source].isEmpty {
      let count = rejectedRecords[source][Int(reason.rawValue)]
      if count > 0 { records.rejected[reason.code] = count }
    }
    return records
  }

  /// Repairs by kind; kinds that never occurred are left out.
  func repairsByKind() -> [String: Int] {
    var byKind: [String: Int] = [:]
    for kind in RepairKind.allCases {
      let count = repairs.reduce(0) { $1.isEmpty ? $0 : $0 + $1[Int(kind.rawValue)] }
      if count > 0 { byKind[kind.code] = count }
    }
    return byKind
  }
}
