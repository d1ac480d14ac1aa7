import DirectoryFormat

/// A file that a manifest names, with what a reader will find out about it.
struct NamedFile: Hashable, Sendable {
  /// Relative to the directory.
  let path: String
  let bytes: Int
  /// SHA-256, 64 hexadecimal digits.
  let sha256: String
}

extension NamedFile {
  init(_ chunk: Manifest.Chunk) {
    self.init(path: chunk.path, bytes: chunk.bytes, sha256: chunk.sha256)
  }

  init(_ delta: Manifest.Delta) {
    self.init(path: delta.path, bytes: delta.bytes, sha256: delta.sha256)
  }

  init(_ twin: Manifest.Packed) {
    self.init(path: twin.path, bytes: twin.bytes, sha256: twin.sha256)
  }
}

extension Manifest {
  /// Every file that the manifest names, each once.
  var namedFiles: [NamedFile] {
    var files = chunkFiles + twinFiles
    for slot in slots {
      files += slot.renderings.map {
        NamedFile(path: $0.path, bytes: $0.bytes, sha256: $0.sha256)
      }
    }
    files += (liveLookup?.files ?? []).map {
      NamedFile(path: $0.path, bytes: $0.bytes, sha256: $0.sha256)
    }
    files += deltas.map { NamedFile($0) }
    var seen: Set<String> = []
    return files.filter { seen.insert($0.path).inserted }
  }

  /// The chunks of all slots and lists.
  var chunkFiles: [NamedFile] {
    slots.flatMap { slot in
      DirectoryList.allCases.flatMap { list in
        slot[list].chunks.map { NamedFile($0) }
      }
    }
  }

  /// The packed twins of all chunks and deltas.
  var twinFiles: [NamedFile] {
    let ofChunks = slots.flatMap { slot in
      DirectoryList.allCases.flatMap { list in slot[list].chunks.compactMap(\.packed) }
    }
    return (ofChunks + deltas.compactMap(\.packed)).map { NamedFile($0) }
  }
}
