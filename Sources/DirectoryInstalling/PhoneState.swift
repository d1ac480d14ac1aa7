import DirectoryFormat
public import Foundation

/// What the phone holds of the installed directory, and what is due: the app's side of the state
/// files that the loader keeps in the shared container.
///
/// Every question reads the files anew: nothing is remembered, so it is as true after a restart, a
/// killed extension, a 304 or a load that the user began in Settings. Memory: the installed manifest.
public struct PhoneState: Sendable {
  private let container: URL
  private let slots: [String]?

  /// Reads `container`, the app group's folder with `directory/` and `state/`.
  ///
  /// `slots`: the identifiers of the app's own Call Directory extensions; nil: those of the installed
  /// directory and those that were ever loaded.
  public init(container: URL, slots: [String]? = nil) {
    self.container = container
    self.slots = slots
  }

  /// Identifiers of the slots whose extension is to be reloaded, in the directory's order; those
  /// that the directory no longer has, and that are to be emptied, last.
  ///
  /// Empty while no directory is installed.
  public func pendingSlots() -> [String] {
    allSlots().filter { $0.due != nil }.map(\.identifier)
  }

  /// What is known of every slot, in the order of `pendingSlots`.
  public func allSlots() -> [SlotState] {
    let manifest = installedManifest()
    let listed = manifest?.slots.map(\.identifier) ?? []
    let known = Set(listed)
    let dropped = loadedSlots().filter { !known.contains($0) }.sorted()
    let all = listed + dropped
    let identifiers = slots.map { own in
      all.filter(own.contains) + own.filter { !all.contains($0) }
    }
    return (identifiers ?? all).map { state(of: $0, in: manifest) }
  }

  /// What is known of one slot.
  public func slot(_ identifier: String) -> SlotState {
    state(of: identifier, in: installedManifest())
  }

  /// Asks for everything of a slot to be loaded anew at its next reload, whatever its marker says.
  ///
  /// The cure where the system has lost rows without a word. Reload the slot afterwards.
  public func repair(_ identifier: String) throws {
    try write(request(.repair, identifier))
  }

  private func state(of identifier: String, in manifest: Manifest?) -> SlotState {
    let outcome = place(LoadOutcome.fileName(slot: identifier))
    let written = try? FileManager.default.attributesOfItem(atPath: outcome.path)[.modificationDate]
    return SlotState(
      identifier: identifier, record: record(of: identifier), written: written as? Date,
      target: manifest?.slot(identifier: identifier), isInstalled: manifest != nil)
  }

  private func installedManifest() -> Manifest? {
    let file = container.appendingPathComponent("directory/\(Manifest.fileName)")
    return (try? Data(contentsOf: file)).flatMap { try? Manifest.decode([UInt8]($0)) }
  }

  /// Identifiers of the slots that have an outcome.
  private func loadedSlots() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place("").path)) ?? []
    return names.filter { $0.hasSuffix(".json") }.compactMap { name in
      contents(name).flatMap { LoadOutcome.decode($0)?.slot }
    }
  }
}

extension PhoneState {
  /// Writes down that the system is about to be asked for a reload, so that one whose end nobody
  /// sees is not taken for done.
  func willReload(_ identifier: String) {
    let record = record(of: identifier)
    let former = record.request?.cause ?? .update
    let cause = former == .update && record.isUnanswered ? .repair : former
    try? write(request(cause, identifier))
  }

  /// Writes down how a reload ended: `code` of the system's error, nil where there was none.
  func didReload(_ identifier: String, code: Int?) {
    guard let code else {
      // A request for everything is taken away by the load that does it: this one may have been
      // refused, which is no error to the system.
      guard record(of: identifier).request?.wantsEverything == false else { return }
      try? FileManager.default.removeItem(at: place(ReloadRequest.fileName(slot: identifier)))
      return
    }
    // A load that runs already says nothing of the rows; after any other failure they are gone.
    if code == CallDirectoryCode.currentlyLoading { return }
    try? write(request(.failed(code: code), identifier))
  }

  /// The rows on the phone of one slot; nil: nothing is known of them.
  ///
  /// Reads no manifest.
  func marker(of identifier: String) -> LoadMarker? { record(of: identifier).marker }

  private func request(_ cause: ReloadRequest.Cause, _ identifier: String) -> ReloadRequest {
    ReloadRequest(
      slot: identifier, cause: cause, former: record(of: identifier).marker?.load ?? "")
  }

  private func record(of identifier: String) -> SlotRecord {
    SlotRecord(slot: identifier) { contents($0) }
  }

  private func write(_ request: ReloadRequest) throws {
    let file = place(ReloadRequest.fileName(slot: request.slot))
    try FileManager.default.createDirectory(at: place(""), withIntermediateDirectories: true)
    try Data(request.encode()).write(to: file, options: .atomic)
    #if os(iOS)
      // Extensions run while the phone is locked.
      try FileManager.default.setAttributes(
        [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication],
        ofItemAtPath: file.path)
    #endif
  }

  private func contents(_ name: String) -> [UInt8]? {
    (try? Data(contentsOf: place(name))).map { [UInt8]($0) }
  }

  private func place(_ name: String) -> URL {
    container.appendingPathComponent(StateFile.folder, isDirectory: true)
      .appendingPathComponent(name)
  }
}
