extension Manifest {
  /// The data sets of Live Caller ID Lookup that were made of the same entries.
  ///
  /// They stand outside the generation: phones load nothing of them, a server does.
  public struct LiveLookup: Equatable, Sendable {
    /// Bundle identifier of the app's lookup extension.
    public var extensionIdentifier: String
    /// The folder of the files, relative to the manifest's.
    public var path: String
    /// Minutes for which a phone keeps an identity; 0 leaves it to the phone.
    public var cacheMinutes: Int
    /// The category of every identity: `unspecified`, `person` or `business`.
    public var category: String
    /// Name of the encryption parameters; nil in manifests that do not tell.
    public var encryption: String?
    /// Whether each shard has a file of its own.
    public var isSharded: Bool
    /// The modulus through which `block` finds its shard; nil where it finds it directly.
    public var blockModulus: Int?
    /// The data set of identities.
    public var identity: DataSet
    /// The data set of blocked numbers.
    public var block: DataSet
    /// Every file of the folder, in the order of their names.
    public var files: [File]

    /// Creates the section.
    public init(
      extensionIdentifier: String, path: String, cacheMinutes: Int, category: String,
      isSharded: Bool, blockModulus: Int?, identity: DataSet, block: DataSet, files: [File],
      encryption: String? = nil
    ) {
      self.extensionIdentifier = extensionIdentifier
      self.path = path
      self.cacheMinutes = cacheMinutes
      self.category = category
      self.encryption = encryption
      self.isSharded = isSharded
      self.blockModulus = blockModulus
      self.identity = identity
      self.block = block
      self.files = files
    }
  }
}

extension Manifest.LiveLookup {
  /// One data set: the rows of one list, and what is known of those that are not in it.
  public struct DataSet: Equatable, Sendable {
    /// Rows.
    public var rows: Int
    /// Rows whose numbers stand in no slot.
    public var lookupOnly: Int
    /// Entries of the list left out because they hold an extension.
    public var joined: Int
    /// Entries left out because they have fewer than 7 digits.
    public var short: Int
    /// Entries left out because they have more than 15 digits.
    public var long: Int
    /// Number of shards; 0 where there never were rows.
    ///
    /// Where there are none tonight, this and what follows is kept for those to come.
    public var shards: Int
    /// Rows a shard from which the number of shards was chosen; nil where it was given.
    public var rowsPerShard: Int?
    /// Buckets of a shard.
    public var buckets: Int
    /// Largest size of a bucket in bytes.
    public var bucketBytes: Int
    /// What changed since the former data set; nil where there was none like it.
    public var changes: Changes?

    /// Creates a data set.
    public init(
      rows: Int = 0, lookupOnly: Int = 0, joined: Int = 0, short: Int = 0, long: Int = 0,
      shards: Int = 0, rowsPerShard: Int? = nil, buckets: Int = 0, bucketBytes: Int = 0,
      changes: Changes? = nil
    ) {
      self.rows = rows
      self.lookupOnly = lookupOnly
      self.joined = joined
      self.short = short
      self.long = long
      self.shards = shards
      self.rowsPerShard = rowsPerShard
      self.buckets = buckets
      self.bucketBytes = bucketBytes
      self.changes = changes
    }

    /// Entries of the list that are not rows.
    public var leftOut: Int { joined + short + long }
  }

  /// The step from the former data set to this one.
  public struct Changes: Equatable, Sendable {
    /// Keywords that are new or have another value.
    public var additions: Int
    /// Keywords that are gone.
    public var removals: Int
    /// Size of the stash in bytes; 0 where nothing changed or it would be too large.
    public var stashBytes: Int
    /// 0-based shards whose files are those of the former data set, ascending; empty where shards
    /// have no files.
    public var unchangedShards: [Int]

    /// Creates the account of a step.
    public init(additions: Int, removals: Int, stashBytes: Int, unchangedShards: [Int]) {
      self.additions = additions
      self.removals = removals
      self.stashBytes = stashBytes
      self.unchangedShards = unchangedShards
    }
  }

  /// One file.
  public struct File: Equatable, Sendable {
    /// Relative to the manifest's folder.
    public var path: String
    /// Size of the file.
    public var bytes: Int
    /// SHA-256 of the file.
    public var sha256: String

    /// Creates a file.
    public init(path: String, bytes: Int, sha256: String) {
      self.path = path
      self.bytes = bytes
      self.sha256 = sha256
    }

    /// The name within the folder.
    public var name: Substring {
      path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    }
  }
}

extension Manifest.LiveLookup {
  var node: JSONNode {
    var members: [String: JSONNode] = [
      "extension": .string(extensionIdentifier),
      "path": .string(path),
      "cache_minutes": .integer(cacheMinutes),
      "category": .string(category),
      "layout": .string(isSharded ? "sharded" : "whole"),
      "identity": identity.node,
      "block": block.node,
      "files": .array(
        files.map {
          .object([
            "path": .string($0.path), "bytes": .integer($0.bytes), "sha256": .string($0.sha256),
          ])
        }),
    ]
    if let encryption { members["encryption"] = .string(encryption) }
    if let blockModulus { members["double_mod"] = .integer(blockModulus) }
    return .object(members)
  }
}

extension Manifest.LiveLookup.DataSet {
  fileprivate var node: JSONNode {
    var members: [String: JSONNode] = [
      "rows": .integer(rows),
      "lookup_only": .integer(lookupOnly),
      "left_out": .object([
        "joined": .integer(joined), "short": .integer(short), "long": .integer(long),
      ]),
      "shards": .integer(shards),
      "buckets": .integer(buckets),
      "bucket_bytes": .integer(bucketBytes),
    ]
    if let rowsPerShard { members["rows_per_shard"] = .integer(rowsPerShard) }
    if let changes {
      members["changes"] = .object([
        "additions": .integer(changes.additions), "removals": .integer(changes.removals),
        "stash_bytes": .integer(changes.stashBytes),
        "unchanged_shards": .array(changes.unchangedShards.map { .integer($0) }),
      ])
    }
    return .object(members)
  }
}

extension ManifestDecoder {
  /// Reads the section `live_lookup`.
  mutating func liveLookup() throws(ManifestError) -> Manifest.LiveLookup {
    var section = Manifest.LiveLookup(
      extensionIdentifier: "", path: "", cacheMinutes: 0, category: "", isSharded: false,
      blockModulus: nil, identity: .init(), block: .init(), files: [])
    try object([
      "extension", "path", "cache_minutes", "category", "layout", "identity", "block", "files",
    ]) { (decoder: inout ManifestDecoder, key: String) throws(ManifestError) -> Bool in
      switch key {
      case "extension": section.extensionIdentifier = try decoder.text(upTo: 255)
      case "path": section.path = try decoder.path(in: "renderings")
      case "cache_minutes": section.cacheMinutes = try decoder.count()
      case "category": section.category = try decoder.text(upTo: 40)
      case "encryption": section.encryption = try decoder.text(upTo: 80)
      case "layout":
        section.isSharded =
          try decoder.string("'whole' or 'sharded'") { $0 == "whole" || $0 == "sharded" }
          == "sharded"
      case "double_mod": section.blockModulus = try decoder.count(from: 1)
      case "identity": section.identity = try decoder.lookupDataSet()
      case "block": section.block = try decoder.lookupDataSet()
      case "files": section.files = try decoder.lookupFiles()
      default: return false
      }
      return true
    }
    let folder = section.path
    if let stray = section.files.first(where: { !DirectoryPath.isSafe($0.path, in: folder) }) {
      throw error(.badValue, expected: "files in \(folder)/", found: "'\(stray.path.prefix(80))'")
    }
    return section
  }

  private mutating func lookupDataSet() throws(ManifestError) -> Manifest.LiveLookup.DataSet {
    var set = Manifest.LiveLookup.DataSet()
    try object(["rows", "lookup_only", "left_out", "shards", "buckets", "bucket_bytes"]) {
      (decoder: inout ManifestDecoder, key: String) throws(ManifestError) -> Bool in
      switch key {
      case "rows": set.rows = try decoder.count()
      case "lookup_only": set.lookupOnly = try decoder.count()
      case "left_out": try decoder.leftOut(of: &set)
      case "shards": set.shards = try decoder.integer(0...Manifest.LiveLookup.mostShards)
      case "rows_per_shard": set.rowsPerShard = try decoder.count(from: 1)
      case "buckets": set.buckets = try decoder.count()
      case "bucket_bytes": set.bucketBytes = try decoder.count()
      case "changes": set.changes = try decoder.lookupChanges()
      default: return false
      }
      return true
    }
    return set
  }

  private mutating func leftOut(
    of set: inout Manifest.LiveLookup.DataSet
  ) throws(ManifestError) {
    var counts = (joined: 0, short: 0, long: 0)
    try object(["joined", "short", "long"]) {
      (decoder: inout ManifestDecoder, key: String) throws(ManifestError) -> Bool in
      switch key {
      case "joined": counts.joined = try decoder.count()
      case "short": counts.short = try decoder.count()
      case "long": counts.long = try decoder.count()
      default: return false
      }
      return true
    }
    (set.joined, set.short, set.long) = counts
  }

  private mutating func lookupChanges() throws(ManifestError) -> Manifest.LiveLookup.Changes {
    var changes = Manifest.LiveLookup.Changes(
      additions: 0, removals: 0, stashBytes: 0, unchangedShards: [])
    try object(["additions", "removals", "stash_bytes", "unchanged_shards"]) {
      (decoder: inout ManifestDecoder, key: String) throws(ManifestError) -> Bool in
      switch key {
      case "additions": changes.additions = try decoder.count()
      case "removals": changes.removals = try decoder.count()
      case "stash_bytes": changes.stashBytes = try decoder.count()
      case "unchanged_shards":
        var shards: [Int] = []
        try decoder.array { (decoder: inout ManifestDecoder) throws(ManifestError) in
          shards.append(try decoder.count())
        }
        changes.unchangedShards = shards
      default: return false
      }
      return true
    }
    return changes
  }

  private mutating func lookupFiles() throws(ManifestError) -> [Manifest.LiveLookup.File] {
    var files: [Manifest.LiveLookup.File] = []
    try array { (decoder: inout ManifestDecoder) throws(ManifestError) in
      var file = Manifest.LiveLookup.File(path: "", bytes: 0, sha256: "")
      try decoder.object(["path", "bytes", "sha256"]) {
        (decoder: inout ManifestDecoder, key: String) throws(ManifestError) -> Bool in
        switch key {
        case "path": file.path = try decoder.string("a path") { $0.utf8.count <= 200 }
        case "bytes": file.bytes = try decoder.count()
        case "sha256": file.sha256 = try decoder.digest()
        default: return false
        }
        return true
      }
      files.append(file)
    }
    return files
  }
}

extension Manifest.LiveLookup {
  /// Most shards of a data set.
  public static let mostShards = 20_000
}
