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
  /// Told how far the run is, once per batch, by any thread.
  package var onProgress: (@Sendable (RunProgress) -> Void)?
  /// Called by a thread of its own when a signal ends the run, once what it kept is removed.
  package var onSignal: (@Sendable () -> Void)?
  /// Lowest sequence that the published manifest may have; at least 1.
  package var leastSequence = 1
  /// The moment of the run, which names the report; nil asks SOURCE_DATE_EPOCH, then the system's clock.
  package var now: RunTime?
  /// Why the run is published though the gate says no; nil lets the gate decide.
  package var accepting: String?
  /// Whether nothing is written, only compared with what is published.
  package var isCheck = false

  /// Creates options with every default.
  package init() {}

  /// Smallest memory a run works in, in bytes.
  package static let leastMemory = 64 << 20
}
