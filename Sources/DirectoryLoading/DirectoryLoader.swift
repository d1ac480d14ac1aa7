public import DirectoryFormat

/// Checks the signature over a manifest; the app gives one when its directories are signed.
public protocol SignatureChecking: Sendable {
  /// Whether `signature` is one over `message` by the right key.
  func accepts(signature: [UInt8], of message: [UInt8]) -> Bool
}

/// Loads one slot of an installed directory into a call directory.
///
/// Everything that a load will read is verified in one streaming pass before the first call and
/// before the marker is touched; a second pass hands over and checks again. Memory: one window of
/// 256 KiB and the manifest, whatever the directory's size.
public struct DirectoryLoader<Function: DigestFunction>: Sendable {
  /// The slot: the bundle identifier of the app extension.
  public var slot: String
  /// Most entries of a first load, so that Settings does not hang; 0 turns staging off.
  public var firstLoad = 50_000
  /// Checks the manifest's signature; nil: none is asked for.
  public var signature: (any SignatureChecking)?
  /// Whether an older directory than the one on the phone may be loaded.
  public var allowsRollback = false

  private let directory: any DirectoryFiles
  private let state: any LoadStateFiles
  private let milliseconds: @Sendable () -> UInt64

  /// Creates a loader of the slot `slot`: `directory` is the installed one, `state` the folder for
  /// marker and outcome, `milliseconds` a clock that never goes back.
  public init(
    slot: String, directory: any DirectoryFiles, state: any LoadStateFiles,
    milliseconds: @escaping @Sendable () -> UInt64
  ) {
    self.slot = slot
    self.directory = directory
    self.state = state
    self.milliseconds = milliseconds
  }

  /// Makes the calls of one request.
  ///
  /// The caller then completes or cancels the request as the result says, and calls `finish`.
  public func load(into context: any CallDirectoryContext) -> LoadResult {
    let isIncremental = context.isIncremental
    var outcome = LoadOutcome(state: .loading, slot: slot)
    var touched = false
    do throws(LoadError) {
      let marker = readMarker()
      let manifest = try readManifest(marker: marker)
      guard let target = manifest.slot(identifier: slot) else { throw .noSlot(identifier: slot) }
      let chosen = LoadPlan.choose(
        manifest: manifest, slot: target, isIncremental: isIncremental, marker: marker,
        firstLoad: firstLoad)
      let plan = try verified(chosen, of: target)
      outcome.plan = plan.name
      outcome.generation = manifest.generation
      outcome.total = plan.steps(slot: target)
      let next = LoadMarker(
        slot: slot, generation: manifest.generation, sequence: manifest.sequence,
        digest: target.digest, isPartial: plan.isPartial)
      if plan == .nothing { return LoadResult(.unchanged(next), outcome) }
      try access { () throws(FileError) in try state.remove(LoadMarker.fileName(slot: slot)) }
      touched = true
      try handOver(plan, of: target, to: context, &outcome)
      return LoadResult(.handedOver(next), outcome)
    } catch {
      outcome.message = error.description
      // Completing an incremental request without a call keeps what is on the phone; an untouched
      // request that is not incremental would empty it, and so would any that was begun.
      let keeps = isIncremental && !touched
      outcome.state = keeps ? .refused : .failed
      return LoadResult(keeps ? .refused(error) : .failed(error), outcome)
    }
  }

  /// Writes down how the request ended; call it from the completion of `completeRequest`, or after
  /// `cancelRequest`.
  public func finish(_ result: LoadResult, expired: Bool) {
    var outcome = result.outcome
    switch result.action {
    case .unchanged(let marker):
      outcome.state = .unchanged
      write(marker)
    case .handedOver where expired:
      outcome.state = .expired
    case .handedOver(let marker):
      outcome.state = .succeeded
      write(marker)
    case .refused, .failed: break
    }
    write(outcome)
  }

  /// Writes down that the system reported a failure of the request, at any time.
  public func requestFailed(code: Int, message: String) {
    try? state.remove(LoadMarker.fileName(slot: slot))
    var outcome = LoadOutcome(state: .failed, slot: slot)
    outcome.code = code
    outcome.message = message
    write(outcome)
  }
}

extension DirectoryLoader {
  private func readMarker() -> LoadMarker? {
    // A marker that cannot be read counts as none: the load is then a full one.
    let bytes = try? state.contents(of: LoadMarker.fileName(slot: slot))
    return bytes.flatMap { LoadMarker.decode($0) }
  }

  private func readManifest(marker: LoadMarker?) throws(LoadError) -> Manifest {
    let reader = FileReader<Function>(directory)
    let bytes = try reader.contents(Manifest.fileName, atMost: Manifest.largestSizeInBytes)
    if let signature { try check(signature, over: bytes, with: reader) }
    let manifest: Manifest
    do throws(ManifestError) {
      manifest = try Manifest.decode(bytes)
      try manifest.checkDigests(with: Function.self)
    } catch {
      throw .manifest(error)
    }
    if let marker, manifest.sequence < marker.sequence, !allowsRollback {
      throw .rollback(installed: marker.sequence, found: manifest.sequence)
    }
    return manifest
  }

  private func check(
    _ signature: any SignatureChecking, over manifest: [UInt8], with reader: FileReader<Function>
  ) throws(LoadError) {
    let digest = manifest.withUnsafeBytes { Function.hex(of: $0) }
    let path = DirectoryPath.signature(manifestSHA256: digest)
    guard let bytes = try? reader.contents(path, atMost: 1024),
      signature.accepts(signature: bytes, of: manifest)
    else { throw .signature(path: path) }
  }

  /// The plan, all of whose files are sound.
  ///
  /// An installation need not have the deltas that do not start from the generation before it:
  /// without its delta, a load is a full one.
  private func verified(
    _ plan: LoadPlan, of slot: Manifest.Slot
  ) throws(LoadError) -> LoadPlan {
    do throws(LoadError) {
      try verify(plan, of: slot)
      return plan
    } catch {
      guard case .delta = plan, case .file(let reason) = error, reason.isMissing else {
        throw error
      }
      try verify(.full(removesFirst: true), of: slot)
      return .full(removesFirst: true)
    }
  }

  /// The first pass: reads everything that the plan will read, and calls nothing.
  private func verify(_ plan: LoadPlan, of slot: Manifest.Slot) throws(LoadError) {
    let reader = FileReader<Function>(directory)
    guard plan != .nothing else { return }
    try pass(plan, of: slot, with: reader, entry: { _, _, _ in }, removal: { _, _ in })
  }

  /// The second pass: hands over, and checks again.
  private func handOver(
    _ plan: LoadPlan, of slot: Manifest.Slot, to context: any CallDirectoryContext,
    _ outcome: inout LoadOutcome
  ) throws(LoadError) {
    if plan == .full(removesFirst: true) {
      context.removeAllIdentificationEntries()
      context.removeAllBlockingEntries()
    }
    let progress = Progress(outcome, milliseconds: milliseconds) { write($0) }
    let reader = FileReader<Function>(directory) { calls in
      context.batch(calls)
      progress.mayWrite()
    }
    defer { outcome = progress.outcome }
    try pass(plan, of: slot, with: reader) { list, number, label in
      context.add(list, number, label: label)
      progress.outcome.done += 1
    } removal: { list, number in
      context.remove(list, number)
      progress.outcome.done += 1
    }
  }

  private func pass(
    _ plan: LoadPlan, of slot: Manifest.Slot, with reader: FileReader<Function>,
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
      for chunk in slot[list].chunks where left > 0 {
        try reader.chunk(chunk, of: list, behind: previous) { number, label in
          guard left > 0 else { return }
          left -= 1
          entry(list, number, label)
        }
        previous = chunk.last
      }
    }
  }

  private func access(_ body: () throws(FileError) -> Void) throws(LoadError) {
    do throws(FileError) {
      try body()
    } catch {
      throw .file(error)
    }
  }

  /// A marker that cannot be written is as good as none: the next load is a full one.
  private func write(_ marker: LoadMarker) {
    try? state.replace(LoadMarker.fileName(slot: slot), with: marker.encode())
  }

  /// The outcome is for the app to show; a load does not fail for it.
  private func write(_ outcome: LoadOutcome) {
    try? state.replace(LoadOutcome.fileName(slot: slot), with: outcome.encode())
  }
}

/// How a load ended, and what becomes of the request.
public struct LoadResult: Sendable {
  /// What becomes of the request.
  public enum Action: Sendable {
    /// Complete it: there was nothing to do.
    case unchanged(LoadMarker)
    /// Complete it: every call was made.
    case handedOver(LoadMarker)
    /// Complete it without a call: the directory is not sound, the phone keeps what it has.
    case refused(LoadError)
    /// Cancel it with the error.
    case failed(LoadError)
  }

  /// What becomes of the request.
  public let action: Action
  /// What the outcome file will say.
  public let outcome: LoadOutcome

  init(_ action: Action, _ outcome: LoadOutcome) {
    self.action = action
    self.outcome = outcome
  }

  /// The error for `cancelRequest`; nil when the request is to be completed.
  public var failure: LoadError? {
    if case .failed(let error) = action { return error }
    return nil
  }
}

extension LoadPlan {
  /// Whether entries are left for another load.
  var isPartial: Bool {
    if case .firstEntries = self { return true }
    return false
  }
}

/// Writes the outcome file now and then.
private final class Progress {
  var outcome: LoadOutcome
  private let milliseconds: () -> UInt64
  private let write: (LoadOutcome) -> Void
  private var due: UInt64 = 0

  init(
    _ outcome: LoadOutcome, milliseconds: @escaping () -> UInt64,
    write: @escaping (LoadOutcome) -> Void
  ) {
    self.outcome = outcome
    self.milliseconds = milliseconds
    self.write = write
  }

  /// Writes unless it wrote in the last third of a second.
  func mayWrite() {
    let now = milliseconds()
    guard now >= due else { return }
    due = now + 333
    write(outcome)
  }
}
