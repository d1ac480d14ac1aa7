internal import DirectoryFormat
internal import LiveLookup

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
    /// Estimated size of an answer in bytes.
    package var estimatedAnswerBytes: Int
    /// Keywords that are new or have another value; nil without a former data set like it.
    package var additions: Int?
    /// Keywords that are gone.
    package var removals: Int?
    /// Size of the stash in bytes; 0 where there is none.
    package var stashBytes: Int?
    /// Shards that need no processing.
    package var unchangedShards: [Int]?
  }

  /// The folder of the files, relative to the directory.
  package var path: String
  /// Estimated size of the key that every phone sends once, in bytes.
  package var estimatedEvaluationKeyBytes: Int
  /// Both data sets by use case.
  package var useCases: [String: DataSet]

  /// Sums up the section of a manifest.
  init(_ section: Manifest.LiveLookup) {
    path = section.path
    estimatedEvaluationKeyBytes = LookupParameters.evaluationKeyBytes
    useCases = Dictionary(
      uniqueKeysWithValues: LookupUseCase.allCases.map {
        ($0.rawValue, DataSet(section.dataSet($0)))
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
  fileprivate init(_ set: Manifest.LiveLookup.DataSet) {
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
        .answerBytes
    additions = set.changes?.additions
    removals = set.changes?.removals
    stashBytes = set.changes?.stashBytes
    unchangedShards = set.changes?.unchangedShards
  }

  fileprivate var text: String {
    if rows == 0 { return "no rows" }
    var parts = ["\(rows) rows in \(shards) shards"]
    if lookupOnly > 0 { parts.append("\(lookupOnly) in no slot") }
    let without = leftOut.filter { $0.value > 0 }.sorted { $0.key < $1.key }
    if !without.isEmpty {
      parts.append("left out " + without.map { "\($0.value) \($0.key)" }.joined(separator: ", "))
    }
    parts.append("\(buckets) buckets of \(bucketBytes) bytes")
    parts.append("about \(estimatedAnswerBytes / 1000) kB an answer")
    if let additions, let removals {
      parts.append("stash \(stashBytes ?? 0) bytes for \(additions + removals) changes")
    }
    return parts.joined(separator: "; ")
  }
}
