internal import ArgumentParser
internal import Pipelines

/// Checks the options of the commands that publish.
enum PublishingChecks {
  /// Throws `ValidationError` for a value that no run can have.
  static func check(
    accepting reason: String?, threads: Int?, leastSequence: Int, memory: ByteSize
  ) throws {
    if let reason, !reason.contains(where: { !$0.isWhitespace }) || reason.utf8.count > 1000 {
      throw ValidationError(
        "--accept: expected a reason of at most 1000 bytes (found \(reason.utf8.count)). Say why.")
    }
    if let threads, !(1...256).contains(threads) {
      throw ValidationError("--threads: expected 1 to 256 (found \(threads)).")
    }
    if !(1...1_000_000_000).contains(leastSequence) {
      throw ValidationError(
        "--least-sequence: expected 1 to 1000000000 (found \(leastSequence)).")
    }
    if memory.bytes < BuildOptions.leastMemory {
      throw ValidationError("--memory: expected at least 64M (found \(memory)).")
    }
  }
}
