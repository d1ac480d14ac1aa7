import DirectoryFormat
import Signing

/// Removes files of the directory that no kept manifest names.
///
/// Only names of the shapes that this room writes are touched; anything else in the folders belongs
/// to somebody else.
struct Sweep {
  let folder: OutputFolder
  let fileSystem: FileSystem

  /// Keeps what the given generations need, the newest of which is the published one; their manifests
  /// stay in `generations/` if `formerManifests` is true.
  func run(
    keeping kept: [History.Kept], formerManifests: Bool
  ) throws(PublicationError) {
    var named: Set<String> = []
    for (position, generation) in kept.enumerated() {
      let manifest = generation.manifest
      for slot in manifest.slots {
        for list in DirectoryList.allCases { named.formUnion(slot[list].chunks.map(\.path)) }
        named.formUnion(slot.renderings.map(\.path))
      }
      named.formUnion(manifest.deltas.map(\.path))
      named.formUnion(manifest.twinFiles.map(\.path))
      if let lookup = manifest.liveLookup { named.insert(lookup.path) }
      let hash = SHA256.hexadecimal(of: generation.bytes)
      named.insert(DirectoryPath.signature(manifestSHA256: hash))
      named.insert(DirectoryPath.signatures(manifestSHA256: hash))
      if position > 0 && formerManifests {
        named.insert(DirectoryPath.formerManifest(generation: manifest.generation))
      }
    }
    for subfolder in OutputFolder.folders {
      try fileSystem.sweepInnerFolder(folder.place(of: subfolder)) { name in
        !named.contains(subfolder + "/" + name) && Self.isOurs(name, in: subfolder)
      }
    }
  }

  /// Whether a name has the shape of those written into a folder of the directory.
  static func isOurs(_ name: String, in subfolder: String) -> Bool {
    let lookup = "live-lookup-"
    if subfolder == "renderings", name.hasPrefix(lookup) {
      return isHexadecimal(name.dropFirst(lookup.count), 32)
    }
    guard let dot = name.lastIndex(of: ".") else { return false }
    let stem = name[..<dot]
    let kind = name[name.index(after: dot)...]
    switch subfolder {
    case "chunks": return kind == "tsv" && isHexadecimal(stem, 32)
    case "packed": return kind == "cbp" && isHexadecimal(stem, 32)
    case "generations": return kind == "json" && isHexadecimal(stem, 64)
    case "signatures": return (kind == "sig" || kind == "sigs") && isHexadecimal(stem, 64)
    case "deltas":
      let parts = stem.split(separator: "-", omittingEmptySubsequences: false)
      return kind == "tsv" && parts.count == 3 && isHexadecimal(parts[0], 16)
        && isHexadecimal(parts[1], 16) && parts[2].allSatisfy(\.isNumber)
    case "renderings":
      let parts = stem.split(separator: "-", omittingEmptySubsequences: false)
      return (kind == "json" || kind == "sqlite") && parts.count == 2
        && isHexadecimal(parts[1], 32)
    default: return false
    }
  }

  /// Whether a name has the shape of a signature over a timestamp.
  static func isSignatureOverTimestamp(_ name: String) -> Bool {
    let head = "timestamp-"
    return [".sig", ".sigs"].contains { tail in
      name.hasPrefix(head) && name.hasSuffix(tail)
        && isHexadecimal(name.dropFirst(head.count).dropLast(tail.count), 64)
    }
  }

  private static func isHexadecimal(_ text: Substring, _ count: Int) -> Bool {
    text.utf8.count == count
      && text.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x66) }
  }
}
