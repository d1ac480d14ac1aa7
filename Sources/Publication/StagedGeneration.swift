package import DirectoryFormat
package import LiveLookup

/// A finished generation that waits for its publication.
package struct StagedGeneration: Sendable {
  /// The manifest that will be published; the former one when nothing changed.
  package private(set) var manifest: Manifest
  /// Whether the directory is already what the inputs give.
  package let isUnchanged: Bool
  /// What changed against the former generation; nil without one.
  package let changes: GenerationChanges?
  /// How much was read and skipped for the deltas.
  package let deltaAccount: DeltaAccount
  /// Chunks written and chunks that were there already.
  package let chunks: (written: Int, reused: Int)
  /// What the operator should know.
  package let warnings: [String]
  /// Paths relative to the directory of the files that wait in the staging folder.
  let staged: [String]
  /// Paths of files that are given up because they are damaged; of former manifests also because what
  /// they name is.
  let givenUp: [String]
  /// What became of the data sets of the lookup.
  package var lookup = LookupStanding()
}

/// What became of the data sets of the lookup, besides their section of the manifest.
package struct LookupStanding: Sendable, Equatable {
  /// Whether they are those that are published already.
  package var isKept = false
  /// Changes over slots and data sets together, a number that moved from one to the other being
  /// none; nil where no entry is in data sets alone.
  package var changes: GenerationChanges?
  /// What was counted of each data set besides.
  package var facts: [LookupUseCase: LookupFacts] = [:]
}

/// What was counted of a data set that its section of the manifest does not say.
package struct LookupFacts: Sendable, Equatable {
  /// Length of the longest value in bytes.
  package var largestValue: Int
  /// Rows of the largest shard.
  package var largestShard: Int
  /// Shards with more than 1.5 times the mean.
  package var oversizedShards: Int
  /// Buckets that the largest shard needs at least.
  package var neededBuckets: Int
  /// Names longer than a phone shows.
  package var longNames: Int
  /// Whether Apple's test identity is among the rows.
  package var hasTestIdentity: Bool

  init(_ set: LookupDataSet) {
    let census = set.census
    let hasRows = set.counts.rows > 0
    largestValue = hasRows ? census.largestValue : 0
    largestShard = census.rows.max() ?? 0
    oversizedShards = hasRows ? census.oversized.count : 0
    neededBuckets = hasRows ? census.neededBuckets : 0
    longNames = set.rows.longNames
    hasTestIdentity = set.rows.hasTestIdentity
  }
}

extension StagedGeneration {
  /// The same with what was accepted to publish it; an unchanged one stays as it is.
  package func accepting(_ accepted: Manifest.Accepted) -> StagedGeneration {
    var staged = self
    if !isUnchanged { staged.manifest.accepted = accepted }
    return staged
  }

  /// The same, where files of the published generation are damaged: it is not what is published.
  func differing(where damaged: [String]) -> StagedGeneration {
    guard !damaged.isEmpty else { return self }
    let sentences = damaged.map {
      "\($0): damaged, or missing (expected what the manifest says). Build, which makes it anew."
    }
    return StagedGeneration(
      manifest: manifest, isUnchanged: false, changes: changes, deltaAccount: deltaAccount,
      chunks: chunks, warnings: warnings + sentences, staged: staged, givenUp: givenUp,
      lookup: lookup)
  }

  /// The same beside a manifest that a build has published since this one began to compare.
  func compared(with bytes: [UInt8]?) -> StagedGeneration {
    let published = try? bytes.map(Manifest.decode)
    let isUnchanged =
      published?.generation == manifest.generation && published?.name == manifest.name
      && published?.slots.map(\.cap) == manifest.slots.map(\.cap)
      && published?.liveLookup == manifest.liveLookup
    return StagedGeneration(
      manifest: manifest, isUnchanged: isUnchanged, changes: changes, deltaAccount: deltaAccount,
      chunks: chunks, warnings: warnings, staged: staged, givenUp: givenUp, lookup: lookup)
  }
}

/// What became of a publication.
package struct Published: Sendable {
  /// The published manifest.
  package let manifest: Manifest
  /// What went wrong once it was published; nothing of it takes the publication back.
  package let complaints: [String]
}

/// Changes of one list.
package struct ListChanges: Sendable, Equatable {
  /// Numbers that were not in the list before.
  package var added = 0
  /// Numbers that are no longer in the list.
  package var removed = 0
  /// Numbers with another label.
  package var relabelled = 0

  /// Creates the account of an unchanged list.
  package init() {}
}

/// What changed from the former generation to this one, counted list by list.
///
/// A number that moved to another slot did not change; one that moved from one list to the other
/// was removed from the first and added to the second.
package struct GenerationChanges: Sendable, Equatable {
  /// Changes by list.
  package var identification = ListChanges()
  /// Changes by list.
  package var blocking = ListChanges()
  /// Entries of the former generation, both lists.
  package var formerEntries = 0
  /// Entries of the former identification lists.
  package var formerIdentificationEntries = 0

  /// Creates the account of an unchanged directory.
  package init() {}

  /// One of the lists.
  package subscript(list: DirectoryList) -> ListChanges {
    get { list == .identification ? identification : blocking }
    set {
      switch list {
      case .identification: identification = newValue
      case .blocking: blocking = newValue
      }
    }
  }

  /// Entries of the former generation that are gone from their list.
  package var vanished: Int { identification.removed + blocking.removed }
  /// Entries with another label.
  package var relabelled: Int { identification.relabelled }
}

/// The work that the deltas took.
package struct DeltaAccount: Sendable, Equatable {
  /// Bytes read of files for comparing: chunks that only one generation has, and deltas read back.
  package var bytesRead = 0
  /// Bytes of chunks that both generations have.
  package var bytesSkipped = 0
  /// Deltas written.
  package var written = 0
  /// Deltas that would have been larger than the allowed share.
  package var omitted = 0

  /// Creates an empty account.
  package init() {}

  static func += (sum: inout DeltaAccount, more: DeltaAccount) {
    sum.bytesRead += more.bytesRead
    sum.bytesSkipped += more.bytesSkipped
    sum.written += more.written
    sum.omitted += more.omitted
  }
}
