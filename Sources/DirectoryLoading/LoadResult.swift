public import DirectoryFormat

/// How a load ended, and what becomes of the request.
public struct LoadResult: Sendable {
  /// What becomes of the request.
  public enum Action: Sendable {
    /// Complete it: there was nothing to do. The marker is to be written back.
    case unchanged(LoadMarker)
    /// Complete it: every call was made. The marker is to be written.
    case handedOver(LoadMarker)
    /// Complete it without a call: the directory is not sound, the phone keeps what it has. The
    /// marker that was there is to be written back, if there was one.
    case refused(LoadError, LoadMarker?)
    /// Cancel it with the error.
    case failed(LoadError)
  }

  /// What becomes of the request.
  public let action: Action
  /// What the outcome file says of it so far.
  public let outcome: LoadOutcome
  /// The app's request that this load does, as it was read; nil: it does none.
  let fulfilled: ReloadRequest?

  init(_ action: Action, _ outcome: LoadOutcome, fulfilled: ReloadRequest? = nil) {
    self.action = action
    self.outcome = outcome
    self.fulfilled = fulfilled
  }

  /// The error for `cancelRequest`; nil when the request is to be completed.
  public var failure: LoadError? {
    if case .failed(let error) = action { return error }
    return nil
  }
}

extension LoadPlan {
  /// Whether entries are left for another load.
  var isPartial: Bool {
    if case .firstEntries = self { return true }
    return false
  }

  /// Whether nothing of what was on the phone is left behind it.
  var replacesEverything: Bool {
    switch self {
    case .full, .firstEntries: true
    case .nothing, .delta: false
    }
  }
}

/// Writes the outcome file now and then.
final class Progress {
  var outcome: LoadOutcome
  private let milliseconds: () -> UInt64
  private let write: (LoadOutcome) -> Void
  private var due: UInt64 = 0

  init(
    _ outcome: LoadOutcome, milliseconds: @escaping () -> UInt64,
    write: @escaping (LoadOutcome) -> Void
  ) {
    self.outcome = outcome
    self.milliseconds = milliseconds
    self.write = write
  }

  /// Writes unless it wrote in the last third of a second.
  func mayWrite() {
    let now = milliseconds()
    guard now >= due else { return }
    due = now + 333
    write(outcome)
  }
}
