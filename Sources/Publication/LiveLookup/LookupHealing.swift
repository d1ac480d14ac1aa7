import DirectoryFormat
import LiveLookup
import Signing

/// Finds out whether the published data sets are tonight's, and makes their damaged files again.
struct LookupHealing {
  let rendering: LookupRendering
  let sets: [LookupDataSet]
  /// Tonight's files, without stashes.
  let files: [LookupFile]

  /// What became of the published data sets.
  enum Outcome {
    /// They are tonight's: the published section, and the files that are to be put back.
    case kept(Manifest.LiveLookup, staged: [String])
    /// They are tonight's and cannot be made whole, with what the operator should know.
    case lost(String)
    /// Others are published, or none.
    case other
  }

  func run() throws(PublicationError) -> Outcome {
    guard let published = rendering.former?.liveLookup else { return .other }
    let stashes = Set(LookupUseCase.allCases.map(LookupSteps.stashName))
    let known = published.files.filter { !stashes.contains(String($0.name)) }
    let wanted = Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0) })
    guard known.count == wanted.count,
      known.allSatisfy({ wanted[String($0.name)]?.sha256 == $0.sha256 })
    else { return .other }
    var healed: [(file: LookupFile, path: String)] = []
    for file in published.files where !isWhole(file) {
      var again = wanted[String(file.name)]
      if again == nil { again = try stash(file, of: published) }
      guard let again else {
        return .lost(
          "live lookup: \(file.path) is damaged or missing and cannot be made again, for the data "
            + "sets before are not kept. The same rows are published anew, without a stash.")
      }
      healed.append((again, file.path))
    }
    for (file, path) in healed {
      try rendering.fileSystem.rename(
        file.place, to: rendering.staging + "/" + OutputFolder.stagedName(of: path))
    }
    return .kept(published, staged: healed.map(\.path))
  }

  private func isWhole(_ file: Manifest.LiveLookup.File) -> Bool {
    let named = NamedFile(path: file.path, bytes: file.bytes, sha256: file.sha256)
    return (try? rendering.bookmark.isRight(named)) == true
  }

  /// The stash once more, from the newest kept data sets that give the same bytes.
  private func stash(
    _ file: Manifest.LiveLookup.File, of published: Manifest.LiveLookup
  ) throws(PublicationError) -> LookupFile? {
    guard let set = sets.first(where: { LookupSteps.stashName($0.rows.useCase) == file.name })
    else { return nil }
    for manifest in rendering.older {
      guard let section = manifest.liveLookup, section.path != published.path else { continue }
      let steps = LookupSteps(
        former: section, settings: rendering.settings, folder: rendering.folder,
        staging: rendering.staging, fileSystem: rendering.fileSystem)
      let stash = try steps.step(to: set, files)?.stash
      if stash?.sha256 == file.sha256 { return stash }
    }
    return nil
  }
}

/// Says what makes every phone fetch a new configuration.
struct LookupChange {
  let settings: LookupSettings
  /// The published section, if there is one.
  let former: Manifest.LiveLookup?

  func warnings(_ sets: [LookupDataSet], _ files: [LookupFile]) -> [String] {
    guard let former else { return [] }
    var lines: [String] = []
    for set in sets where set.rows.counts.rows > 0 {
      let old = former.dataSet(set.rows.useCase)
      guard old.shards > 0 else { continue }
      var changes: [String] = []
      for (what, before, now) in [
        ("shards", old.shards, set.counts.shards), ("buckets", old.buckets, set.counts.buckets),
        ("bytes a bucket", old.bucketBytes, set.counts.bucketBytes),
      ] where before != now {
        changes.append("\(now) \(what) instead of \(before)")
      }
      if let encryption = former.encryption, encryption != settings.encryption.name {
        changes.append("\(settings.encryption.name) instead of \(encryption)")
      }
      let modulus: Int? = if case .doubleMod(let other) = set.function { other } else { nil }
      if set.rows.useCase == .block, former.blockModulus != modulus {
        changes.append("another way to find a shard")
      }
      if changes.isEmpty { continue }
      lines.append(
        "live lookup, \(set.rows.useCase.rawValue): every phone fetches a new configuration ("
          + changes.joined(separator: ", ") + "), and every shard is to be processed.")
    }
    return lines
  }
}
