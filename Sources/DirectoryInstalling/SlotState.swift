public import DirectoryFormat
public import Foundation

/// What is known of one slot: the rows on the phone, the last load, and what is due.
public struct SlotState: Equatable, Sendable {
  /// Why a slot is to be reloaded.
  public enum Due: String, CaseIterable, Sendable {
    /// It was never loaded.
    case firstLoad = "first-load"
    /// Only the first entries are on the phone.
    case rest
    /// The installed directory has other entries than the phone.
    case update
    /// The last load failed, was killed, ran out of time or never began: nothing is known of the rows.
    case again
    /// Everything was asked for anew, or a reload failed.
    case repair
    /// The directory does not have the slot any more, the phone has its rows.
    case emptying
  }

  /// What the last load is doing.
  public enum Activity: Equatable, Sendable {
    /// Nothing runs.
    case idle
    /// A load runs; the share of its calls that were made, 0 … 1, nil before it is known.
    case loading(Double?)
    /// A load began and stands still: it was killed, or the phone went off.
    case interrupted
  }

  /// The slot: the bundle identifier of the app extension.
  public let identifier: String
  /// The rows on the phone; nil: nothing is known of them.
  public let marker: LoadMarker?
  /// The last load, begun by the app or in Settings; nil: there was none.
  public let outcome: LoadOutcome?
  /// When the outcome was written; nil: there is none.
  public let written: Date?
  /// Why the slot is to be reloaded; nil: it is current, or no directory is installed.
  public let due: Due?
  /// The code with which the last reload that the app asked for ended; nil: it ended well, or the
  /// rows have been loaded anew since.
  public let failureCode: Int?

  private let reloadFailed: Bool

  init(
    identifier: String, record: SlotRecord, written: Date?, target: Manifest.Slot?,
    isInstalled: Bool
  ) {
    self.identifier = identifier
    self.written = written
    marker = record.marker
    outcome = record.outcome
    due = isInstalled ? Self.due(record, target) : nil
    var failureCode = record.outcome?.code
    if case .failed(let code)? = record.request?.cause { failureCode = code }
    self.failureCode = failureCode
    reloadFailed = record.request?.wantsEverything == true
  }

  private static func due(_ record: SlotRecord, _ target: Manifest.Slot?) -> Due? {
    guard record.outcome != nil else { return target == nil ? nil : .firstLoad }
    if target == nil, record.marker?.entries != 0 { return .emptying }
    if record.request?.wantsEverything == true { return .repair }
    guard let marker = record.marker else { return .again }
    // Of a reload whose end nobody saw nothing is known: not what is there, either.
    if record.isUnanswered { return .again }
    if let target, marker.digest != target.digest { return .update }
    return marker.isPartial ? .rest : nil
  }

  /// What the last load is doing at a time.
  ///
  /// While files are checked and entries handed over, the outcome is written three times a second, so
  /// one that is older than 30 s has been killed. What was handed over the system may store for
  /// minutes: that is given up after 10.
  public func activity(at now: Date = Date()) -> Activity {
    guard let outcome, let written, outcome.state.isRunning, marker?.load != outcome.load else {
      return .idle
    }
    let longest: TimeInterval = outcome.state == .storing ? 600 : 30
    if reloadFailed || now.timeIntervalSince(written) > longest { return .interrupted }
    return .loading(outcome.total > 0 ? Double(outcome.done) / Double(outcome.total) : nil)
  }
}
