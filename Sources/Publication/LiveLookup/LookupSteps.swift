import DirectoryFormat
import LiveLookup
import Signing

/// Compares data sets with the published ones and makes their stashes.
///
/// Both sides ascend by number, file by file, so they are read beside each other. Memory: the
/// changes, until they are more than a stash may hold.
struct LookupSteps {
  let former: Manifest.LiveLookup
  let settings: LookupSettings
  let folder: OutputFolder
  let staging: String
  let fileSystem: FileSystem

  /// The step to one data set.
  struct Step {
    var changes: Manifest.LiveLookup.Changes
    var stash: LookupFile?
  }

  /// The name of a use case's stash.
  static func stashName(_ useCase: LookupUseCase) -> String { "stash-\(useCase.rawValue).pb" }

  /// The step from the published data set; nil where its shards or files are others.
  func step(to set: LookupDataSet, _ files: [LookupFile]) throws(PublicationError) -> Step? {
    let useCase = set.rows.useCase
    let old = former.dataSet(useCase)
    guard former.isSharded == (settings.files == .sharded), modulus(of: set) == oldModulus(useCase),
      old.rows > 0, set.counts.rows > 0, old.shards == set.counts.shards
    else { return nil }
    var changes = Manifest.LiveLookup.Changes(
      additions: 0, removals: 0, stashBytes: 0, unchangedShards: [])
    var stash = StashBuilder()
    let isSameProcessing = hasSameProcessing(useCase, files)
    for (shard, pair) in pairs(useCase, files).enumerated() {
      guard let before = pair.old else { return nil }
      if before.sha256 == pair.new.sha256 {
        if former.isSharded && isSameProcessing { changes.unchangedShards.append(shard) }
        continue
      }
      guard try compare(before, pair.new, &stash) else { return nil }
    }
    (changes.additions, changes.removals) = (stash.additionCount, stash.removalCount)
    return try finish(changes, stash, useCase)
  }

  private func modulus(of set: LookupDataSet) -> Int? {
    if case .doubleMod(let other) = set.function { other } else { nil }
  }

  private func oldModulus(_ useCase: LookupUseCase) -> Int? {
    useCase == .block ? former.blockModulus : nil
  }

  /// Whether shards are processed as those of the published data set were: where buckets or
  /// encryption are others, an unchanged shard is no longer what it was once it is processed.
  private func hasSameProcessing(_ useCase: LookupUseCase, _ files: [LookupFile]) -> Bool {
    let name = LookupConfiguration.processingName(useCase)
    guard let new = files.first(where: { $0.name == name }) else { return false }
    return former.files.contains { $0.name == name && $0.sha256 == new.sha256 }
  }

  /// The files of a use case in the order of their shards, each beside the former one.
  private func pairs(
    _ useCase: LookupUseCase, _ files: [LookupFile]
  ) -> [(old: Manifest.LiveLookup.File?, new: LookupFile)] {
    let old = Dictionary(former.files.map { (String($0.name), $0) }) { first, _ in first }
    return files.filter { file in
      file.name.hasPrefix(useCase.rawValue) && file.name.hasSuffix(".binpb")
    }.map { (old[$0.name], $0) }
  }

  /// False when the published file is not what it was: then no step is known.
  private func compare(
    _ old: Manifest.LiveLookup.File, _ new: LookupFile, _ stash: inout StashBuilder
  ) throws(PublicationError) -> Bool {
    let place = folder.place(of: old.path)
    guard let digest = try? fileSystem.sha256(of: place),
      Hexadecimal.string(digest) == old.sha256
    else { return false }
    do {
      let before = try LookupRowReader(place)
      let after = try LookupRowReader(new.place)
      var oldRow = try before.row()
      var newRow = try after.row()
      while oldRow != nil || newRow != nil {
        let oldNumber = oldRow?.number ?? .max
        let newNumber = newRow?.number ?? .max
        if let row = oldRow, oldNumber < newNumber { stash.remove(row) }
        if let row = newRow {
          if newNumber < oldNumber {
            stash.add(row)
          } else if newNumber == oldNumber, let earlier = oldRow,
            !earlier.value.elementsEqual(row.value)
          {
            stash.add(row)
          }
        }
        if oldNumber <= newNumber { oldRow = try before.row() }
        if newNumber <= oldNumber { newRow = try after.row() }
      }
    } catch { throw .lookup(error) }
    return true
  }

  private func finish(
    _ changes: Manifest.LiveLookup.Changes, _ stash: StashBuilder, _ useCase: LookupUseCase
  ) throws(PublicationError) -> Step {
    guard let bytes = stash.encoded, !bytes.isEmpty else { return Step(changes: changes) }
    let name = Self.stashName(useCase)
    let place = staging + "/lookup-" + name
    try fileSystem.write(bytes, to: place)
    var changes = changes
    changes.stashBytes = bytes.count
    return Step(
      changes: changes,
      stash: LookupFile(
        name: name, place: place, bytes: bytes.count, sha256: SHA256.hexadecimal(of: bytes)))
  }
}

/// Collects a stash until it is too large to be of use; then it only counts.
private struct StashBuilder {
  private(set) var additionCount = 0
  private(set) var removalCount = 0
  private var additions: [LookupStash.Addition] = []
  private var removals: [UInt64] = []
  private var bytes = 0

  private var isTooLarge: Bool { bytes > LookupStash.largestInBytes }

  mutating func add(_ row: LookupRow.View) {
    additionCount += 1
    bytes += row.value.count + 11
    if isTooLarge { return forget() }
    additions.append(
      .init(hash: CallerKeyword.hash(of: row.keyword), value: Array(row.value)))
  }

  mutating func remove(_ row: LookupRow.View) {
    removalCount += 1
    bytes += 10
    if isTooLarge { return forget() }
    removals.append(CallerKeyword.hash(of: row.keyword))
  }

  private mutating func forget() {
    additions = []
    removals = []
  }

  /// The serialized stash; nil when it is too large.
  var encoded: [UInt8]? {
    isTooLarge ? nil : LookupStash(additions: additions, removals: removals).encode()
  }
}
