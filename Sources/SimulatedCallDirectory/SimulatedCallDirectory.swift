import DirectoryFormat

/// The system's side of one Call Directory app extension, as far as it is known.
///
/// It keeps the rows between requests and remembers that, after a failed load, all rows are gone
/// while the next request still says that it is incremental. `docs/conformance.md` says of each
/// rule how well it is known.
package final class SimulatedCallDirectory {
  /// How to decide where Apple is silent.
  package let rules: SimulatedRules
  /// Whether rows are kept; without, only order and counts are checked, in constant memory.
  package let storesRows: Bool
  /// What each load is given from now on.
  package var limits = SimulatedLimits()
  /// The next request that would end well ends with this instead, as when the system's own database
  /// is damaged.
  package var nextFailure: CallDirectoryFault.Code?
  /// Whether the user turned the extension on.
  package private(set) var isEnabled = true
  /// The rows of the identification list: the labels of each number, mostly one.
  package internal(set) var labels: [Int64: [String]] = [:]
  /// The rows of the blocking list.
  package internal(set) var blocking: Set<Int64> = []
  /// Entries that were dropped without a word, for an empty or over-long label.
  package internal(set) var droppedLabels = 0

  /// Whether a request is under way.
  package internal(set) var isLoading = false
  /// Whether a load was begun since the extension was enabled: the next one is incremental.
  var nextIsIncremental = false
  private var present: SimulatedRequest?

  /// Creates the system's side of an extension that was just enabled.
  package init(rules: SimulatedRules = .strict, storesRows: Bool = true) {
    self.rules = rules
    self.storesRows = storesRows
  }

  /// The rows of the identification list, with the first label of each number.
  package var identification: [Int64: String] { labels.compactMapValues(\.first) }

  /// Numbers that have more than one label: which one the phone shows is anybody's guess.
  package var ambiguousNumbers: Int { labels.values.count { $0.count > 1 } }

  /// Asks the extension to load, as enabling and reloading do.
  package func request() throws(CallDirectoryFault) -> SimulatedRequest {
    guard isEnabled else { throw CallDirectoryFault(.extensionDisabled) }
    guard !isLoading else { throw CallDirectoryFault(.currentlyLoading) }
    isLoading = true
    let request = SimulatedRequest(directory: self, saysIncremental: nextIsIncremental)
    present = request
    return request
  }

  /// Asks for a request that says it is incremental, over rows that are not kept here.
  ///
  /// For proving a delta without its base.
  package func incrementalRequest() throws(CallDirectoryFault) -> SimulatedRequest {
    nextIsIncremental = true
    return try request()
  }

  /// What the phone shows for a number; nothing while the extension loads.
  package func label(of number: Int64) -> String? {
    isLoading ? nil : labels[number]?.first
  }

  /// The user turns the extension off: its rows go, and the next load is a first one.
  package func disable() {
    isEnabled = false
    wipe()
    nextIsIncremental = false
  }

  /// The user turns the extension on.
  package func enable() { isEnabled = true }

  /// The phone restarts, perhaps during a load, which then is lost.
  package func restart() {
    guard isLoading else { return }
    let wasFirst = !nextIsIncremental
    present?.kill()
    if wasFirst, rules.restartKeepsFirst { nextIsIncremental = false }
  }

  /// The system loses the rows without a word, as when its database is damaged or restored.
  package func loseRows() { wipe() }

  /// Ends the request that is under way.
  func end(_ fault: CallDirectoryFault?, leaves rows: Bool) {
    isLoading = false
    nextIsIncremental = true
    present = nil
    if fault != nil, !rows { wipe() }
  }

  private func wipe() {
    labels.removeAll()
    blocking.removeAll()
  }
}
