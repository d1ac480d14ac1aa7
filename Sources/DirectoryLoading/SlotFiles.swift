import DirectoryFormat

/// The state files of one slot, as the loader reads and writes them.
struct SlotFiles {
  let slot: String
  let files: any LoadStateFiles

  /// What the files say together.
  ///
  /// A file that cannot be read counts as none: the load is then a full one.
  func read() -> SlotRecord {
    SlotRecord(slot: slot) { contents($0) }
  }

  /// The first effect of any load: from here on no marker speaks for the rows on the phone.
  ///
  /// It is removed, and the outcome of the load that begins makes void what might be left of it.
  func begin(after record: SlotRecord, load: String) throws(FileError) -> LoadOutcome {
    try files.remove(LoadMarker.fileName(slot: slot))
    let former = record.outcome ?? LoadOutcome(state: .unchanged, slot: slot, load: "")
    let outcome = former.next(load: load)
    write(outcome)
    return outcome
  }

  /// A marker that cannot be written is as good as none: the next load is a full one.
  func write(_ marker: LoadMarker) {
    try? files.replace(LoadMarker.fileName(slot: slot), with: marker.encode())
  }

  /// The outcome is for the app to show; a load does not fail for it.
  func write(_ outcome: LoadOutcome) {
    try? files.replace(LoadOutcome.fileName(slot: slot), with: outcome.encode())
  }

  /// Takes the app's request away, unless it is another one by now.
  func remove(_ request: ReloadRequest) {
    let name = ReloadRequest.fileName(slot: slot)
    guard contents(name).flatMap(ReloadRequest.decode) == request else { return }
    try? files.remove(name)
  }

  /// Writes down what the system said of a load.
  ///
  /// The load, or its completion, may be writing the outcome at the same time; the failure's own
  /// file decides.
  func fail(_ failure: SystemFailure) {
    try? files.replace(SystemFailure.fileName(slot: slot), with: failure.encode())
    guard let outcome = read().outcome, outcome.load == failure.load else { return }
    try? files.remove(LoadMarker.fileName(slot: slot))
    write(outcome)
  }

  /// The lowest sequence that is accepted; 0 where there is none yet.
  func floor() -> Int {
    let installer = contents(SequenceFloor.installerFileName).flatMap(SequenceFloor.decode)
    let own = contents(SequenceFloor.fileName(slot: slot)).flatMap(SequenceFloor.decode)
    let epoch = installer?.epoch ?? 0
    return own.map { $0.epoch >= epoch ? $0.sequence : 0 } ?? 0
  }

  /// Remembers that a sequence was accepted.
  ///
  /// A floor that cannot be written stays where it was.
  func setFloor(_ sequence: Int) {
    guard sequence != floor() else { return }
    let installer = contents(SequenceFloor.installerFileName).flatMap(SequenceFloor.decode)
    let floor = SequenceFloor(epoch: installer?.epoch ?? 0, sequence: sequence)
    try? files.replace(SequenceFloor.fileName(slot: slot), with: floor.encode())
  }

  private func contents(_ name: String) -> [UInt8]? {
    (try? files.contents(of: name)).flatMap { $0 }
  }
}
