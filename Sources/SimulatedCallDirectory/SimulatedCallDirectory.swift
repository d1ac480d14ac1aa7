import DirectoryFormat

/// The system's side of one Call Directory app extension, as far as it is known.
///
/// It keeps the rows between requests and remembers that, after a failed load, all rows are gone
/// while the next request still says that it is incremental. `docs/conformance.md` says of each
/// rule how well it is known.
package final class SimulatedCallDirectory {
  /// How to decide where Apple is silent.
  package enum Strictness: Sendable {
    /// Everything doubtful is a fault, and a killed load leaves nothing.
    case strict
    /// Everything doubtful passes, and a killed load leaves the transactions that were complete.
    case lenient
  }

  /// Entries that the system stores in one transaction.
  package static let entriesPerTransaction = 10_000

  /// How to decide where Apple is silent.
  package let strictness: Strictness
  /// Whether rows are kept; without, only order and counts are checked, in constant memory.
  package let storesRows: Bool
  /// Whether the user turned the extension on.
  package private(set) var isEnabled = true
  /// The rows of the identification list.
  package internal(set) var identification: [Int64: String] = [:]
  /// The rows of the blocking list.
  package internal(set) var blocking: Set<Int64> = []
  /// Entries that were dropped without a word, for an empty or over-long label.
  package internal(set) var droppedLabels = 0

  var isLoading = false
  /// Whether a load was begun since the extension was enabled: the next one is incremental.
  var nextIsIncremental = false

  /// Creates the system's side of an extension that was just enabled.
  package init(strictness: Strictness = .strict, storesRows: Bool = true) {
    self.strictness = strictness
    self.storesRows = storesRows
  }

  /// Asks the extension to load, as enabling and reloading do.
  package func request() throws(CallDirectoryFault) -> SimulatedRequest {
    guard isEnabled else { throw CallDirectoryFault(.extensionDisabled) }
    guard !isLoading else { throw CallDirectoryFault(.currentlyLoading) }
    isLoading = true
    return SimulatedRequest(directory: self, saysIncremental: nextIsIncremental)
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
    isLoading ? nil : identification[number]
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
    if isLoading { wipe() }
    isLoading = false
  }

  func wipe() {
    identification.removeAll()
    blocking.removeAll()
  }
}
