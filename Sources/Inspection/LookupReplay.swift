import Comparison
import DirectoryFormat
import DirectoryLoading
import LiveLookup
import Signing

/// Holds the data sets of the lookup against the chunks: every hash, row, shard and count.
///
/// Memory: a window of 256 KiB a slot and what `LookupRowMerge` holds.
struct LookupReplay {
  private let manifest: Manifest
  private let lookup: Manifest.LiveLookup
  private let folder: POSIXFolder
  private let reader: FileReader<SHA256>

  init(manifest: Manifest, lookup: Manifest.LiveLookup, folder: POSIXFolder) {
    self.manifest = manifest
    self.lookup = lookup
    self.folder = folder
    reader = FileReader<SHA256>(folder)
  }

  /// What is wrong with the data sets.
  consuming func run() -> DirectoryVerifier.JobResult {
    var result = DirectoryVerifier.JobResult()
    do throws(Finding) {
      try hash()
      try checkFolder()
      try checkLedger()
      try checkConfigurations()
      for useCase in LookupUseCase.allCases {
        let stash = try stash(useCase)
        try checkUnchangedShards(useCase, stash)
        try compare(useCase, stash)
      }
    } catch {
      result.findings.append(error)
    }
    result.bytesRead = reader.bytesRead
    return result
  }

  private func finding(_ path: String, _ message: String) -> Finding {
    Finding(verdict: "lookup-differs", path: path, message: message)
  }

  private func hash() throws(Finding) {
    for file in lookup.files {
      do throws(LoadError) {
        try reader.hash(file.path, bytes: file.bytes, sha256: file.sha256)
      } catch { throw Finding(error) }
    }
    let listing = lookup.files.map { "\($0.sha256)  \($0.name)\n" }.joined()
    let expected = DirectoryPath.liveLookup(sha256: SHA256.hexadecimal(of: Array(listing.utf8)))
    guard expected == lookup.path else {
      throw finding(
        lookup.path, "expected the folder \(expected), which follows from its files")
    }
  }

  /// The files of a use case's rows, in the order of their shards.
  private func files(
    _ useCase: LookupUseCase, _ set: Manifest.LiveLookup.DataSet
  ) throws(Finding) -> [String] {
    let stem = "\(lookup.path)/\(useCase.rawValue)"
    if set.rows == 0 { return [] }
    guard set.shards > 0 else {
      throw finding(lookup.path, "expected at least 1 shard in \(useCase.rawValue), found 0")
    }
    let expected =
      lookup.isSharded
      ? (0..<set.shards).map { "\(stem)-\($0).binpb" } : ["\(stem).binpb"]
    let named = Set(lookup.files.map(\.path))
    if let missing = expected.first(where: { !named.contains($0) }) {
      throw finding(missing, "expected the file among those of the manifest, found none")
    }
    return expected
  }

  private func compare(_ useCase: LookupUseCase, _ stash: LookupStash?) throws(Finding) {
    let set = lookup.dataSet(useCase)
    let files = try files(useCase, set)
    var walk = LookupWalk(
      manifest: manifest, lookup: lookup, useCase: useCase, folder: folder.path, stash: stash)
    do {
      let merge = try LookupRowMerge(files.map { folder.path + "/" + $0 })
      while let item = try merge.next() {
        if let problem = try walk.take(item) { throw finding(files[item.file], problem) }
      }
      if let problem = try walk.end(of: set) { throw finding(lookup.path, problem) }
    } catch let error as Finding {
      throw error
    } catch let error as LookupReadError {
      throw finding(lookup.path, error.withoutFolder(folder.path))
    } catch {
      // A chunk that cannot be read is found by the slot's own job.
    }
  }

  /// The stash of a use case, nil where there is none.
  private func stash(_ useCase: LookupUseCase) throws(Finding) -> LookupStash? {
    guard let changes = lookup.dataSet(useCase).changes, changes.stashBytes > 0 else { return nil }
    let path = "\(lookup.path)/stash-\(useCase.rawValue).pb"
    let bytes: [UInt8]
    do throws(LoadError) {
      bytes = try reader.contents(path, atMost: LookupStash.largestInBytes * 2)
    } catch { throw Finding(error) }
    guard let stash = LookupStash(bytes), bytes.count == changes.stashBytes,
      stash.additions.count == changes.additions, stash.removals.count == changes.removals
    else {
      throw finding(
        path,
        "expected a stash of \(changes.additions) additions and \(changes.removals) removals, "
          + "ascending, found another")
    }
    return stash
  }

  /// Shards that are said to need no processing exist, ascend, and hold nothing that the stash changes.
  private func checkUnchangedShards(
    _ useCase: LookupUseCase, _ stash: LookupStash?
  ) throws(Finding) {
    let set = lookup.dataSet(useCase)
    guard let unchanged = set.changes?.unchangedShards, !unchanged.isEmpty else { return }
    let ascends = zip(unchanged, unchanged.dropFirst()).allSatisfy { $0 < $1 }
    guard lookup.isSharded, ascends, unchanged.allSatisfy({ $0 < set.shards }) else {
      throw finding(
        lookup.path,
        "expected unchanged shards of \(useCase.rawValue) to have files, ascending below "
          + "\(set.shards), found others")
    }
    let function = lookup.sharding(of: useCase)
    let changed = Set(
      ((stash?.additions.map(\.hash) ?? []) + (stash?.removals ?? [])).map {
        function.shard(of: $0, among: set.shards)
      })
    guard let wrong = unchanged.first(where: changed.contains) else { return }
    throw finding(
      lookup.path,
      "expected the stash to change nothing in the unchanged shards of \(useCase.rawValue), found a "
        + "keyword of shard \(wrong)")
  }

  /// Rows of no slot are suppressed candidates, so there are no more of them.
  private func checkLedger() throws(Finding) {
    let alone = lookup.identity.lookupOnly + lookup.block.lookupOnly
    let suppressed = manifest.ledger.candidates.suppressed
    guard alone > suppressed else { return }
    throw finding(
      lookup.path,
      "expected at most \(suppressed) rows in no slot, which the ledger has as suppressed, found "
        + "\(alone)")
  }

  /// Nothing but the files of the manifest is in the folder.
  private func checkFolder() throws(Finding) {
    let named = Set(lookup.files.map { String($0.name) })
    guard let names = FolderNames.read(folder.path + "/" + lookup.path) else { return }
    if let foreign = names.sorted().first(where: { !named.contains($0) }) {
      throw finding(
        "\(lookup.path)/\(foreign)",
        "expected nothing but the files of the manifest, found another; process a copy")
    }
  }

  /// What Apple's tools are told is what the manifest says, to the byte.
  private func checkConfigurations() throws(Finding) {
    let expected = LookupConfigurations(lookup)
    for (name, isRight) in expected.checks {
      let path = "\(lookup.path)/\(name)"
      guard lookup.files.contains(where: { $0.path == path }) else {
        throw finding(path, "expected the file among those of the manifest, found none")
      }
      let bytes: [UInt8]
      do throws(LoadError) {
        bytes = try reader.contents(path, atMost: LookupConfigurations.largestInBytes)
      } catch { throw Finding(error) }
      guard isRight(bytes) else {
        throw finding(
          path, "expected shards, buckets, encryption and names of the manifest, found others")
      }
    }
  }
}

extension LookupReadError {
  /// The message with paths relative to the directory.
  fileprivate func withoutFolder(_ folder: String) -> String {
    description.replacing(folder + "/", with: "")
  }
}
