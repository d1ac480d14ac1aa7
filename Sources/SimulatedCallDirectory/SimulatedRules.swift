/// How the system decides where Apple is silent; `docs/conformance.md` says what each rests on.
package struct SimulatedRules: Sendable {
  /// What is left of the rows when a load is killed, at any point, or the phone restarts in it.
  package enum KilledLoad: Sendable {
    /// Nothing.
    case wipes
    /// The transactions that were complete; all rows where nothing was changed.
    case keepsTransactions
  }

  /// What is left of the rows when the system's time was over before a request completed.
  package enum ExpiredLoad: Sendable {
    /// Nothing, whatever the request did.
    case wipes
    /// What was there, and the transactions that were complete.
    case keepsTransactions
  }

  /// What an identification number that is stored becomes when it is added again.
  package enum AddingAgain: Sendable {
    /// A fault.
    case fails
    /// The number has the new label.
    case replacesLabel
    /// The number has both labels, and the phone shows either.
    case keepsBothLabels
  }

  /// What a first change does in a request that could be incremental, but was not asked whether it is.
  package enum NotAsked: Sendable {
    /// The request is a complete one: all rows go first (Apple's documentation; device logs say
    /// "Performed initial deletion").
    case replacesRows
    /// The request is what the system meant it to be: all rows stay.
    case keepsRows
  }

  /// What is left after a killed load.
  package var killed = KilledLoad.wipes
  /// What is left after an expired one.
  package var expired = ExpiredLoad.wipes
  /// What adding a stored identification number does.
  package var addingAgain = AddingAgain.fails
  /// What a change does in a request that nobody asked about.
  package var notAsked = NotAsked.replacesRows
  /// Whether asking `isIncremental` after the first change is a fault.
  package var askingLateFails = true
  /// Whether the request after a first load that a restart ended is a first one again.
  package var restartKeepsFirst = false
  /// Whether `requestFailed` comes before the completion is called, where both do.
  package var failureComesFirst = true

  /// Changes that the system stores in one transaction (observed of entries).
  package var changesPerTransaction = 10_000

  /// Creates the strict rules.
  package init() {}

  /// Everything doubtful is a fault, and what did not end well leaves nothing.
  package static let strict = SimulatedRules()

  /// Everything doubtful passes, and what did not end well leaves the transactions that were complete.
  package static let lenient: SimulatedRules = {
    var rules = SimulatedRules()
    rules.killed = .keepsTransactions
    rules.expired = .keepsTransactions
    rules.addingAgain = .replacesLabel
    rules.askingLateFails = false
    rules.restartKeepsFirst = true
    rules.failureComesFirst = false
    return rules
  }()
}

/// What the system gives one load; nil: no limit.
package struct SimulatedLimits: Sendable {
  /// Time in milliseconds of a clock that each call moves on; beyond it the extension is killed.
  package var milliseconds: Int?
  /// How long one call takes: a 2021 phone loads a million entries in about 100 s (measured).
  package var microsecondsPerCall = 100
  /// Memory in bytes, as `usedMemory` measures it after each batch; beyond it the extension is killed.
  package var memory: Int?
  /// Measures the memory of the extension, in bytes.
  package var usedMemory: @Sendable () -> Int = { 0 }

  /// No limits.
  package init() {}

  /// Calls that fit into the time.
  var calls: Int {
    guard let milliseconds else { return .max }
    return milliseconds * 1000 / max(1, microsecondsPerCall)
  }
}
