import Comparison
import DirectoryFormat
import LiveLookup

/// The rows of a data set on their way beside the entries of the slots.
struct LookupWalk {
  private let list: DirectoryList
  private let useCase: LookupUseCase
  private let readers: [LineReader]
  private let assignment: SlotAssignment
  private let function: ShardingFunction
  private let shards: Int
  private let isSharded: Bool
  private let profile: [UInt8]
  private let set: Manifest.LiveLookup.DataSet
  private var census: ShardCensus
  /// Values that the stash adds, by hash, as long as their rows have not come.
  private var additions: [UInt64: [UInt8]]
  private let removals: Set<UInt64>
  private var rows = 0
  private var lookupOnly = 0
  private var leftOut = 0

  init(
    manifest: Manifest, lookup: Manifest.LiveLookup, useCase: LookupUseCase, folder: String,
    stash: LookupStash?
  ) {
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
    function = lookup.sharding(of: useCase)
    set = lookup.dataSet(useCase)
    shards = max(set.shards, 1)
    census = ShardCensus(shards: shards, bucketBytes: set.bucketBytes)
    additions = Dictionary((stash?.additions ?? []).map { ($0.hash, $0.value) }) { one, _ in one }
    removals = Set(stash?.removals ?? [])
    isSharded = lookup.isSharded
    profile = CallerIdentity.profileFields(
      CallerProfile(
        cacheMinutes: UInt32(clamping: lookup.cacheMinutes),
        category: CallerProfile.Category(name: lookup.category) ?? .unspecified))
  }

  /// Takes one row; what is wrong with it, if anything is.
  mutating func take(_ item: LookupRowMerge.Item) throws -> String? {
    rows += 1
    let hash = CallerKeyword.hash(of: item.row.keyword)
    let shard = function.shard(of: hash, among: shards)
    if isSharded, shard != item.file {
      return "expected each keyword in its shard, found another's"
    }
    census.count(shard: shard, value: item.row.value.count)
    if let problem = checkValue(item.row) ?? checkStash(hash, item.row) { return problem }
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
      guard fields.suffix(profile.count).elementsEqual(profile) else {
        return "expected minutes and category of the manifest, found others in row \(rows)"
      }
      let icon = UnsafeRawBufferPointer(rebasing: fields.dropLast(profile.count))
      return CallerIdentity.isIconField(icon)
        ? nil : "expected a picture in HEIC or none, found another icon in row \(rows)"
    }
  }

  /// What the stash adds is in the data, and what it removes is not.
  private mutating func checkStash(_ hash: UInt64, _ row: LookupRow.View) -> String? {
    if !additions.isEmpty, let value = additions.removeValue(forKey: hash),
      !row.value.elementsEqual(value)
    {
      return "expected the value that the stash adds, found another in row \(rows)"
    }
    return !removals.isEmpty && removals.contains(hash)
      ? "expected none of the keywords that the stash removes, found one in row \(rows)" : nil
  }

  /// What is wrong with shards and buckets, if anything is.
  private var parameterProblem: String? {
    if rows == 0 { return nil }
    let room = LookupParameters.roomForValue(inBucketOf: set.bucketBytes)
    if census.largestValue > room {
      return "expected values of at most \(room) bytes in \(useCase.rawValue), for a bucket has "
        + "\(set.bucketBytes), found \(census.largestValue)"
    }
    if !census.empty.isEmpty {
      return "expected rows in every shard of \(useCase.rawValue), found \(census.empty.count) of "
        + "\(shards) without"
    }
    return census.neededBuckets > set.buckets
      ? "expected at least \(census.neededBuckets) buckets in \(useCase.rawValue), found "
        + "\(set.buckets)" : nil
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
    if !additions.isEmpty {
      return "expected every keyword that the stash adds in \(useCase.rawValue), found "
        + "\(additions.count) missing"
    }
    return parameterProblem
  }
}
