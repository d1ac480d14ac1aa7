/// How one update ended.
public struct UpdateReport: Equatable, Sendable {
  /// What it came to, in the words of a background fetch.
  public enum Outcome: Sendable {
    /// A slot has other rows now.
    case newData
    /// There was nothing to do, or nothing that the app can do: extensions that are off stay off.
    case noData
    /// Something went wrong; the next update tries again.
    case failed
  }

  /// The generation that is installed now; nil: the server was not asked, or it failed.
  public var generation: String?
  /// Why nothing new was installed; nil: it went well, or the server was not asked.
  public var failure: InstallError?
  /// How the reloads ended, of the slots that were due.
  public var reloads: [SlotReload] = []

  /// What it came to.
  public var outcome: Outcome {
    let failed = reloads.contains { reload in
      reload.advice.map { $0.action != .enableInSettings } ?? false
    }
    if failure != nil || failed { return .failed }
    return reloads.contains { $0.advice == nil } ? .newData : .noData
  }
}
