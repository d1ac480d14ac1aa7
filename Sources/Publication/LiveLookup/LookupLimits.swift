import LiveLookup

/// What data sets may come to, whatever is asked for.
enum LookupLimits {
  /// Most bytes of a file: a message of protobuf ends at 2 GiB.
  static let mostBytes = Int(Int32.max)
  /// Bytes from which on a file that grows is spoken of.
  private static let manyBytes = mostBytes / 4 * 3

  /// Says when a file comes near to what a reader takes; nil when it does not.
  ///
  /// - Throws: `lookup` where it is longer than that.
  static func warning(
    _ name: String, bytes: Int, of useCase: LookupUseCase, isSharded: Bool
  ) throws(PublicationError) -> String? {
    let cure =
      isSharded
      ? "Use more shards: `shards: { \(useCase.rawValue): … }`." : "Write `layout: sharded`."
    if bytes > mostBytes {
      throw .lookup(
        reason: "\(useCase.rawValue): \(name) is too long for a message of protobuf (found "
          + "\(bytes) bytes, expected at most \(mostBytes))",
        advice: cure)
    }
    return bytes > manyBytes
      ? "live lookup, \(useCase.rawValue): \(name) has \(bytes) of at most \(mostBytes) bytes. "
        + cure
      : nil
  }

  /// Whether an empty shard is next to impossible: with n rows a shard of s stays empty with
  /// probability (1 - 1/s)^n, so s (log2 s + 7) rows leave some in a thousand such data sets.
  static func fills(shards: Int, rows: Int) -> Bool {
    var logarithm = 0
    while shards >> logarithm > 1 { logarithm += 1 }
    return rows >= shards * (logarithm + 7)
  }

  /// The most shards, at most `limit`, that are next to certain to have rows; at least 1.
  static func mostShards(rows: Int, below limit: Int) -> Int {
    var low = 1
    var high = max(limit, 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if fills(shards: middle, rows: rows) { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
