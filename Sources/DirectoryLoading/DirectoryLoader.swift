public import DirectoryFormat

/// Loads one slot of an installed directory into a call directory.
///
/// The marker, which says what is on the phone, is removed before anything else and written when
/// the system has taken everything, or back where nothing was touched: a load that is killed at any
/// point is followed by a full one. Everything that a load will read is verified in one streaming
/// pass before the first call; a second pass hands over and checks again. A slot that the directory
/// does not have is emptied. Memory: one window of 256 KiB, and the manifest without its chunks,
/// whatever the directory's size: the manifest is mapped, and its chunks are read as they are needed.
public struct DirectoryLoader<Function: DigestFunction>: Sendable {
  /// The slot: the bundle identifier of the app extension.
  public var slot: String
  /// The name that the directory must have; nil: any.
  public var name: String?
  /// Most entries of a first load, so that Settings does not hang; 0 turns staging off.
  public var firstLoad = 50_000
  /// Checks the manifest's signature; nil: none is asked for.
  public var signature: (any SignatureChecking)?
  /// The keys that may sign, beginning with those of the root that the app ships; it takes the place
  /// of `signature`.
  public var keyring: Keyring?
  /// Whether a directory older than one that was loaded before may be loaded.
  public var allowsRollback = false

  private let directory: any DirectoryFiles
  private let state: any LoadStateFiles
  private let milliseconds: @Sendable () -> UInt64

  /// Creates a loader of the slot `slot`: `directory` is the installed one, `state` the folder for
  /// the state files, `milliseconds` a clock that never goes back.
  public init(
    slot: String, directory: any DirectoryFiles, state: any LoadStateFiles,
    milliseconds: @escaping @Sendable () -> UInt64
  ) {
    self.slot = slot
    self.directory = directory
    self.state = state
    self.milliseconds = milliseconds
  }

  private var files: SlotFiles { SlotFiles(slot: slot, files: state) }

  /// Makes the calls of one request; `load` names it.
  ///
  /// The caller then completes or cancels the request as the result says, and calls `finish`.
  public func load(
    into context: any CallDirectoryContext, as load: String = LoadName.random()
  ) -> LoadResult {
    let record = files.read()
    var outcome = LoadOutcome(state: .loading, slot: slot, load: load)
    var isIncremental: Bool?
    var touched = false
    do throws(LoadError) {
      outcome = try access { () throws(FileError) in try files.begin(after: record, load: load) }
      let mayRemove = context.isIncremental
      isIncremental = mayRemove
      let installed = try readManifest()
      let manifest = installed.manifest
      let target = manifest.slot(identifier: slot) ?? Self.empty(slot)
      let marker = record.request?.wantsEverything == true ? nil : record.marker
      let chosen = LoadPlan.choose(
        manifest: manifest, slot: target, isIncremental: mayRemove, marker: marker,
        firstLoad: firstLoad)
      outcome.plan = chosen.name
      outcome.generation = manifest.generation
      let plan = try verified(chosen, of: target, in: installed, &outcome)
      outcome.plan = plan.name
      outcome.total = plan.steps(slot: target)
      let next = LoadMarker(
        slot: slot, load: load, generation: manifest.generation, sequence: manifest.sequence,
        digest: target.digest, entries: plan.isPartial ? outcome.total : target.entries,
        isPartial: plan.isPartial)
      if plan == .nothing { return LoadResult(.unchanged(next), outcome) }
      touched = true
      try handOver(plan, of: target, in: installed, to: context, &outcome)
      outcome.state = .storing
      files.write(outcome)
      return LoadResult(
        .handedOver(next), outcome, fulfilled: plan.replacesEverything ? record.request : nil)
    } catch {
      outcome.message = error.description
      // Completing an incremental request without a call keeps what is on the phone; an untouched
      // request that is not incremental would empty it, and so would any that was begun.
      let keeps = !touched && (isIncremental ?? context.isIncremental)
      outcome.state = keeps ? .refused : .failed
      var former = record.marker
      former?.load = load
      return LoadResult(keeps ? .refused(error, former) : .failed(error), outcome)
    }
  }

  /// Writes down how the request ended; call it from the completion of `completeRequest`, or before
  /// `cancelRequest`.
  ///
  /// Nothing is written once another load has begun, nor a success after `requestFailed`.
  public func finish(_ result: LoadResult, expired: Bool) {
    var outcome = result.outcome
    let present = files.read().outcome
    guard present?.load == outcome.load, present?.state != .failed else { return }
    if expired, result.failure == nil {
      // Whatever the request was: nobody knows what the system left of the rows.
      outcome.state = .expired
      return files.write(outcome)
    }
    switch result.action {
    case .unchanged(let marker):
      outcome.state = .unchanged
      files.write(marker)
    case .handedOver(let marker):
      outcome.state = .succeeded
      files.write(marker)
    case .refused(_, let marker):
      if let marker { files.write(marker) }
    case .failed: break
    }
    files.write(outcome)
    if let request = result.fulfilled { files.remove(request) }
  }

  /// Writes down that the system reported a failure of the request, at any time and on any thread.
  ///
  /// `load` is the name of the load that failed; nil: the last one that began.
  public func requestFailed(code: Int, message: String, load: String? = nil) {
    guard let load = load ?? files.read().outcome?.load else { return }
    files.fail(SystemFailure(load: load, code: code, message: message))
  }
}

extension DirectoryLoader {
  /// What is to be loaded of a slot that the directory does not have.
  private static func empty(_ identifier: String) -> Manifest.Slot {
    let list = Manifest.List(
      entries: 0, digest: Manifest.List.digest(of: [], with: Function.self), chunks: [])
    return Manifest.Slot(
      index: -1, identifier: identifier, cap: 1,
      digest: Manifest.Slot.digest(
        identification: list.digest, blocking: list.digest, with: Function.self),
      identification: list, blocking: list)
  }

  private func readManifest() throws(LoadError) -> ManifestOutline {
    let file = try access { () throws(FileError) in
      try directory.map(Manifest.fileName, atMost: Manifest.largestSizeInBytes)
    }
    if let keyring {
      try check(keyring, over: file)
    } else if let signature {
      try check(signature, over: file)
    }
    let outline: ManifestOutline
    do throws(ManifestError) {
      outline = try ManifestOutline(file.bytes, digest: Function.self) { file.release(upTo: $0) }
    } catch {
      throw .manifest(error)
    }
    let manifest = outline.manifest
    if let name, manifest.name != name { throw .name(expected: name, found: manifest.name) }
    let floor = files.floor()
    guard manifest.sequence >= floor || allowsRollback else {
      throw .rollback(installed: floor, found: manifest.sequence)
    }
    files.setFloor(manifest.sequence)
    return outline
  }

  private func check(
    _ signature: any SignatureChecking, over manifest: any MappedFile
  ) throws(LoadError) {
    let path = DirectoryPath.signature(manifestSHA256: Function.hex(of: manifest.bytes))
    guard
      let bytes = try? FileReader<Function>(directory).contents(path, atMost: 1024),
      signature.accepts(signature: bytes, ofMapped: manifest.bytes)
    else { throw .signature(path: path) }
    manifest.release(upTo: manifest.bytes.count)
  }

  /// Whether the keys of a root that the app's own leads to have signed the manifest.
  ///
  /// The newest one decides about what is installed, and the app has asked it. Here an earlier one is
  /// enough: the app may have died between a root and the manifest that it vouches for, and whoever
  /// can write into this folder could take the newest root away. Nor is it judged when a root expires:
  /// what was installed lawfully is loaded.
  private func check(_ shipped: Keyring, over manifest: any MappedFile) throws(LoadError) {
    let reader = FileReader<Function>(directory)
    let path = DirectoryPath.signatures(manifestSHA256: Function.hex(of: manifest.bytes))
    guard let lines = try? reader.contents(path, atMost: SignatureLines.largestSizeInBytes) else {
      throw .signature(path: path)
    }
    var keyring = shipped
    for _ in 0...Keyring.mostSteps {
      if keyring.accepts(signatures: lines, ofMapped: manifest.bytes) {
        return manifest.release(upTo: manifest.bytes.count)
      }
      guard let version = keyring.root?.version,
        let document = try? reader.contents(
          DirectoryRoot.path(version: version + 1), atMost: DirectoryRoot.largestSizeInBytes),
        let signatures = try? reader.contents(
          DirectoryRoot.signaturesPath(version: version + 1),
          atMost: SignatureLines.largestSizeInBytes),
        (try? keyring.follow(document, signatures: signatures)) != nil
      else { break }
    }
    throw .signature(path: path)
  }

  /// The plan, all of whose files are sound.
  ///
  /// An installation need not have the deltas that do not start from the generation before it:
  /// without its delta, a load is a full one.
  private func verified(
    _ plan: LoadPlan, of slot: Manifest.Slot, in installed: ManifestOutline,
    _ outcome: inout LoadOutcome
  ) throws(LoadError) -> LoadPlan {
    do throws(LoadError) {
      try verify(plan, of: slot, in: installed, outcome)
      return plan
    } catch {
      guard case .delta = plan, case .file(let reason) = error, reason.isMissing else {
        throw error
      }
      outcome.plan = LoadPlan.full(removesFirst: true).name
      try verify(.full(removesFirst: true), of: slot, in: installed, outcome)
      return .full(removesFirst: true)
    }
  }

  /// The first pass: reads everything that the plan will read, and calls nothing.
  private func verify(
    _ plan: LoadPlan, of slot: Manifest.Slot, in installed: ManifestOutline,
    _ outcome: LoadOutcome
  ) throws(LoadError) {
    guard plan != .nothing else { return }
    let progress = Progress(outcome, milliseconds: milliseconds) { files.write($0) }
    let reader = FileReader<Function>(directory) { lines in
      lines()
      progress.mayWrite()
    }
    try pass(
      plan, of: slot, in: installed, with: reader, entry: { _, _, _ in }, removal: { _, _ in })
  }

  /// The second pass: hands over, and checks again.
  private func handOver(
    _ plan: LoadPlan, of slot: Manifest.Slot, in installed: ManifestOutline,
    to context: any CallDirectoryContext, _ outcome: inout LoadOutcome
  ) throws(LoadError) {
    if plan == .full(removesFirst: true) {
      context.removeAllIdentificationEntries()
      context.removeAllBlockingEntries()
    }
    let progress = Progress(outcome, milliseconds: milliseconds) { files.write($0) }
    let reader = FileReader<Function>(directory) { calls in
      context.batch(calls)
      progress.mayWrite()
    }
    defer { outcome = progress.outcome }
    try pass(plan, of: slot, in: installed, with: reader) { list, number, label in
      context.add(list, number, label: label)
      progress.outcome.done += 1
    } removal: { list, number in
      context.remove(list, number)
      progress.outcome.done += 1
    }
  }

  private func pass(
    _ plan: LoadPlan, of slot: Manifest.Slot, in installed: ManifestOutline,
    with reader: FileReader<Function>,
    entry: (DirectoryList, Int64, UnsafeRawBufferPointer) -> Void,
    removal: (DirectoryList, Int64) -> Void
  ) throws(LoadError) {
    if case .delta(let delta) = plan {
      return try reader.delta(delta) { line in
        if line.isRemoval {
          removal(line.list, line.number)
        } else {
          entry(line.list, line.number, line.label)
        }
      }
    }
    var left = plan.steps(slot: slot)
    for list in DirectoryList.allCases {
      var previous: Int64 = 0
      try installed.forEachChunk(of: list, inSlot: slot.index) {
        (chunk) throws(LoadError) -> Bool in
        guard left > 0 else { return false }
        try reader.chunk(chunk, of: list, behind: previous) { number, label in
          guard left > 0 else { return }
          left -= 1
          entry(list, number, label)
        }
        previous = chunk.last
        return true
      }
    }
    guard left == 0 else {
      throw .file(FileError(path: Manifest.fileName, operation: "reading it again", code: 0))
    }
  }

  private func access<Value>(
    _ body: () throws(FileError) -> Value
  ) throws(LoadError) -> Value {
    do throws(FileError) {
      return try body()
    } catch {
      throw .file(error)
    }
  }
}
