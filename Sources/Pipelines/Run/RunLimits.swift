internal import Synchronization

/// Counts what all workers of a run come to, and ends the run that comes to more than it may.
///
/// An export of a few kilobytes can stand for millions of numbers or gigabytes of rejections.
final class RunLimits: Sendable {
  private let mostExpansions: Int
  private let isOfSlots: Bool
  private let report: ByteSize
  private let expansions = Atomic(0)
  private let reported = Atomic(0)

  /// The limits of a pipeline, of which nothing is used up.
  init(_ pipeline: Pipeline) {
    mostExpansions = pipeline.mostExpansions
    isOfSlots = pipeline.limits.expansions == nil
    report = pipeline.limits.report
  }

  /// Adds numbers that wildcards, ranges and runs of lines stand for.
  func add(expansions more: Int) throws(RunError) {
    guard more > 0 else { return }
    let sum = expansions.add(more, ordering: .relaxed).newValue
    guard sum > mostExpansions else { return }
    throw .overLimit(
      key: "limits.expansions",
      what: "wildcards and ranges stand for more than \(mostExpansions) numbers",
      limit: isOfSlots ? "what the slots hold" : "\(mostExpansions)",
      advice:
        "`callbook check` says what each source costs; raise limits.expansions if it is meant.")
  }

  /// Adds bytes of rejects.csv, repairs.csv and conflicts.csv.
  func add(reported more: Int) throws(RunError) {
    let sum = reported.add(more, ordering: .relaxed).newValue
    guard sum > report.bytes else { return }
    throw .overLimit(
      key: "limits.report",
      what: "rejects.csv, repairs.csv and conflicts.csv together would be larger",
      limit: "\(report)",
      advice:
        "`callbook check` shows what is rejected: often a wrong column, delimiter or encoding, which "
        + "makes long labels, too. Raise limits.report if it is meant.")
  }
}
