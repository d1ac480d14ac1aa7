import DirectoryFormat
import Display
import LiveLookup

/// Chooses the parameters of a data set once, keeps them, and says when they no longer fit.
struct LookupPlan {
  let settings: LookupSettings
  let rows: LookupRows
  /// The data set of the published rendering, if there is one.
  let former: Manifest.LiveLookup.DataSet?
  /// How keywords find their shard.
  let function: ShardingFunction
  /// Shards that the published data set of the other list has, where both share them; 0 otherwise.
  let otherShards: Int

  private var useCase: LookupUseCase { rows.useCase }
  private var name: String { rows.useCase.rawValue }

  /// - Throws: `lookup` where a value is longer than any bucket can say.
  func checkValues() throws(PublicationError) {
    guard let (count, first) = rows.tooLong else { return }
    throw .lookup(
      reason: "the identity of \(Masking.masked(first.number))"
        + (count > 1 ? " and those of \(count - 1) others are" : " is")
        + " too long (found \(first.value) bytes"
        + (first.icon > 0 ? ", \(first.icon) of them its icon" : "")
        + ", expected at most \(CallerIdentity.longestValue))",
      advice: first.icon > 0 ? "Use a smaller icon or a shorter label." : "Shorten the label.")
  }

  /// The number of shards, at least 1: the pipeline's, the published, or one that suits the rows.
  ///
  /// - Throws: `lookup` where shared shards leave some without rows.
  func shards() throws(PublicationError) -> Int {
    switch settings.shards[useCase] {
    case .count(let count):
      try checkShare(count)
      return count
    case .rows(let wanted):
      if let former, former.shards > 0 {
        try checkShare(former.shards)
        return former.shards
      }
      return chosenShards(forRows: wanted)
    case nil: return 1
    }
  }

  private func chosenShards(forRows wanted: Int) -> Int {
    let chosen = max(rows.counts.rows / wanted, 1)
    if case .doubleMod(let most) = function { return min(chosen, most) }
    // Block has been there alone: with fewer shards here some of it would be without rows.
    let isEnough = LookupLimits.fills(shards: otherShards, rows: rows.counts.rows)
    return isEnough ? max(chosen, otherShards) : chosen
  }

  /// Shards from that of identity on would never be asked for.
  private func checkShare(_ shards: Int) throws(PublicationError) {
    guard case .doubleMod(let most) = function, shards > most else { return }
    throw .lookup(
      reason: "\(name): with share_shards it cannot have more shards than identity (found "
        + "\(shards), expected at most \(most))",
      advice: "Write `shards: { \(name): \(most) }`, give identity at least \(shards), or write "
        + "`share_shards: no`.")
  }

  /// The size of a bucket: the pipeline's, the published, or one that suits the largest value.
  ///
  /// - Throws: `lookup` where the largest value does not fit.
  func bucketBytes(shards: Int) throws(PublicationError) -> Int {
    let chosen = LookupParameters.bucketBytes(
      largestValue: rows.largestValue, settings.encryption)
    let kept = former.flatMap { $0.shards == shards && $0.bucketBytes > 0 ? $0.bucketBytes : nil }
    let bytes = settings.bucketBytes[useCase] ?? kept ?? chosen
    let room = LookupParameters.roomForValue(inBucketOf: bytes)
    guard rows.largestValue <= room else {
      throw .lookup(
        reason: "\(name): the largest value fits no bucket of \(bytes) bytes (found "
          + "\(rows.largestValue) bytes, expected at most \(room))",
        advice: "Shorten the label or icon, or write `bucket_bytes: { \(name): \(chosen) }`"
          + (kept == nil ? "." : "; every phone then fetches a new configuration."))
    }
    return bytes
  }

  /// Writes the parameters into a data set whose rows are counted.
  ///
  /// - Throws: `lookup` where a phone would silently be shown nothing: an empty shard, a shard that
  ///   fits no table, no test identity where one is required.
  func decide(_ set: inout LookupDataSet) throws(PublicationError) {
    let census = set.census
    let shards = census.rows.count
    try checkRows(census)
    let kept = former.flatMap { $0.shards == shards && $0.buckets > 0 ? $0.buckets : nil }
    let buckets = settings.buckets[useCase] ?? kept ?? census.chosenBuckets
    try check(buckets, of: set.counts.bucketBytes, hold: census, isKept: kept != nil)
    (set.counts.shards, set.counts.buckets) = (shards, buckets)
    if case .rows(let wanted) = settings.shards[useCase] { set.counts.rowsPerShard = wanted }
    set.warnings += warnings(census, buckets, bucketBytes: set.counts.bucketBytes)
    if useCase == .identity, settings.requiresTestIdentity, !rows.hasTestIdentity {
      throw .lookup(
        reason: "Apple's test identity is not among the entries (found none, expected "
          + "+\(TestIdentity.number) with the label \(TestIdentity.name))",
        advice: "Add it to a source, or write `test_identity: warn`.")
    }
  }

  private func checkRows(_ census: ShardCensus) throws(PublicationError) {
    guard let empty = census.empty.first else { return }
    var most = census.rows.count - 1
    if case .doubleMod(let other) = function { most = min(most, other) }
    throw .lookup(
      reason:
        "\(name): some shards would have no rows (found \(census.empty.count) of "
        + "\(census.rows.count), the first is \(empty), expected rows in each, for the service opens "
        + "all)",
      advice: "Use at most \(LookupLimits.mostShards(rows: census.total, below: most)) shards for "
        + "\(census.total) rows: `shards: { \(name): … }`.")
  }

  private func check(
    _ buckets: Int, of bytes: Int, hold census: ShardCensus, isKept: Bool
  ) throws(PublicationError) {
    let needed = census.neededBuckets
    guard needed > buckets else { return }
    let shards = Int(
      (Double(census.rows.count) * LookupParameters.growth * Double(needed) / Double(buckets))
        .rounded(.up))
    let isGiven = settings.buckets[useCase] != nil
    throw .lookup(
      reason: "\(name): the largest shard needs \(needed) buckets of \(bytes) bytes, each of which "
        + "holds \(census.largestValuesPerBucket) of the largest values (found \(buckets), as "
        + (isGiven ? "the pipeline says" : "published") + ", expected at least \(needed))",
      advice: "Write `buckets: { \(name): \(census.chosenBuckets) }` or "
        + "`shards: { \(name): \(shards) }`"
        + (isKept ? "; every phone then fetches a new configuration." : "."))
  }

  private func warnings(
    _ census: ShardCensus, _ buckets: Int, bucketBytes: Int
  ) -> [String] {
    var lines: [String] = []
    let start = "live lookup, \(name): "
    if case .rows(let wanted) = settings.shards[useCase], let former, former.shards > 0,
      former.rowsPerShard != wanted, chosenShards(forRows: wanted) != former.shards
    {
      lines.append(
        start + "the \(former.shards) shards stay as published, lest every phone fetches a new "
          + "configuration. To change them write `shards: { \(name): "
          + "\(chosenShards(forRows: wanted)) }`.")
    }
    if !census.oversized.isEmpty {
      lines.append(
        start + "\(census.oversized.count) of \(census.rows.count) shards hold more than 1.5 times "
          + "the mean; they answer more slowly. " + cure(forShards: census.rows.count))
    }
    if census.largestValuesPerBucket == 1 {
      let advised = LookupParameters.bucketBytes(
        largestValue: census.largestValue, settings.encryption)
      lines.append(
        start + "a bucket of \(bucketBytes) bytes holds one of the largest values. Tonight's have "
          + "a table, those of another night may have none. Write "
          + "`bucket_bytes: { \(name): \(advised) }`, or use smaller icons.")
    }
    if census.nearlyFills(buckets) {
      lines.append(
        start + "the largest shard needs \(census.neededBuckets) of the \(buckets) buckets; when "
          + "it needs more, the build is refused. Write "
          + "`buckets: { \(name): \(census.chosenBuckets) }` before; every phone then fetches a new "
          + "configuration.")
    }
    return lines
  }

  /// What makes shards even.
  private func cure(forShards shards: Int) -> String {
    guard case .doubleMod(let other) = function, other % shards != 0 else {
      return "Use fewer shards."
    }
    let divisors = (1...other).filter { other % $0 == 0 }
    let near = [divisors.last { $0 < shards }, divisors.first { $0 > shards }].compactMap { $0 }
    return "Use a number that divides the \(other) of identity: "
      + near.map(String.init).joined(separator: " or ") + "."
  }
}
