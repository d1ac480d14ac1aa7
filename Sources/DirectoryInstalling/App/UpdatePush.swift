/// A silent push that says that a directory was published.
///
/// Its payload: `{"aps": {"content-available": 1}, "directory": "taiwan", "sequence": 43}`. Nothing of
/// it is believed: it only makes the app ask the server.
public struct UpdatePush: Equatable, Sendable {
  /// The directory's name, as the pipeline's `name`.
  public var directory: String
  /// Its sequence; nil: not said.
  public var sequence: Int?

  /// Reads a notification; nil where it is about something else.
  public init?(_ userInfo: [AnyHashable: Any]) {
    guard let directory = userInfo["directory"] as? String else { return nil }
    self.directory = directory
    sequence = userInfo["sequence"] as? Int
  }

  /// Whether the directory may be newer than what is known.
  func isNews(to state: UpdateState) -> Bool {
    if let name = state.name, name != directory { return false }
    guard let sequence, let known = state.sequence else { return true }
    return sequence > known
  }
}
