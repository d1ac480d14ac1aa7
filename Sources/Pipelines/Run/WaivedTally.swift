internal import Records

/// Which rejections of a run the waivers of its pipeline are for, counted while it reads.
///
/// Expired waivers are counted too: what holds is decided at the end. Memory: a few words for each
/// waiver, and for each combination of waivers that one record needs.
struct WaivedTally: Equatable {
  /// Rejected records of a source, under their first reason, all of whose rejections have waivers.
  struct Kind: Hashable, Comparable {
    /// 0-based index of the source.
    var source: Int
    /// Raw value of the first reason.
    var reason: Int
    /// 0-based indices of the waivers, ascending.
    var waivers: [Int]

    static func < (left: Kind, right: Kind) -> Bool {
      (left.source, left.reason) != (right.source, right.reason)
        ? (left.source, left.reason) < (right.source, right.reason)
        : left.waivers.lexicographicallyPrecedes(right.waivers)
    }
  }

  /// Rejected cells by the index of their waiver.
  var cells: [Int: Int] = [:]
  /// Rejected records that waivers cover as a whole.
  var records: [Kind: Int] = [:]

  /// Counts what was made of a batch.
  mutating func add(
    _ normalized: NormalizedBatch, of batch: RecordBatch, _ names: SourceNames,
    _ waivers: WaiverTable
  ) {
    guard normalized.rejections.count > 0 else { return }
    let source = names.source(of: batch)
    var found: [Int?] = []
    found.reserveCapacity(normalized.rejections.count)
    for rejection in normalized.rejections.elements {
      let cell = rejection.cell.map { batch.cells[Int($0)] }
      let bits = RejectionFingerprint.bits(
        source: source, field: names.field(of: cell, in: batch), reason: rejection.reason.code,
        value: cell.map { batch.bytes(of: $0) } ?? UnsafeBufferPointer(start: nil, count: 0))
      let waiver = waivers[bits]
      if let waiver { cells[waiver, default: 0] += 1 }
      found.append(waiver)
    }
    normalized.forEachRejectedRecord { rejections in
      let covering = found[rejections].compactMap(\.self)
      guard covering.count == rejections.count else { return }
      let reason = normalized.rejections[rejections.lowerBound].reason
      let kind = Kind(
        source: batch.source, reason: Int(reason.rawValue), waivers: Set(covering).sorted())
      records[kind, default: 0] += 1
    }
  }

  /// Adds what another worker counted.
  static func += (sum: inout WaivedTally, more: WaivedTally) {
    sum.cells.merge(more.cells, uniquingKeysWith: +)
    sum.records.merge(more.records, uniquingKeysWith: +)
  }
}

/// The waivers of a pipeline by their fingerprints.
struct WaiverTable: Sendable {
  private let indices: [UInt64: Int]

  /// A table; nil of a pipeline without waivers, which need not look anything up.
  init?(_ waivers: [Pipeline.Waiver]) {
    if waivers.isEmpty { return nil }
    indices = Dictionary(
      waivers.enumerated().map { ($1.fingerprint, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The index of the waiver for a fingerprint.
  subscript(bits: UInt64) -> Int? { indices[bits] }
}

extension NormalizedBatch {
  /// Hands over the rejections of each rejected record, by their indices; those of used ones are
  /// passed over.
  func forEachRejectedRecord(_ body: (Range<Int>) -> Void) {
    var groups: [Range<Int>] = []
    var candidate = 0
    var start = 0
    while start < rejections.count {
      let record = rejections[start].record
      var end = start + 1
      while end < rejections.count, rejections[end].record == record { end += 1 }
      candidate = Self.firstIndex(
        from: candidate, in: UnsafeBufferPointer(candidates.elements), ofRecordFrom: record)
      if candidate >= candidates.count || candidates[candidate].record != record {
        groups.append(start..<end)
      }
      start = end
    }
    // The first record may have given its candidates to the batch before; then it is no rejected one.
    for group in groups.dropFirst(groups.count > counts.rejected ? 1 : 0) { body(group) }
  }

  /// The 0-based index of the first candidate of a record, or of one after it, from an index on.
  ///
  /// Candidates stand in the order of their records; their count where there is none. In steps that
  /// grow: most records of a batch are not rejected.
  static func firstIndex(
    from start: Int, in candidates: UnsafeBufferPointer<Candidate>, ofRecordFrom record: UInt32
  ) -> Int {
    var low = start
    var step = 1
    while low + step <= candidates.count, candidates[low + step - 1].record < record {
      low += step
      step *= 2
    }
    var high = min(low + step - 1, candidates.count)
    while low < high {
      let middle = (low + high) / 2
      if candidates[middle].record < record { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
