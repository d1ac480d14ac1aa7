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
  /// What could not be read there.
  let warnings: [String]

  /// Reads the folder.
  ///
  /// A damaged published manifest is an error, a damaged older one a warning.
  init(folder: OutputFolder) throws(PublicationError) {
    var warnings: [String] = []
    let limit = Manifest.largestSizeInBytes
    if let bytes = try FileSystem.read(folder.manifest, limit: limit) {
      do {
        former = Kept(manifest: try Self.manifest(of: bytes), bytes: bytes)
      } catch {
        throw .damagedManifest(path: folder.manifest, reason: error.description)
      }
    } else {
      former = nil
    }
    var older: [Kept] = []
    let generations = folder.place(of: "generations")
    for name in FileSystem.names(in: generations) ?? [] where name.hasSuffix(".json") {
      let path = generations + "/" + name
      do {
        guard let bytes = try? FileSystem.read(path, limit: limit) else {
          warnings.append("\(path): cannot be read; it is no longer kept.")
          continue
        }
        older.append(Kept(manifest: try Self.manifest(of: bytes), bytes: bytes))
      } catch {
        warnings.append("\(path): damaged (\(error)); it is no longer kept.")
      }
    }
    self.older = older.sorted {
      ($1.manifest.sequence, $1.manifest.generation)
        < ($0.manifest.sequence, $0.manifest.generation)
    }
    self.warnings = warnings
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

  private static func manifest(of bytes: [UInt8]) throws(ManifestError) -> Manifest {
    let manifest = try Manifest.decode(bytes)
    try manifest.checkDigests(with: SHA256.self)
    return manifest
  }
}
