import DirectoryFormat
import Signing

/// Looks after the generations that are kept beside the published one, on a night that changes
/// nothing.
///
/// A generation is given up where its manifest or a chunk is damaged: nothing can make those again.
/// Its renderings, twins and signature are made again where that gives the bytes that they had. One
/// that cannot be is given up alone, for chunks are what a generation is kept for. The deltas that
/// led to it are needed by nobody any more.
struct KeptGenerations {
  let settings: PublicationSettings
  let history: History
  let places: ChunkPlaces
  let renderings: RenderingPlan
  let twins: TwinPlan
  let bookmark: Bookmark

  /// What is to be done, and said.
  struct Findings {
    /// Paths of files that are to be removed.
    var givenUp: [String] = []
    /// Paths of files that wait in the staging folder.
    var healed: [String] = []
    /// What the operator should know.
    var warnings: [String] = []
  }

  private var folder: OutputFolder { places.folder }

  /// Looks at every kept generation once; what cannot be looked at is said and left alone.
  func findings() -> Findings {
    var findings = Findings()
    // What the published generation has too has been looked at already.
    let published = Set((history.former?.manifest).map(\.namedFiles) ?? [])
    var judged: [NamedFile: Bool] = [:]
    for kept in history.older where kept.manifest.generation != history.former?.manifest.generation
    {
      func isRight(_ file: NamedFile) throws(PublicationError) -> Bool {
        if published.contains(file) { return true }
        if let known = judged[file] { return known }
        let isRight = try bookmark.isRight(file)
        judged[file] = isRight
        return isRight
      }
      do throws(PublicationError) {
        if let lost = try lost(of: kept, isRight) {
          giveUp(kept.manifest, for: lost, &findings)
          continue
        }
        let damaged = try damaged(of: kept.manifest, isRight)
        for file in damaged { judged[file] = true }
        let folder = kept.manifest.liveLookup.map { $0.path + "/" }
        let rows = damaged.filter { file in folder.map(file.path.hasPrefix) ?? false }
        for file in damaged where !rows.contains(file) {
          try mend(file, of: kept.manifest, &findings)
        }
        giveUp(rows, of: kept.manifest, &findings)
        try mendSignature(of: kept, isRight, &findings)
      } catch { findings.warnings.append(error.complaint) }
    }
    return findings
  }

  private typealias Judgement = (NamedFile) throws(PublicationError) -> Bool

  /// The first file without which a generation is none.
  private func lost(
    of kept: History.Kept, _ isRight: Judgement
  ) throws(PublicationError) -> String? {
    let path = DirectoryPath.formerManifest(generation: kept.manifest.generation)
    if let noted = bookmark.noted(path), noted != SHA256.hexadecimal(of: kept.bytes) {
      return path
    }
    for file in kept.manifest.chunkFiles where try !isRight(file) { return file.path }
    return nil
  }

  private func giveUp(_ manifest: Manifest, for lost: String, _ findings: inout Findings) {
    findings.givenUp.append(DirectoryPath.formerManifest(generation: manifest.generation))
    findings.warnings.append(
      "\(folder.place(of: lost)): damaged or missing; generation "
        + "\(manifest.generation.prefix(16)), which needs it, is no longer kept.")
  }

  /// The files besides manifest, chunks and deltas that are not what the manifest says.
  private func damaged(
    of manifest: Manifest, _ isRight: Judgement
  ) throws(PublicationError) -> [NamedFile] {
    let ofDeltas = manifest.deltas.map(\.path) + manifest.deltas.compactMap(\.packed?.path)
    let others = Set(manifest.chunkFiles.map(\.path) + ofDeltas)
    var damaged: [NamedFile] = []
    for file in manifest.namedFiles where !others.contains(file.path) {
      if try !isRight(file) { damaged.append(file) }
    }
    return damaged
  }

  private func mend(
    _ file: NamedFile, of manifest: Manifest, _ findings: inout Findings
  ) throws(PublicationError) {
    var isMade = try renderings.make(file, of: manifest)
    if !isMade { isMade = try twins.make(file, of: manifest) }
    if isMade { return findings.healed.append(file.path) }
    giveUp(file.path, of: manifest, "damaged or missing, and cannot be made again", &findings)
  }

  /// Files of data sets of the lookup: there may be thousands, so one line speaks of all.
  private func giveUp(
    _ rows: [NamedFile], of manifest: Manifest, _ findings: inout Findings
  ) {
    guard let first = rows.first else { return }
    findings.givenUp += rows.dropFirst().map(\.path)
    let others = rows.count > 1 ? ", like \(rows.count - 1) other files of its data sets," : ""
    giveUp(
      first.path, of: manifest, "damaged or missing\(others) and cannot be made again", &findings)
  }

  private func giveUp(
    _ path: String, of manifest: Manifest, _ reason: String, _ findings: inout Findings
  ) {
    findings.givenUp.append(path)
    findings.warnings.append(
      "\(folder.place(of: path)): \(reason); generation \(manifest.generation.prefix(16)) is kept "
        + "without it.")
  }

  /// Signs nothing but what was signed before: whoever can write a manifest into `generations/` must
  /// not get a signature for it.
  private func mendSignature(
    of kept: History.Kept, _ isRight: Judgement, _ findings: inout Findings
  ) throws(PublicationError) {
    guard let key = settings.signingKey else { return }
    let path = DirectoryPath.signature(manifestSHA256: SHA256.hexadecimal(of: kept.bytes))
    let signature: [UInt8]
    do { signature = try key.signature(of: kept.bytes) } catch {
      throw .signing(reason: error.description)
    }
    let ours = SHA256.hexadecimal(of: signature)
    let noted = bookmark.noted(path)
    if try isRight(NamedFile(path: path, bytes: signature.count, sha256: noted ?? ours)) { return }
    if noted == ours {
      try places.fileSystem.write(
        signature, to: places.staging + "/" + OutputFolder.stagedName(of: path))
      findings.healed.append(path)
    } else if try places.fileSystem.facts(of: folder.place(of: path)) != nil {
      giveUp(path, of: kept.manifest, "damaged, or by another key", &findings)
    }
  }
}

extension RenderingPlan {
  /// Makes a rendering of a kept generation again; whether it has the bytes that it had.
  fileprivate func make(
    _ file: NamedFile, of manifest: Manifest
  ) throws(PublicationError) -> Bool {
    for slot in manifest.slots {
      guard let rendering = slot.renderings.first(where: { $0.path == file.path }),
        let format = PublicationSettings.RenderingFormat(rawValue: rendering.format)
      else { continue }
      return try render(slot, rendering.list, format) == rendering
    }
    return false
  }
}

extension TwinPlan {
  /// Makes the twin of a kept generation's chunk again; whether it has the bytes that it had.
  fileprivate func make(
    _ file: NamedFile, of manifest: Manifest
  ) throws(PublicationError) -> Bool {
    for slot in manifest.slots {
      for list in DirectoryList.allCases {
        guard let chunk = slot[list].chunks.first(where: { $0.packed?.path == file.path })
        else { continue }
        return try pack(chunk, of: list) == chunk.packed
      }
    }
    return false
  }
}
