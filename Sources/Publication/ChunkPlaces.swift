import Comparison
import DirectoryFormat

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where the chunks of old and new generations lie while this run is not published.
struct ChunkPlaces: Sendable {
  let folder: OutputFolder
  let staging: String
  /// Paths of the chunks that this run wrote; all others are published.
  let staged: Set<String>
  let fileSystem: FileSystem

  /// Whether a path is one of this run's own files.
  func isStaged(_ path: String) -> Bool { path.hasPrefix(staging + "/") }

  func place(of chunk: Manifest.Chunk) -> String {
    staged.contains(chunk.path)
      ? staging + "/" + OutputFolder.stagedName(of: chunk.path) : folder.place(of: chunk.path)
  }

  /// A reader of chunks in order.
  func reader(_ chunks: [Manifest.Chunk], checkingHash: Bool = false) -> LineReader {
    LineReader(
      chunks.map { fileSystem.stretch($0, at: place(of: $0), checkingHash: checkingHash) })
  }
}

extension FileSystem {
  /// A whole chunk at `path`, for a reader of Comparison.
  func stretch(
    _ chunk: Manifest.Chunk, at path: String, checkingHash: Bool
  ) -> FileStretch {
    var stretch = FileStretch(chunk, at: path, checkingHash: checkingHash)
    stretch.fault = readersFault
    return stretch
  }
}

extension PublicationError {
  /// What went wrong while reading published files.
  static func reading(_ error: any Error) -> PublicationError {
    switch error {
    case let error as PublicationError: error
    case .unreadable(let path, ENOENT) as ComparisonError:
      .damagedChunk(path: path, reason: "it is missing")
    case .unreadable(let path, let code) as ComparisonError:
      .file(path: path, operation: "read", code: code)
    case .damaged(let path, let line, let expected, let found) as ComparisonError:
      .damagedChunk(
        path: line > 0 ? "\(path):\(line)" : path, reason: "expected \(expected), found \(found)")
    default: .damagedChunk(path: "", reason: "\(error)")
    }
  }
}
