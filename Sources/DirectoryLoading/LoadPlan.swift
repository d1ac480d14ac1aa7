public import DirectoryFormat

/// What one load does.
public enum LoadPlan: Equatable, Sendable {
  /// The phone has what the directory has.
  case nothing
  /// The changes since what the phone has.
  case delta(Manifest.Delta)
  /// All entries; `removesFirst`: what is there is removed before (the request is incremental).
  case full(removesFirst: Bool)
  /// The first entries of a first load, at most so many; the rest follows at the app's reload.
  case firstEntries(Int)

  /// Chooses the least that brings the phone to what the directory has.
  ///
  /// A request that is not incremental replaces everything, whatever the marker says. It is staged
  /// when the user is waiting in Settings: there is no marker, or one of a complete load (the
  /// extension was turned off and on again). Behind a partial load it is not staged again.
  public static func choose(
    manifest: Manifest, slot: Manifest.Slot, isIncremental: Bool, marker: LoadMarker?,
    firstLoad: Int
  ) -> LoadPlan {
    let marker = marker?.slot == slot.identifier ? marker : nil
    guard isIncremental else {
      let isStaged = marker?.isPartial != true && slot.entries > firstLoad && firstLoad > 0
      return isStaged ? .firstEntries(firstLoad) : .full(removesFirst: false)
    }
    guard let marker, !marker.isPartial else { return .full(removesFirst: true) }
    if marker.digest == slot.digest { return .nothing }
    let delta = manifest.deltas.first {
      $0.slot == slot.index && $0.fromDigest == marker.digest
    }
    return delta.map { .delta($0) } ?? .full(removesFirst: true)
  }

  /// One word for the outcome file.
  var name: String {
    switch self {
    case .nothing: "nothing"
    case .delta: "delta"
    case .full: "full"
    case .firstEntries: "first-entries"
    }
  }

  /// The calls it takes, `removeAll…` aside.
  func steps(slot: Manifest.Slot) -> Int {
    switch self {
    case .nothing: 0
    case .delta(let delta): delta.removals + delta.additions
    case .full: slot.entries
    case .firstEntries(let most): min(most, slot.entries)
    }
  }
}
