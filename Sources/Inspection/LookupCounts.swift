package import DirectoryFormat

/// How many entries the data sets of the lookup hold, and how many live only there.
package struct LookupCounts: Equatable, Sendable {
  /// The counts of one data set.
  package struct Counts: Equatable, Sendable {
    /// Rows.
    package var rows = 0
    /// Rows whose numbers stand in no slot.
    package var lookupOnly = 0
    /// Entries of the slots that are no rows.
    package var leftOut = 0
  }

  /// Of the identities.
  package var identity = Counts()
  /// Of the blocked numbers.
  package var block = Counts()

  /// Reads a manifest; nil where it has no data sets of the lookup.
  package init?(_ manifest: Manifest) {
    guard let lookup = manifest.liveLookup else { return nil }
    identity = Counts(lookup.identity)
    block = Counts(lookup.block)
  }

  /// Nothing, which a directory without data sets has.
  private init() {}

  /// One line for `plan`.
  package var text: String {
    "live lookup: \(identity.rows) identities, \(block.rows) blocked numbers; "
      + "\(identity.lookupOnly + block.lookupOnly) live only there"
  }

  /// One JSON object.
  package var json: JSONNode {
    .object(["identity": identity.json, "block": block.json])
  }

  /// What changed between two generations, of which at least one has data sets; nil otherwise.
  package static func change(from old: Manifest, to new: Manifest) -> (
    text: String, json: JSONNode
  )? {
    let before = LookupCounts(old)
    let after = LookupCounts(new)
    guard before != nil || after != nil else { return nil }
    let (from, to) = (before ?? LookupCounts(), after ?? LookupCounts())
    let text =
      "live lookup: identities \(from.identity.rows) -> \(to.identity.rows), "
      + "blocked numbers \(from.block.rows) -> \(to.block.rows); only there "
      + "\(from.identity.lookupOnly + from.block.lookupOnly) -> "
      + "\(to.identity.lookupOnly + to.block.lookupOnly)"
    return (text, .object(["old": from.json, "new": to.json]))
  }
}

extension LookupCounts.Counts {
  fileprivate init(_ set: Manifest.LiveLookup.DataSet) {
    rows = set.rows
    lookupOnly = set.lookupOnly
    leftOut = set.leftOut
  }

  fileprivate var json: JSONNode {
    .object([
      "rows": .integer(rows), "lookup_only": .integer(lookupOnly), "left_out": .integer(leftOut),
    ])
  }
}
