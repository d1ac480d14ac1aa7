/// How far a load is, or how it ended: a small JSON file in the shared container for the app.
///
/// The loader writes it when a load begins, at most three times a second while it runs, and at its
/// end. A load that was killed leaves it as it was, so a file that says `loading` may be stuck;
/// `SlotState` of the app's side tells such a one from a load that runs.
public struct LoadOutcome: Equatable, Sendable {
  /// Where a load stands.
  public enum State: String, CaseIterable, Sendable {
    /// Files are being checked, or entries handed over.
    case loading
    /// Everything was handed over; the system stores it.
    case storing
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
    /// It ended without a word: killed, or the phone went off. Only of loads before the present one.
    case interrupted

    /// Whether a load that says so may still be running.
    public var isRunning: Bool { self == .loading || self == .storing }
    /// Whether the load did not do what it was asked for.
    public var isFailure: Bool {
      switch self {
      case .refused, .failed, .expired, .interrupted: true
      case .loading, .storing, .succeeded, .unchanged: false
      }
    }
  }

  /// A load that did not do what it was asked for, kept until a later one fails.
  public struct Failure: Equatable, Sendable {
    /// How it ended.
    public var state: State
    /// `nothing`, `delta`, `full` or `first-entries`; empty when it was not known yet.
    public var plan: String
    /// The generation that was to be loaded; empty when it was not known yet.
    public var generation: String
    /// The system's error code, if it gave one.
    public var code: Int?
    /// What went wrong; numbers are masked.
    public var message: String
  }

  /// Where the load stands.
  public var state: State
  /// The slot's identifier.
  public var slot: String
  /// The load: 16 hexadecimal digits.
  public var load: String
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
  /// Loads in a row, before this one, that did not do what they were asked for.
  public var failuresInARow = 0
  /// The last such load before this one, begun by the app or in Settings; nil: there was none.
  public var lastFailure: Failure?

  /// Creates the outcome of a load that begins.
  public init(state: State, slot: String, load: String) {
    self.state = state
    self.slot = slot
    self.load = load
  }

  /// The outcome of a load that begins after this one, which is remembered if it failed.
  ///
  /// A load that seems to run still was interrupted: the system begins no second one.
  public func next(load: String) -> LoadOutcome {
    var next = LoadOutcome(state: .loading, slot: slot, load: load)
    let state = self.state.isRunning ? .interrupted : self.state
    next.failuresInARow = state.isFailure ? failuresInARow + 1 : 0
    next.lastFailure =
      state.isFailure
      ? Failure(state: state, plan: plan, generation: generation, code: code, message: message)
      : lastFailure
    return next
  }

  /// The name of the outcome's file for a slot.
  public static func fileName(slot: String) -> String {
    "\(StateFile.stem(slot: slot)).json"
  }
}

extension LoadOutcome {
  /// The bytes of the outcome's file.
  public func encode() -> [UInt8] {
    var members = Self.members(
      state: state, plan: plan, generation: generation, code: code, message: message)
    members["format"] = .integer(2)
    members["slot"] = .string(slot)
    members["load"] = .string(load)
    members["done"] = .integer(done)
    members["total"] = .integer(total)
    members["failures_in_a_row"] = .integer(failuresInARow)
    if let failure = lastFailure {
      members["last_failure"] = .object(
        Self.members(
          state: failure.state, plan: failure.plan, generation: failure.generation,
          code: failure.code, message: failure.message))
    }
    return JSONNode.object(members).document()
  }

  private static func members(
    state: State, plan: String, generation: String, code: Int?, message: String
  ) -> [String: JSONNode] {
    var members: [String: JSONNode] = [
      "state": .string(state.rawValue), "plan": .string(plan),
      "generation": .string(generation), "message": .string(message),
    ]
    if let code { members["code"] = .integer(code) }
    return members
  }

  /// Reads an outcome's file; nil for anything but a whole one of this version.
  public static func decode(_ bytes: [UInt8]) -> LoadOutcome? {
    bytes.withUnsafeBytes { buffer in
      var decoder = ManifestDecoder(buffer)
      return try? decoder.outcome()
    }
  }
}

extension ManifestDecoder {
  fileprivate mutating func outcome() throws(ManifestError) -> LoadOutcome {
    var outcome = LoadOutcome(state: .loading, slot: "", load: "")
    var failure = LoadOutcome.Failure(
      state: .loading, plan: "", generation: "", code: nil, message: "")
    try object(["format", "slot", "load", "done", "total", "state", "plan", "generation"]) {
      (decoder: inout ManifestDecoder, key: String) throws(ManifestError) -> Bool in
      switch key {
      case "format": _ = try decoder.integer(2...2)
      case "slot": outcome.slot = try decoder.string("a text") { _ in true }
      case "load": outcome.load = try decoder.string("a load's name") { LoadName.isName($0) }
      case "done": outcome.done = try decoder.count()
      case "total": outcome.total = try decoder.count()
      case "failures_in_a_row": outcome.failuresInARow = try decoder.count()
      case "last_failure": outcome.lastFailure = try decoder.failure()
      default: return try decoder.member(key, of: &failure)
      }
      return true
    }
    try end()
    outcome.state = failure.state
    outcome.plan = failure.plan
    outcome.generation = failure.generation
    outcome.code = failure.code
    outcome.message = failure.message
    return outcome
  }

  private mutating func failure() throws(ManifestError) -> LoadOutcome.Failure {
    var failure = LoadOutcome.Failure(
      state: .failed, plan: "", generation: "", code: nil, message: "")
    try object(["state"]) {
      (decoder: inout ManifestDecoder, key: String) throws(ManifestError) -> Bool in
      try decoder.member(key, of: &failure)
    }
    return failure
  }

  /// Reads a member that outcomes and failures share; false for any other.
  private mutating func member(
    _ key: String, of failure: inout LoadOutcome.Failure
  ) throws(ManifestError) -> Bool {
    switch key {
    case "state":
      let name = try string("a state") { LoadOutcome.State(rawValue: $0) != nil }
      failure.state = LoadOutcome.State(rawValue: name) ?? .failed
    case "plan": failure.plan = try string("a text") { _ in true }
    case "generation": failure.generation = try string("a text") { _ in true }
    case "code": failure.code = try integer(.min ... .max)
    case "message": failure.message = try string("a text") { _ in true }
    default: return false
    }
    return true
  }
}
