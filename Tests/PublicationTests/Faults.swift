import Publication
import Synchronization

/// Lets calls to the disk fail as a test says, and writes down which were made.
final class Faults: Sendable {
  private struct State {
    var calls: [FileCall] = []
    var left: Int
    var isOver = false
    var happened = false
  }

  private let state: Mutex<State>
  private let decide: @Sendable (FileCall) -> Bool
  private let failure: PublicationError
  private let persists: Bool

  /// Lets calls that `decide` picks fail: after the first `count` of them all others, or one.
  init(
    after count: Int, of decide: @escaping @Sendable (FileCall) -> Bool,
    with failure: PublicationError, persists: Bool
  ) {
    state = Mutex(State(left: count))
    self.decide = decide
    self.failure = failure
    self.persists = persists
  }

  /// After `count` changes everything that changes the disk fails, cleaning up included: as a kill.
  convenience init(stoppingAfter count: Int, with failure: PublicationError) {
    self.init(after: count, of: \.isChange, with: failure, persists: true)
  }

  /// The call with a 0-based position fails, and no other.
  convenience init(failing position: Int, with failure: PublicationError) {
    self.init(after: position, of: { _ in true }, with: failure, persists: false)
  }

  /// No call fails.
  convenience init() {
    self.init(after: .max, of: { _ in true }, with: .stopped, persists: false)
  }

  /// Access to the disk with these faults.
  var fileSystem: FileSystem { FileSystem { self.fault(of: $0) } }
  /// The calls that were asked for, in order.
  var calls: [FileCall] { state.withLock { $0.calls } }
  /// Whether a call failed.
  var happened: Bool { state.withLock { $0.happened } }

  private func fault(of call: FileCall) -> PublicationError? {
    state.withLock { state in
      state.calls.append(call)
      guard decide(call), !state.isOver else { return nil }
      state.left -= 1
      guard state.left < 0 else { return nil }
      state.happened = true
      state.isOver = !persists
      return failure
    }
  }
}
