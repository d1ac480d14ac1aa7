import DirectoryFormat

/// A file that a manifest names, with what a reader will find out about it.
struct NamedFile: Hashable, Sendable {
  /// Relative to the directory.
  let path: String
  let bytes: Int
  /// SHA-256, 64 hexadecimal digits.
  let sha256: String
}

extension Manifest {
  /// Every file that the manifest names, each once.
  var namedFiles: [NamedFile] {
    var files = chunkFiles
    for slot in slots {
      files += slot.renderings.map {
        NamedFile(path: $0.path, bytes: $0.bytes, sha256: $0.sha256)
      }
    }
    files += (liveLookup?.files ?? []).map {
      NamedFile(path: $0.path, bytes: $0.bytes, sha256: $0.sha256)
    }
    files += deltas.map { NamedFile(path: $0.path, bytes: $0.bytes, sha256: $0.sha256) }
    var seen: Set<String> = []
    return files.filter { seen.insert($0.path).inserted }
  }

  /// The chunks of all slots and lists.
  var chunkFiles: [NamedFile] {
    slots.flatMap { slot in
      DirectoryList.allCases.flatMap { list in
        slot[list].chunks.map { NamedFile(path: $0.path, bytes: $0.bytes, sha256: $0.sha256) }
      }
    }
  }
}
