import DirectoryFormat
public import Foundation

/// What an app shows of one slot, and what the user can do about it.
public struct SlotGuidance: Equatable, Identifiable, Sendable {
  /// What there is to show.
  public enum State: Equatable, Sendable {
    /// The extension is turned off in Settings: the phone has nothing of the slot.
    case off
    /// A load is due, at the next update.
    case waiting
    /// A load runs; the share of its calls that were made, 0 … 1, nil before it is known.
    case loading(Double?)
    /// The last load failed.
    case failed(ReloadAdvice)
    /// The phone has what is installed, but the publisher has not spoken since then.
    case notUpdatedSince(Date)
    /// The phone has what is published.
    case current
  }

  /// The slot: the bundle identifier of the app extension.
  public let id: String
  /// What there is to show.
  public let state: State
  /// Rows of the slot on the phone; nil: nothing is known of them.
  public let entries: Int?
  /// Why a load is due; nil: none is.
  public let due: SlotState.Due?

  init(
    _ slot: SlotState, status: SlotStatus, update: UpdateState, patience: TimeInterval,
    at now: Date
  ) {
    id = slot.identifier
    entries = status == .disabled ? nil : slot.marker?.entries
    due = slot.due
    state = Self.state(slot, status, update, patience, now)
  }

  private static func state(
    _ slot: SlotState, _ status: SlotStatus, _ update: UpdateState, _ patience: TimeInterval,
    _ now: Date
  ) -> State {
    if status == .disabled { return .off }
    let activity = slot.activity(at: now)
    if case .loading(let share) = activity { return .loading(share) }
    if let failure = failure(of: slot, activity) { return .failed(failure) }
    if slot.due != nil || slot.marker == nil { return .waiting }
    let word = update.issued ?? update.confirmed
    if let word, update.isExpired(at: now) || now.timeIntervalSince(word) > patience {
      return .notUpdatedSince(word)
    }
    return .current
  }

  /// Why the slot is not as it should be, if a load was tried.
  private static func failure(of slot: SlotState, _ activity: SlotState.Activity) -> ReloadAdvice? {
    guard slot.due != nil else { return nil }
    if activity == .interrupted { return ReloadAdvice(code: CallDirectoryCode.loadingInterrupted) }
    if let outcome = slot.outcome, outcome.state.isFailure { return ReloadAdvice(outcome) }
    return slot.failureCode.map { ReloadAdvice(code: $0) }
  }
}
