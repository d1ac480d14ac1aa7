import DirectoryFormat

/// How far a load is, or how it ended: a small JSON file in the shared container for the app.
public struct LoadOutcome: Equatable, Sendable {
  /// Where a load stands.
  public enum State: String, Sendable {
    /// Entries are being handed over.
    case loading
    /// The system took everything.
    case succeeded
    /// The phone had everything already.
    case unchanged
    /// The directory was not sound; the phone keeps what it has.
    case refused
    /// The load failed; the phone has none of the slot's entries until the next one.
    case failed
    /// The system's time was over before the entries were stored.
    case expired
  }

  /// Where the load stands.
  public var state: State
  /// The slot's identifier.
  public var slot: String
  /// `nothing`, `delta`, `full` or `first-entries`; empty before it is known.
  public var plan = ""
  /// The generation that is loaded; empty before it is known.
  public var generation = ""
  /// Calls made.
  public var done = 0
  /// Calls to make.
  public var total = 0
  /// The system's error code, if it gave one.
  public var code: Int?
  /// What went wrong; numbers are masked.
  public var message = ""

  /// Creates the outcome of a load that has not begun.
  public init(state: State, slot: String) {
    self.state = state
    self.slot = slot
  }

  /// The name of the outcome's file for a slot.
  public static func fileName(slot: String) -> String {
    "\(StateFile.stem(slot: slot)).json"
  }

  /// The bytes of the outcome's file.
  public func encode() -> [UInt8] {
    var members: [String: JSONNode] = [
      "format": .integer(1),
      "state": .string(state.rawValue),
      "slot": .string(slot),
      "plan": .string(plan),
      "generation": .string(generation),
      "done": .integer(done),
      "total": .integer(total),
      "message": .string(message),
    ]
    if let code { members["code"] = .integer(code) }
    return JSONNode.object(members).document()
  }
}
