internal import DirectoryFormat
internal import LiveLookup
internal import Publication

/// What the data sets of the lookup came to.
package struct LookupSummary: Codable, Equatable, Sendable {
  /// One data set.
  package struct DataSet: Codable, Equatable, Sendable {
    /// Rows.
    package var rows: Int
    /// Rows whose numbers stand in no slot.
    package var lookupOnly: Int
    /// Entries left out, by reason: `joined`, `short`, `long`.
    package var leftOut: [String: Int]
    /// Shards; 0 where there are no rows.
    package var shards: Int
    /// Buckets of a shard.
    package var buckets: Int
    /// Largest size of a bucket in bytes.
    package var bucketBytes: Int
    /// Buckets that the largest shard needs at least.
    package var neededBuckets: Int?
    /// Rows of the largest shard.
    package var largestShardRows: Int?
    /// Shards with more than 1.5 times the mean.
    package var oversizedShards: Int?
    /// Length of the longest value in bytes.
    package var largestValueBytes: Int?
    /// Estimated size of an answer in bytes.
    package var estimatedAnswerBytes: Int
    /// Keywords that are new since the last publication, or have another value; nil without a
    /// former data set like it.
    package var additions: Int?
    /// Keywords that are gone since then.
    package var removals: Int?
    /// Size of the stash of this step in bytes; 0 where there is none.
    package var stashBytes: Int?
    /// Shards that need no processing since then.
    package var unchangedShards: [Int]?
  }

  /// The folder of the files, relative to the directory.
  package var path: String
  /// Estimated size of the key that every phone sends once, in bytes.
  package var estimatedEvaluationKeyBytes: Int
  /// Names longer than `longest_name`.
  package var longNames: Int?
  /// Whether Apple's test identity is among the identities.
  package var hasTestIdentity: Bool?
  /// Both data sets by use case.
  package var useCases: [String: DataSet]

  /// Sums up the section of a manifest, and what became of it.
  init(_ section: Manifest.LiveLookup, _ standing: LookupStanding) {
    path = section.path
    let encryption = section.encryption.flatMap(LookupEncryption.init(name:)) ?? .usual
    estimatedEvaluationKeyBytes = encryption.evaluationKeyBytes
    longNames = standing.facts[.identity]?.longNames
    hasTestIdentity = standing.facts[.identity]?.hasTestIdentity
    useCases = Dictionary(
      uniqueKeysWithValues: LookupUseCase.allCases.map {
        var set = DataSet(section.dataSet($0), encryption)
        if let facts = standing.facts[$0] { set.add(facts) }
        if standing.isKept { set.keep(isSharded: section.isSharded) }
        return ($0.rawValue, set)
      })
  }

  /// One line for each data set.
  var lines: [String] {
    LookupUseCase.allCases.compactMap { useCase in
      useCases[useCase.rawValue].map { "lookup      \(useCase.rawValue): \($0.text)" }
    }
  }
}

extension LookupSummary.DataSet {
  fileprivate init(_ set: Manifest.LiveLookup.DataSet, _ encryption: LookupEncryption) {
    rows = set.rows
    lookupOnly = set.lookupOnly
    leftOut = ["joined": set.joined, "short": set.short, "long": set.long]
    shards = set.shards
    buckets = set.buckets
    bucketBytes = set.bucketBytes
    estimatedAnswerBytes =
      set.rows == 0
      ? 0
      : LookupParameters(shards: set.shards, buckets: set.buckets, bucketBytes: set.bucketBytes)
        .answerBytes(encryption)
    additions = set.changes?.additions
    removals = set.changes?.removals
    stashBytes = set.changes?.stashBytes
    unchangedShards = set.changes?.unchangedShards
  }

  fileprivate mutating func add(_ facts: LookupFacts) {
    (neededBuckets, largestValueBytes) = (facts.neededBuckets, facts.largestValue)
    (largestShardRows, oversizedShards) = (facts.largestShard, facts.oversizedShards)
  }

  /// Nothing changed since the last publication, whatever that one says of the step to it.
  fileprivate mutating func keep(isSharded: Bool) {
    if rows == 0 { return }
    (additions, removals, stashBytes) = (0, 0, 0)
    unchangedShards = isSharded ? Array(0..<shards) : []
  }

  fileprivate var text: String {
    if rows == 0 { return "no rows" }
    var parts = ["\(rows) rows in \(shards) shards"]
    if lookupOnly > 0 { parts.append("\(lookupOnly) in no slot") }
    let without = leftOut.filter { $0.value > 0 }.sorted { $0.key < $1.key }
    if !without.isEmpty {
      parts.append("left out " + without.map { "\($0.value) \($0.key)" }.joined(separator: ", "))
    }
    parts.append(
      (neededBuckets.map { "\($0) of " } ?? "") + "\(buckets) buckets of \(bucketBytes) bytes")
    parts.append("about \((estimatedAnswerBytes + 500) / 1000) kB an answer")
    if let additions, let removals {
      switch (additions + removals, stashBytes ?? 0) {
      case (0, _): parts.append("no changes")
      case (let changes, 0): parts.append("\(changes) changes, too many for a stash")
      case (let changes, let bytes): parts.append("stash \(bytes) bytes for \(changes) changes")
      }
    }
    return parts.joined(separator: "; ")
  }
}
