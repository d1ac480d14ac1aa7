import Comparison
import DirectoryFormat
import Signing

/// The other formats of a generation's slots, as independent jobs.
struct RenderingPlan: Sendable {
  let formats: [PublicationSettings.RenderingFormat]
  let former: Manifest?
  let places: ChunkPlaces
  let fileSystem: FileSystem
  let bookmark: Bookmark

  /// One job for every slot, list and format that the former generation does not have already.
  ///
  /// One that is there is looked at: damaged or unreadable, it is made again.
  func jobs(for slots: [Manifest.Slot], _ results: GenerationResults) -> [any ParallelJob] {
    var jobs: [any ParallelJob] = []
    for slot in slots {
      for format in formats {
        for list in DirectoryList.allCases {
          if let known = published(slot, list, format) {
            results.add(known, toSlot: slot.index, isStaged: false)
          } else {
            jobs.append(
              RenderingJob(plan: self, slot: slot, list: list, format: format, results: results))
          }
        }
      }
    }
    return jobs
  }

  /// Puts the renderings into the slots, in a fixed order.
  func apply(_ outcome: GenerationResults.Outcome, to manifest: inout Manifest) {
    for index in manifest.slots.indices {
      manifest.slots[index].renderings = (outcome.renderings[index] ?? []).sorted {
        ($0.format, $1.list.rawValue) < ($1.format, $0.list.rawValue)
      }
    }
  }

  private func published(
    _ slot: Manifest.Slot, _ list: DirectoryList, _ format: PublicationSettings.RenderingFormat
  ) -> Manifest.Rendering? {
    guard let old = former?.slots.first(where: { $0[list].digest == slot[list].digest }),
      let rendering = old.renderings.first(where: {
        $0.list == list && $0.format == format.rawValue
      }),
      (try? bookmark.isRight(
        NamedFile(path: rendering.path, bytes: rendering.bytes, sha256: rendering.sha256)))
        == true
    else { return nil }
    return rendering
  }

  /// Writes a rendering into the staging folder, where it waits under the name that follows from it.
  func render(
    _ slot: Manifest.Slot, _ list: DirectoryList, _ format: PublicationSettings.RenderingFormat
  ) throws(PublicationError) -> Manifest.Rendering {
    let temporary = places.staging + "/rendering-\(slot.index)-\(list.rawValue)-\(format.rawValue)"
    let reader = places.reader(slot[list].chunks, checkingHash: true)
    switch format {
    case .json:
      try JSONRendering.write(reader, list, to: temporary, fileSystem: fileSystem)
    case .sqlite:
      try SQLiteRendering.write(reader, list, to: temporary, fileSystem: fileSystem)
    }
    var digest = SHA256()
    var bytes = 0
    try fileSystem.readPieces(of: temporary) { (piece) throws(PublicationError) in
      digest.update(piece)
      bytes += piece.count
    }
    let hash = Hexadecimal.string(digest.finish())
    let path = Self.path(list, format, hash)
    try fileSystem.rename(
      temporary, to: places.staging + "/" + OutputFolder.stagedName(of: path))
    return Manifest.Rendering(
      path: path, format: format.rawValue, list: list, entries: slot[list].entries, bytes: bytes,
      sha256: hash)
  }

  /// `phoneIdentity` is the name that dictionary-reading loaders know.
  private static func path(
    _ list: DirectoryList, _ format: PublicationSettings.RenderingFormat, _ hash: String
  ) -> String {
    let name =
      switch (format, list) {
      case (.json, .identification): "phoneIdentity"
      case (.json, .blocking): "phoneBlocking"
      case (.sqlite, _): list.rawValue
      }
    return "renderings/\(name)-\(hash.prefix(32)).\(format.rawValue)"
  }
}

private struct RenderingJob: ParallelJob {
  let plan: RenderingPlan
  let slot: Manifest.Slot
  let list: DirectoryList
  let format: PublicationSettings.RenderingFormat
  let results: GenerationResults

  func run() throws(PublicationError) {
    results.add(try plan.render(slot, list, format), toSlot: slot.index)
  }
}
