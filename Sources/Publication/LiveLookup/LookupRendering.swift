import DirectoryFormat
import LiveLookup
import Signing

/// Makes the folder of a lookup rendering from the rows of both data sets, in the staging folder.
struct LookupRendering {
  let settings: LookupSettings
  let folder: OutputFolder
  let staging: String
  /// The published manifest, if there is one.
  let former: Manifest?
  /// The manifests before it that are kept, newest first.
  let older: [Manifest]
  let fileSystem: FileSystem
  let bookmark: Bookmark
  /// Threads that count rows; at least 1.
  let threads: Int
  /// Whether files are synced.
  let isDurable: Bool

  /// The newest data sets that are still known: what was chosen outlasts nights without any.
  private var chosen: Manifest.LiveLookup? {
    former?.liveLookup ?? older.lazy.compactMap(\.liveLookup).first
  }

  /// What was made.
  struct Outcome {
    /// The section of the manifest.
    var section: Manifest.LiveLookup
    /// Whether they are the data sets that are published already.
    var isKept = false
    /// Paths relative to the directory of the files that wait in the staging folder.
    var staged: [String] = []
    /// What the operator should know.
    var warnings: [String] = []
    /// What the summary says besides.
    var facts: [LookupUseCase: LookupFacts]
  }

  /// Counts, chooses, checks, and names everything by the hash of its files.
  func make(_ sets: [LookupRows]) throws(PublicationError) -> Outcome {
    var prepared: [LookupDataSet] = []
    for rows in sets {
      let identityShards = prepared.first.flatMap { $0.counts.shards > 0 ? $0.counts.shards : nil }
      prepared.append(try prepare(rows, identityShards: identityShards))
    }
    var files: [LookupFile] = []
    for index in prepared.indices { files += try self.files(of: &prepared[index]) }
    files += try configurations(prepared)
    let change = LookupChange(settings: settings, former: chosen)
    var warnings = warnings(prepared) + change.warnings(prepared, files)
    let healing = LookupHealing(rendering: self, sets: prepared, files: files)
    switch try healing.run() {
    case .kept(let kept, let staged):
      var section = section(prepared, path: kept.path, files: kept.files)
      section.identity.changes = kept.identity.changes
      section.block.changes = kept.block.changes
      return Outcome(
        section: section, isKept: true, staged: staged, warnings: warnings, facts: facts(prepared))
    case .lost(let warning): warnings.append(warning)
    case .other: break
    }
    try addSteps(to: &prepared, files: &files)
    files.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    return try finish(prepared, files, warnings)
  }

  private func prepare(
    _ rows: LookupRows, identityShards: Int?
  ) throws(PublicationError) -> LookupDataSet {
    let published = chosen?.dataSet(rows.useCase)
    let function = settings.sharding(of: rows.useCase, identityShards: identityShards)
    let isFirst = settings.sharesShards && rows.useCase == .identity
    let plan = LookupPlan(
      settings: settings, rows: rows, former: published, function: function,
      otherShards: isFirst ? chosen?.block.shards ?? 0 : 0)
    var set = LookupDataSet(rows: rows, function: function)
    try plan.checkValues()
    guard rows.counts.rows > 0 else {
      // The parameters outlast a night without rows.
      if let published { set.keepParameters(of: published) }
      return set
    }
    let shards = try plan.shards()
    set.counts.bucketBytes = try plan.bucketBytes(shards: shards)
    set.census = try LookupCensus.count(
      rows, shards: shards, bucketBytes: set.counts.bucketBytes, by: function, threads: threads)
    try plan.decide(&set)
    if set.census.largestValuesPerBucket < 2 {
      let advised = LookupParameters.bucketBytes(
        largestValue: rows.largestValue, settings.encryption)
      try LookupTables(set: set, advisedBytes: advised).check()
    }
    return set
  }

  /// The files of a data set's rows.
  private func files(of set: inout LookupDataSet) throws(PublicationError) -> [LookupFile] {
    let rows = set.rows
    if rows.counts.rows == 0 { return [] }
    let isSharded = settings.files == .sharded
    let files =
      isSharded
      ? try LookupSplitter(
        set: set, staging: staging, fileSystem: fileSystem, isDurable: isDurable
      ).run()
      : [
        LookupFile(
          name: "\(rows.useCase.rawValue).binpb", place: rows.place, bytes: rows.bytes,
          sha256: rows.sha256)
      ]
    if let largest = files.max(by: { $0.bytes < $1.bytes }),
      let warning = try LookupLimits.warning(
        largest.name, bytes: largest.bytes, of: rows.useCase, isSharded: isSharded)
    {
      set.warnings.append(warning)
    }
    return files
  }

  private func configurations(
    _ sets: [LookupDataSet]
  ) throws(PublicationError) -> [LookupFile] {
    let configuration = LookupConfiguration(settings)
    var shards: [LookupUseCase: Int] = [:]
    var files: [LookupFile] = []
    for set in sets where set.rows.counts.rows > 0 {
      shards[set.rows.useCase] = set.counts.shards
      files.append(
        try write(
          configuration.processing(set.rows.useCase, set.parameters, set.function),
          as: LookupConfiguration.processingName(set.rows.useCase)))
    }
    files.append(try write(configuration.service(shards), as: LookupConfiguration.serviceName))
    return files
  }

  private func write(_ bytes: [UInt8], as name: String) throws(PublicationError) -> LookupFile {
    let place = staging + "/lookup-" + name
    try fileSystem.write(bytes, to: place)
    return LookupFile(
      name: name, place: place, bytes: bytes.count, sha256: SHA256.hexadecimal(of: bytes))
  }

  private func addSteps(
    to sets: inout [LookupDataSet], files: inout [LookupFile]
  ) throws(PublicationError) {
    guard let section = former?.liveLookup else { return }
    let steps = LookupSteps(
      former: section, settings: settings, folder: folder, staging: staging,
      fileSystem: fileSystem)
    for index in sets.indices {
      guard let step = try steps.step(to: sets[index], files) else { continue }
      sets[index].counts.changes = step.changes
      if let stash = step.stash { files.append(stash) }
    }
  }

  /// Names the files and brings them to the places from which they are published.
  private func finish(
    _ sets: [LookupDataSet], _ files: [LookupFile], _ warnings: [String]
  ) throws(PublicationError) -> Outcome {
    let listing = files.map { "\($0.sha256)  \($0.name)\n" }.joined()
    let path = DirectoryPath.liveLookup(sha256: SHA256.hexadecimal(of: Array(listing.utf8)))
    var published: [Manifest.LiveLookup.File] = []
    for file in files {
      let relative = path + "/" + file.name
      try fileSystem.rename(
        file.place, to: staging + "/" + OutputFolder.stagedName(of: relative))
      published.append(.init(path: relative, bytes: file.bytes, sha256: file.sha256))
    }
    return Outcome(
      section: section(sets, path: path, files: published), staged: published.map(\.path),
      warnings: warnings, facts: facts(sets))
  }

  private func section(
    _ sets: [LookupDataSet], path: String, files: [Manifest.LiveLookup.File]
  ) -> Manifest.LiveLookup {
    var modulus: Int?
    if case .doubleMod(let other) = sets[1].function { modulus = other }
    return Manifest.LiveLookup(
      extensionIdentifier: settings.extensionIdentifier, path: path,
      cacheMinutes: Int(settings.profile.cacheMinutes), category: settings.profile.category.name,
      isSharded: settings.files == .sharded, blockModulus: modulus, identity: sets[0].counts,
      block: sets[1].counts, files: files, encryption: settings.encryption.name)
  }

  private func facts(_ sets: [LookupDataSet]) -> [LookupUseCase: LookupFacts] {
    Dictionary(uniqueKeysWithValues: sets.map { ($0.rows.useCase, LookupFacts($0)) })
  }

  private func warnings(_ sets: [LookupDataSet]) -> [String] {
    var lines = sets.flatMap(\.warnings)
    if sets[0].rows.longNames > 0 {
      lines.append(
        "live lookup: \(sets[0].rows.longNames) names are longer than "
          + "\(settings.longestShownName) characters, the longest has \(sets[0].rows.longestName); "
          + "phones may cut them off.")
    }
    if !sets[0].rows.unusedIcons.isEmpty {
      lines.append(
        "live lookup: no entry has the icon of "
          + sets[0].rows.unusedIcons.prefix(5).joined(separator: ", ")
          + (sets[0].rows.unusedIcons.count > 5 ? ", …" : "")
          + ". A label must be that of the entry to the letter.")
    }
    if !sets[0].rows.hasTestIdentity {
      lines.append(
        "live lookup: Apple's test identity (+\(TestIdentity.number), \(TestIdentity.name)) is "
          + "not among the entries; a service is not approved without it.")
    }
    return lines
  }
}

/// A file of the rendering that waits in the staging folder.
struct LookupFile: Sendable {
  /// Its name in the folder of the rendering.
  let name: String
  /// Where it lies now.
  let place: String
  /// Its size.
  let bytes: Int
  /// Its SHA-256.
  let sha256: String
}

/// A data set with what was decided about it.
struct LookupDataSet: Sendable {
  /// The rows.
  let rows: LookupRows
  /// How keywords find their shard.
  let function: ShardingFunction
  /// What is in the shards; of no shard where there are no rows.
  var census = ShardCensus(shards: 0, bucketBytes: 0)
  /// What the manifest says.
  var counts: Manifest.LiveLookup.DataSet
  /// What the operator should know.
  var warnings: [String] = []

  init(rows: LookupRows, function: ShardingFunction) {
    self.rows = rows
    self.function = function
    counts = rows.counts
  }

  /// Takes over what was chosen once.
  mutating func keepParameters(of former: Manifest.LiveLookup.DataSet) {
    (counts.shards, counts.rowsPerShard) = (former.shards, former.rowsPerShard)
    (counts.buckets, counts.bucketBytes) = (former.buckets, former.bucketBytes)
  }

  /// Shards and buckets.
  var parameters: LookupParameters {
    LookupParameters(
      shards: counts.shards, buckets: counts.buckets, bucketBytes: counts.bucketBytes)
  }
}
