import DirectoryFormat
import Signing

/// What the output folder holds before this run: the published manifest and the former ones.
struct History: Sendable {
  /// A manifest with its bytes, which are kept as they are.
  struct Kept: Sendable {
    let manifest: Manifest
    let bytes: [UInt8]
  }

  /// The published generation, if there is one.
  let former: Kept?
  /// The manifests in `generations/`, the highest sequence first.
  let older: [Kept]
  /// Paths, relative to the directory, of former manifests that were read and are damaged.
  let damaged: [String]
  /// Paths of former manifests that the last run left and that are gone.
  let missing: [String]
  /// Whether everything that was kept could be read: otherwise nobody knows what it needs.
  let isComplete: Bool
  /// What the operator should know.
  let warnings: [String]

  /// Reads the folder, and holds it against what the last run knew of it.
  ///
  /// - Throws: When the published manifest cannot be read, is damaged, or is missing though
  ///   something was published here: what else it would be compared with, and its sequence, is lost.
  init(
    folder: OutputFolder, bookmark: Bookmark, origin: ManifestOrigin, fileSystem: FileSystem
  ) throws(PublicationError) {
    let limit = Manifest.largestSizeInBytes
    let bytes = try fileSystem.read(folder.manifest, limit: limit)
    if let bytes {
      do {
        former = Kept(manifest: try Self.manifest(of: bytes), bytes: bytes)
      } catch {
        throw .damagedManifest(path: folder.manifest, reason: error.description)
      }
      if let former { try origin.check(published: former) }
    } else {
      former = nil
    }
    var older = Older()
    let paths = try (fileSystem.names(in: folder.place(of: "generations")) ?? [])
      .filter { Sweep.isOurs($0, in: "generations") }.map { "generations/" + $0 }
    for path in paths { older.read(path, in: folder, fileSystem) }
    try older.leaveOut(above: former?.manifest.sequence ?? 0, unless: origin)
    self.older = older.kept.sorted {
      ($1.manifest.sequence, $1.manifest.generation)
        < ($0.manifest.sequence, $0.manifest.generation)
    }
    missing = Self.missing(of: bookmark, beside: former?.manifest.generation, paths)
    damaged = older.damaged
    isComplete = older.isComplete && missing.isEmpty
    warnings = older.warnings + Self.warning(of: missing, in: folder)
    // Whoever takes the whole directory away begins anew.
    if former == nil, try fileSystem.facts(of: folder.directory) != nil,
      bookmark.sequence > 0 || !older.isEmpty
    {
      throw .missingManifest(
        path: folder.manifest,
        newest: self.older.first.map {
          DirectoryPath.formerManifest(generation: $0.manifest.generation)
        })
    }
  }

  /// What `generations/` holds.
  private struct Older {
    var kept: [Kept] = []
    var damaged: [String] = []
    var isComplete = true
    var warnings: [String] = []
    var isEmpty: Bool { kept.isEmpty && damaged.isEmpty && isComplete }

    mutating func read(_ path: String, in folder: OutputFolder, _ fileSystem: FileSystem) {
      let place = folder.place(of: path)
      do throws(PublicationError) {
        guard let facts = try fileSystem.facts(of: place) else { return }
        guard facts.isFile else {
          // Phones find no manifest there, and its generation would be told as kept for ever.
          giveUp(path, place, "no file, but a link, a folder or the like")
          return
        }
        guard facts.bytes <= Manifest.largestSizeInBytes else {
          giveUp(path, place, "it has \(facts.bytes) bytes")
          return
        }
        // Swept by a build beside this check.
        guard let bytes = try fileSystem.read(place, limit: Manifest.largestSizeInBytes) else {
          return
        }
        do throws(ManifestError) {
          let manifest = try History.manifest(of: bytes)
          guard path == DirectoryPath.formerManifest(generation: manifest.generation) else {
            return giveUp(path, place, "it is that of generation \(manifest.generation.prefix(16))")
          }
          kept.append(Kept(manifest: manifest, bytes: bytes))
        } catch { giveUp(path, place, error.description) }
      } catch {
        isComplete = false
        warnings.append("\(error.complaint) Nothing is swept as long as it cannot be read.")
      }
    }

    /// Gives manifests up whose sequence is above the published one's, unless their origin is known: the
    /// next sequence is counted from the highest.
    mutating func leaveOut(
      above sequence: Int, unless origin: ManifestOrigin
    ) throws(PublicationError) {
      let high = kept.filter { $0.manifest.sequence > sequence }
      for one in high {
        let path = DirectoryPath.formerManifest(generation: one.manifest.generation)
        guard try !origin.isKnown(one, as: path) else { continue }
        kept.removeAll { $0.manifest.generation == one.manifest.generation }
        giveUp(
          path, origin.folder.place(of: path), "its sequence is above the published one")
      }
    }

    private mutating func giveUp(_ path: String, _ place: String, _ reason: String) {
      damaged.append(path)
      warnings.append("\(place): damaged (\(reason)); it is no longer kept.")
    }
  }

  /// What the last run left in `generations/` that is there no more.
  private static func missing(
    of bookmark: Bookmark, beside published: String?, _ found: [String]
  ) -> [String] {
    let found = Set(found + [published.map(DirectoryPath.formerManifest) ?? ""])
    return bookmark.formerManifests.filter { !found.contains($0) }
  }

  /// Nobody but this program removes a manifest from there, and that leaves none in its bookmark.
  private static func warning(of missing: [String], in folder: OutputFolder) -> [String] {
    guard let first = missing.first else { return [] }
    let others = missing.count > 1 ? ", like \(missing.count - 1) others that were kept" : ""
    return [
      "\(folder.place(of: first)): missing\(others). Put it back from a copy, or phones that have "
        + "that generation load whole slots. Nothing is swept in this run."
    ]
  }

  /// The number of the next manifest: 1 for a first one.
  var nextSequence: Int {
    ([former].compactMap { $0 } + older).reduce(0) { max($0, $1.manifest.sequence) } + 1
  }

  /// The generations to keep beside a new one, newest first.
  func kept(beside generation: String, atMost count: Int) -> [Kept] {
    var seen: Set<String> = [generation]
    let all = [former].compactMap { $0 } + older
    return Array(all.filter { seen.insert($0.manifest.generation).inserted }.prefix(count))
  }

  fileprivate static func manifest(of bytes: [UInt8]) throws(ManifestError) -> Manifest {
    let manifest = try Manifest.decode(bytes)
    try manifest.checkDigests(with: SHA256.self)
    return manifest
  }
}
