import Dispatch
import Records
import Threads

/// Portions of the merged directory on their way from the thread that merges to the one that asked.
///
/// The merge goes on while the portion before it is being used. A few portions travel in a circle;
/// whoever has none waits. Memory: about 1 MB a portion.
final class Handover: @unchecked Sendable {
  /// Entries, and the conflicts met up to the last of them.
  final class Portion {
    let batch = EntryWriter.makeBatch()
    var conflicts: [ConflictLine] = []
  }

  /// The one who asked for the merge has given it up.
  struct Abandoned: Error {}

  private struct State: @unchecked Sendable {
    var empty: [Portion] = []
    var filled: [Portion] = []
    var result: Result<CollationOutcome, any Error>?
    var isAbandoned = false
  }

  private static let portions = 4

  private let state = Locked(State())
  private let empties = DispatchSemaphore(value: 0)
  private let filled = DispatchSemaphore(value: 0)
  /// What the merging thread fills; nobody else touches it.
  private var current = Portion()

  init() {
    for _ in 1..<Self.portions { offer(Portion()) }
  }

  // The merging thread's side.

  /// The batch to fill first.
  var batch: EntryBatch { current.batch }

  /// Adds a conflict to the portion being filled.
  func add(_ line: ConflictLine) { current.conflicts.append(line) }

  /// Hands the portion over and gives the batch to fill next.
  ///
  /// - Throws: `Abandoned`.
  func next() throws -> EntryBatch {
    let sent = Sent(value: current)
    state.withLock { $0.filled.append(sent.value) }
    filled.signal()
    empties.wait()
    let empty = state.withLock { state in
      Sent(value: state.isAbandoned ? nil : state.empty.popLast())
    }
    guard let portion = empty.value else { throw Abandoned() }
    current = portion
    return portion.batch
  }

  /// Tells how the merge ended; nothing is handed over afterwards.
  func end(_ result: Result<CollationOutcome, any Error>) {
    state.withLock { $0.result = result }
    filled.signal()
  }

  // The side of the thread that asked.

  /// Uses portions until the merge has ended, and gives its outcome.
  ///
  /// - Throws: What the merge or `use` throws; the merging thread has ended then too.
  func finish(_ use: (Portion) throws -> Void) throws -> CollationOutcome {
    while true {
      filled.wait()
      let full = state.withLock { state in
        Sent(value: state.filled.isEmpty ? nil : state.filled.removeFirst())
      }
      guard let portion = full.value else { return try result.get() }
      do { try use(portion) } catch {
        abandon()
        throw error
      }
      portion.batch.entries.removeAll()
      portion.batch.bytes.removeAll()
      portion.conflicts.removeAll()
      offer(portion)
    }
  }

  private var result: Result<CollationOutcome, any Error> {
    state.withLock { $0.result } ?? .failure(Abandoned())
  }

  private func offer(_ portion: Portion) {
    let sent = Sent(value: portion)
    state.withLock { $0.empty.append(sent.value) }
    empties.signal()
  }

  private func abandon() {
    state.withLock { $0.isAbandoned = true }
    empties.signal()
    while state.withLock({ $0.result == nil }) { filled.wait() }
  }

  /// A portion that changes hands: one thread at a time has it.
  private struct Sent<Value>: @unchecked Sendable {
    let value: Value
  }
}
