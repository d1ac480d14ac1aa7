internal import Display
#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif
package import Threads

/// Why a collation cannot go on.
package enum CollationError: Error, Equatable, CustomStringConvertible {
  /// The scratch folder lacks room; sizes in bytes.
  case scratchFull(path: String, needed: Int, found: Int)
  /// A call on the scratch file failed; `code` is its errno.
  case scratchFailed(path: String, operation: String, code: Int32)
  /// Memory for a buffer of so many bytes was refused.
  case outOfMemory(bytes: Int)
  /// A slot would hold more entries than its cap; `slotsNeeded` is for 85 % fill.
  case overCap(slot: String, entries: Int, cap: Int, totalEntries: Int, slotsNeeded: Int)
  /// A candidate's number is outside 1 … Int64.max - 1.
  case numberOutOfRange(Int64)
  /// A batch names a source that the settings give no rank.
  case unknownSource(Int)
  /// More sources or ranks than the order can hold.
  case tooManySources(found: Int, most: Int)
  /// The merged stream did not ascend: a run was damaged or a run is out of order.
  case notAscending(Int64, after: Int64)
  /// A spilled run ended early or is not what was written.
  case damagedRun
  /// The system gives no more threads.
  case noThread(ThreadError)

  /// One sentence: where, what was found and expected, what to do.
  package var description: String {
    switch self {
    case .scratchFull(let path, let needed, let found):
      "scratch \(path): no room to spill (found \(found) bytes free, needed \(needed)). "
        + "Free some, choose another folder with --scratch, or raise --memory."
    case .scratchFailed(let path, let operation, let code):
      "scratch \(path): \(operation) failed (\(String(cString: strerror(code)))). "
        + "Check the folder or choose another with --scratch."
    case .outOfMemory(let bytes):
      "memory: the system refused \(bytes) bytes. Lower --memory."
    case .overCap(let slot, let entries, let cap, let total, let needed):
      "slot \"\(slot)\" would hold \(entries) entries (cap \(cap)); the directory has \(total). "
        + "This directory needs \(needed) slots at 85 % fill."
    case .numberOutOfRange(let number):
      "candidate: number \(Masking.masked(number)) is out of range (expected 1 to \(Int64.max - 1))."
    case .unknownSource(let source):
      "candidate: source \(source) has no rank."
    case .tooManySources(let found, let most):
      "sources: \(found) sources or ranks are too many (expected at most \(most))."
    case .notAscending(let number, let former):
      "merge: number \(Masking.masked(number)) follows \(Masking.masked(former)) (expected ascending numbers). "
        + "A scratch file was damaged; run again."
    case .damagedRun:
      "scratch: a spilled run is damaged. Check the disk and run again."
    case .noThread(let error): error.description
    }
  }
}

extension SerialQueue {
  /// A queue of this room; its error is the room's.
  static func make() throws(CollationError) -> SerialQueue {
    do throws(ThreadError) { return try SerialQueue() } catch { throw .noThread(error) }
  }
}
