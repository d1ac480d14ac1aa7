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
      for useCase in LookupUseCase.allCases {
        try compare(useCase)
        try checkStash(useCase)
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
    let expected =
      lookup.isSharded && set.rows > 0
      ? (0..<set.shards).map { "\(stem)-\($0).binpb" } : ["\(stem).binpb"]
    let named = Set(lookup.files.map(\.path))
    if let missing = expected.first(where: { !named.contains($0) }) {
      throw finding(missing, "expected the file among those of the manifest, found none")
    }
    return expected
  }

  private func compare(_ useCase: LookupUseCase) throws(Finding) {
    let set = lookup.dataSet(useCase)
    let files = try files(useCase, set)
    var walk = LookupWalk(manifest: manifest, lookup: lookup, useCase: useCase, folder: folder.path)
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

  private func checkStash(_ useCase: LookupUseCase) throws(Finding) {
    guard let changes = lookup.dataSet(useCase).changes, changes.stashBytes > 0 else { return }
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
  }
}

/// The rows of a data set on their way beside the entries of the slots.
private struct LookupWalk {
  private let list: DirectoryList
  private let useCase: LookupUseCase
  private let readers: [LineReader]
  private let assignment: SlotAssignment
  private let function: ShardingFunction
  private let shards: Int
  private let isSharded: Bool
  private let profile: [UInt8]
  private var rows = 0
  private var lookupOnly = 0
  private var leftOut = 0

  init(manifest: Manifest, lookup: Manifest.LiveLookup, useCase: LookupUseCase, folder: String) {
    let list: DirectoryList = useCase == .block ? .blocking : .identification
    self.list = list
    self.useCase = useCase
    readers = manifest.slots.map { slot in
      LineReader(
        slot[list].chunks.map {
          FileStretch($0, at: folder + "/" + $0.path, checkingHash: false)
        })
    }
    assignment = SlotAssignment(identifiers: manifest.slots.map(\.identifier))
    if useCase == .block, let modulus = lookup.blockModulus {
      function = .doubleMod(modulus)
    } else {
      function = .sha256
    }
    shards = lookup.dataSet(useCase).shards
    isSharded = lookup.isSharded
    profile = CallerIdentity.profileFields(
      CallerProfile(
        cacheMinutes: UInt32(clamping: lookup.cacheMinutes),
        category: CallerProfile.Category(name: lookup.category) ?? .unspecified))
  }

  /// Takes one row; what is wrong with it, if anything is.
  mutating func take(_ item: LookupRowMerge.Item) throws -> String? {
    rows += 1
    if isSharded {
      let shard = function.shard(of: CallerKeyword.hash(of: item.row.keyword), among: shards)
      guard shard == item.file else { return "expected each keyword in its shard, found another's" }
    }
    if let problem = checkValue(item.row) { return problem }
    let reader = readers[assignment.slot(of: item.number)]
    while let line = try reader.line(of: list), line.number <= item.number {
      defer { reader.consume(line.bytes.count) }
      guard line.number == item.number else {
        leftOut += 1
        continue
      }
      if useCase == .block { return nil }
      return item.row.name?.elementsEqual(line.label) == true
        ? nil : "expected the label of the entry, found another in row \(rows)"
    }
    lookupOnly += 1
    return nil
  }

  private func checkValue(_ row: LookupRow.View) -> String? {
    switch useCase {
    case .block:
      return row.value.elementsEqual([LookupRow.blockingValue])
        ? nil : "expected the value 1, found another in row \(rows)"
    case .identity:
      guard let fields = row.fieldsAfterName else {
        return "expected an identity with a name, found none in row \(rows)"
      }
      return fields.suffix(profile.count).elementsEqual(profile)
        ? nil : "expected minutes and category of the manifest, found others in row \(rows)"
    }
  }

  /// What is wrong with the counts when there are no more rows.
  mutating func end(of set: Manifest.LiveLookup.DataSet) throws -> String? {
    for reader in readers {
      while let line = try reader.line(of: list) {
        leftOut += 1
        reader.consume(line.bytes.count)
      }
    }
    for (what, expected, found) in [
      ("rows", set.rows, rows), ("rows in no slot", set.lookupOnly, lookupOnly),
      ("entries that are no rows", set.leftOut, leftOut),
    ] where expected != found {
      return "expected \(expected) \(what) in \(useCase.rawValue), found \(found)"
    }
    return nil
  }
}

extension LookupReadError {
  /// The message with paths relative to the directory.
  fileprivate func withoutFolder(_ folder: String) -> String {
    description.replacing(folder + "/", with: "")
  }
}
