/// What the state files of a slot say together, to the loader and to the app.
///
/// Each file has one writer at a time, and none is trusted alone: a marker holds only if the outcome
/// is of the same load and the system did not fail that load. So whatever an earlier load says late
/// (a completion that comes after the next request, a failure that comes before the completion)
/// cannot make a marker hold.
public struct SlotRecord: Equatable, Sendable {
  /// The rows on the phone; nil: nothing is known of them, and only a full load helps.
  public var marker: LoadMarker?
  /// The last load, as failed where the system said so; nil: there was none.
  public var outcome: LoadOutcome?
  /// What the app wants of the next load, if it wants anything.
  public var request: ReloadRequest?

  /// Reads the files of a slot; `contents` gives the bytes of a file by its name, nil if there is none.
  public init(slot: String, contents: (String) -> [UInt8]?) {
    let marker = contents(LoadMarker.fileName(slot: slot)).flatMap { LoadMarker.decode($0) }
    var outcome = contents(LoadOutcome.fileName(slot: slot)).flatMap { LoadOutcome.decode($0) }
    if outcome?.slot != slot { outcome = nil }
    if let failure = contents(SystemFailure.fileName(slot: slot)).flatMap(SystemFailure.decode),
      failure.load == outcome?.load
    {
      // The loader's own reason says more than the code with which the system repeats it.
      if outcome?.state != .failed { outcome?.message = failure.message }
      outcome?.state = .failed
      outcome?.code = failure.code
    }
    let request = contents(ReloadRequest.fileName(slot: slot)).flatMap { ReloadRequest.decode($0) }
    self.outcome = outcome
    self.request = request?.slot == slot ? request : nil
    guard let marker, let outcome, marker.slot == slot, marker.load == outcome.load,
      outcome.state != .failed, outcome.state != .expired
    else { return }
    self.marker = marker
  }

  /// Whether the app asked for a reload and no load has begun since: it died before its first effect,
  /// and with it perhaps the rows that the marker still speaks of.
  public var isUnanswered: Bool {
    guard let marker, let request, request.cause == .update else { return false }
    return request.former == marker.load
  }
}
