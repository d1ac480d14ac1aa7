/// What the caller of a build decides, beside the pipeline file.
package struct BuildOptions: Sendable {
  /// The output folder; nil for `build/<pipeline name>`.
  package var output: String?
  /// Threads that read, normalize and sort; nil for one per core.
  package var threads: Int?
  /// Peak resident memory; 64 MiB at least.
  package var memory = ByteSize(bytes: 512 << 20)
  /// Folder for sorted runs that do not fit in memory; nil for a folder in the output.
  package var scratch: String?
  /// Told about the reading, once per batch, by any thread.
  package var onProgress: (@Sendable (ReadingProgress) -> Void)?
  /// Whether nothing is written, only compared with what is published.
  package var isCheck = false

  /// Creates options with every default.
  package init() {}

  /// Smallest memory a run works in, in bytes.
  package static let leastMemory = 64 << 20
}

/// How far the reading is.
package struct ReadingProgress: Sendable {
  /// Records read since the last report.
  package let moreRecords: Int
  /// Bytes read of all files so far.
  package let bytesRead: Int
  /// Bytes of all files; nil where that cannot be known.
  package let bytesTotal: Int?
}
