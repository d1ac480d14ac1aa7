import DirectoryFormat
import LiveLookup

/// Chooses the parameters of a data set once, keeps them, and says when they no longer fit.
struct LookupPlan {
  let settings: LookupSettings
  let useCase: LookupUseCase
  /// The data set of the published rendering, if there is one.
  let former: Manifest.LiveLookup.DataSet?

  /// The number of shards for so many rows, at least 1.
  func shards(forRows rows: Int) -> Int {
    switch settings.shards[useCase] {
    case .count(let count): return count
    case .rows(let wanted):
      if let former, former.shards > 0, former.rowsPerShard == wanted { return former.shards }
      return max(rows / wanted, 1)
    case nil: return 1
    }
  }

  /// Writes the parameters into a data set whose rows are counted.
  ///
  /// - Throws: `lookup` where a phone would silently be shown nothing: an empty shard, a value that
  ///   fits no bucket, a shard that fits no table, no test identity where one is required.
  func decide(_ set: inout LookupDataSet) throws(PublicationError) {
    let census = set.census
    set.counts.shards = census.rows.count
    if case .rows(let wanted) = settings.shards[useCase] { set.counts.rowsPerShard = wanted }
    try checkShards(census)
    let kept = former.flatMap { $0.shards == census.rows.count ? $0 : nil }
    let bytes =
      settings.bucketBytes[useCase] ?? kept?.bucketBytes
      ?? LookupParameters.bucketBytes(largestValue: census.largestValue)
    try check(bytes, holds: census.largestValue)
    let buckets =
      settings.buckets[useCase] ?? kept?.buckets
      ?? LookupParameters.chosenBuckets(forBytes: census.largestBytes, bucketBytes: bytes)
    try check(buckets, of: bytes, hold: census.largestBytes)
    (set.counts.bucketBytes, set.counts.buckets) = (bytes, buckets)
    if !census.oversized.isEmpty {
      set.warnings.append(
        "live lookup, \(useCase.rawValue): \(census.oversized.count) of \(census.rows.count) "
          + "shards hold more than 1.5 times the mean; they answer more slowly. Use fewer shards.")
    }
    if useCase == .identity, settings.requiresTestIdentity, !set.rows.hasTestIdentity {
      throw .lookup(
        reason: "Apple's test identity is not among the entries (expected "
          + "+\(TestIdentity.number) with the label \(TestIdentity.name))",
        advice: "Add it to a source, or write `test_identity: warn`.")
    }
  }

  private func checkShards(_ census: ShardCensus) throws(PublicationError) {
    guard let empty = census.empty.first else { return }
    // With n rows a shard stays empty with probability (1 - 1/s)^n; ten times s ln s rows leave none.
    var fitting = census.total / 10
    while fitting > 1, !Self.fills(shards: fitting, rows: census.total) { fitting /= 2 }
    throw .lookup(
      reason:
        "\(useCase.rawValue): \(census.empty.count) of \(census.rows.count) shards would have "
        + "no rows, the first is \(empty) (expected rows in each, for the service opens all)",
      advice: "Use at most \(max(fitting, 1)) shards for \(census.total) rows.")
  }

  /// Whether an empty shard is next to impossible.
  private static func fills(shards: Int, rows: Int) -> Bool {
    var logarithm = 0
    while shards >> logarithm > 1 { logarithm += 1 }
    return rows >= shards * (logarithm + 7)
  }

  private func check(_ bucketBytes: Int, holds largest: Int) throws(PublicationError) {
    let needed = LookupParameters.bucketBytes(largestValue: largest)
    guard LookupParameters.fits(value: largest, bucketBytes: bucketBytes) else {
      throw .lookup(
        reason: "\(useCase.rawValue): a value of \(largest) bytes fits no bucket of "
          + "\(bucketBytes) bytes",
        advice: "Shorten the label or icon, or write `bucket_bytes: { \(useCase.rawValue): "
          + "\(needed) }`; every phone then fetches a new configuration.")
    }
  }

  private func check(
    _ buckets: Int, of bucketBytes: Int, hold largest: Int
  ) throws(PublicationError) {
    let needed = LookupParameters.buckets(forBytes: largest, bucketBytes: bucketBytes)
    guard needed <= buckets else {
      let advised = LookupParameters.chosenBuckets(forBytes: largest, bucketBytes: bucketBytes)
      throw .lookup(
        reason: "\(useCase.rawValue): the largest shard needs \(needed) buckets of \(bucketBytes) "
          + "bytes (found \(buckets), as chosen before)",
        advice: "Write `buckets: { \(useCase.rawValue): \(advised) }` or more shards; every phone "
          + "then fetches a new configuration.")
    }
  }
}
