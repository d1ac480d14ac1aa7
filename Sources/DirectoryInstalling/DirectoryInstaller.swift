public import DirectoryFormat
public import Foundation

/// Brings the published directory into the container that app and extensions share.
///
/// Signature first, then everything else; files first, manifest last by rename: an extension that
/// starts at any moment finds a whole directory. Files of the former manifest stay until the next
/// installation, because an extension may be reading them.
public struct DirectoryInstaller<Function: DigestFunction>: Sendable {
  /// What an installation came to.
  public struct Result: Equatable, Sendable {
    /// The generation that is installed now.
    public var generation: String
    /// Its place in the sequence.
    public var sequence: Int
    /// Files that were fetched, the small ones that say what the directory is aside.
    public var files: Int
    /// Bytes that were fetched, everything included.
    public var bytes: Int
  }

  /// Most connections tried for one file.
  public var attempts = 4
  /// Seconds in which an address must give 32 KiB of a file, or the rest of it, before the next one is
  /// asked; the last of them, and the only one, have the whole budget.
  public var patience = 10.0
  /// Most requests at a time.
  public var parallelRequests = 4
  /// What one update may cost.
  public var budget = UpdateBudget()
  /// Whether an older directory than the newest known one may be installed.
  public var allowsRollback = false
  /// Checks a signature over a document; nil: none is asked for.
  public var acceptsSignature: (@Sendable (_ signature: [UInt8], _ document: [UInt8]) -> Bool)?
  /// The keys that may sign, beginning with those of the root that the app ships; it takes the place
  /// of `acceptsSignature`.
  public var keyring: Keyring?
  /// The name that the directory must have; nil: that of the first one that was installed.
  public var name: String?
  /// Slots whose files are installed; nil: all.
  public var slots: Set<String>?
  /// Whether a directory without timestamp.json is refused; nil: where signatures are asked for.
  ///
  /// One that had a timestamp before is refused without it in any case.
  public var requiresTimestamp: Bool?
  /// The device's clock.
  public var clock: @Sendable () -> Date = { Date() }

  private let transport: any Transport
  private let container: ContainerFolder

  /// Installs into `container/directory`, where the loader looks for it.
  public init(transport: any Transport, container: URL, digest: Function.Type) {
    self.transport = transport
    self.container = ContainerFolder(container)
  }

  /// Whether it is time to ask the server again, by what it said and this device's share of it.
  public func isDue() -> Bool {
    let now = clock()
    return UpdateState.read(container: container.url).nextPoll(at: now).map { $0 <= now } ?? true
  }

  /// Fetches what is missing or damaged, checks it and makes it the installed directory.
  ///
  /// One installation of a container runs at a time; a second one waits for its turn. A failed one
  /// leaves what was installed; what it fetched stays for the next one. A cancelled task ends within
  /// a tenth of a second.
  public func install() async throws(InstallError) -> Result {
    let place = container.url.standardizedFileURL.path
    guard await UpdateTurns.all.take(place) else { throw .cancelled }
    defer { UpdateTurns.all.giveBack(place) }
    if Task.isCancelled { throw .cancelled }
    return try await withinBudget(BudgetMeter(budget))
  }
}

extension DirectoryInstaller {
  private var folder: ContainerFolder { container.directory }

  /// Runs the update beside its deadline; whichever ends first ends the other.
  private func withinBudget(_ meter: BudgetMeter) async throws(InstallError) -> Result {
    let seconds = min(max(budget.seconds, 0), 1e9)
    typealias Outcome = Swift.Result<Result, InstallError>
    let outcome = await withTaskGroup(of: Outcome.self) { group in
      group.addTask {
        do throws(InstallError) {
          return .success(try await update(meter))
        } catch {
          return .failure(error)
        }
      }
      group.addTask {
        try? await Task.sleep(nanoseconds: UInt64(seconds * 1e9))
        return .failure(Task.isCancelled ? .cancelled : meter.error)
      }
      let first = await group.next() ?? .failure(.cancelled)
      group.cancelAll()
      return first
    }
    return try outcome.get()
  }

  private func update(_ meter: BudgetMeter) async throws(InstallError) -> Result {
    let downloader = Downloader<Function>(
      transport: transport, folder: folder, attempts: attempts,
      patience: Patience(seconds: patience), meter: meter)
    let installed = try await installedManifest()
    let rules = rules
    let trust = DirectoryTrust<Function>(
      rules: rules, downloader: downloader, now: DirectoryTime(clock()),
      state: state(installed, rules), roots: roots, installed: installed,
      etag: installed == nil
        ? nil
        : folder.contents("manifest.etag", atMost: 1 << 10).map {
          String(decoding: $0, as: UTF8.self)
        })
    let offer = try await trust.offer()
    let state = trust.state(after: offer)
    try state.write(to: container)
    // Before the signatures that need them: a loader believes every root that it can follow.
    if let keyring, let present = offer.rules.signatures.keyring {
      try roots.install(after: keyring, upTo: present)
    }
    let files = try await complete(offer, installed: installed?.manifest, downloader)
    if !offer.isInstalled { try publish(offer, former: installed?.manifest) }
    try writeFloor(SequenceFloor(epoch: state.epoch, sequence: offer.manifest.sequence))
    return Result(
      generation: offer.manifest.generation, sequence: offer.manifest.sequence, files: files,
      bytes: meter.bytes)
  }

  /// What is known; where an older app left no such file, the installed manifest is, if it can be
  /// believed.
  private func state(
    _ installed: (manifest: Manifest, bytes: [UInt8])?, _ rules: TrustRules
  ) -> UpdateState {
    var state = UpdateState.read(container: container.url)
    guard state.sequence == nil, let installed else { return state }
    let hash = installed.bytes.withUnsafeBytes { Function.hex(of: $0) }
    let signatures = rules.signatures
    if signatures.areChecked {
      let path = signatures.path(manifestSHA256: hash)
      guard let signature = folder.contents(path, atMost: signatures.largestFile),
        signatures.accept(signature, of: installed.bytes)
      else { return state }
    }
    state.name = installed.manifest.name
    state.sequence = installed.manifest.sequence
    state.manifestSHA256 = hash
    return state
  }

  private var roots: FollowedRoots { FollowedRoots(container: container) }

  private var rules: TrustRules {
    let signatures: DocumentSignatures =
      if let keyring { .keyring(roots.keyring(from: keyring)) } else {
        acceptsSignature.map { .key($0) } ?? .unchecked
      }
    return TrustRules(
      signatures: signatures, name: name, slots: slots,
      requiresTimestamp: requiresTimestamp ?? signatures.areChecked,
      allowsRollback: allowsRollback)
  }

  private func wanted(_ manifest: Manifest) -> [Manifest.Slot] {
    manifest.slots.filter { slots?.contains($0.identifier) ?? true }
  }

  /// Brings in the signature, the deltas that start from what is installed or on the phone, and the
  /// chunks; gives the number of files that were fetched.
  private func complete(
    _ offer: VerifiedOffer, installed: Manifest?, _ downloader: Downloader<Function>
  ) async throws(InstallError) -> Int {
    if let signature = offer.signature {
      let hash = offer.bytes.withUnsafeBytes { Function.hex(of: $0) }
      let path = offer.rules.signatures.path(manifestSHA256: hash)
      if folder.contents(path, atMost: offer.rules.signatures.largestFile) != signature {
        try folder.write(signature, to: path)
      }
    }
    let slots = wanted(offer.manifest)
    let phone = PhoneState(container: container.url)
    var deltas: [Manifest.Delta] = []
    for slot in slots {
      let from = [
        installed?.slot(identifier: slot.identifier)?.digest,
        phone.marker(of: slot.identifier)?.digest,
      ]
      deltas += offer.manifest.deltas.filter {
        $0.slot == slot.index && from.contains($0.fromDigest)
      }
    }
    return try await InstalledFiles(downloader: downloader, width: max(1, parallelRequests))
      .complete(slots, deltas: deltas, installed: installed)
  }

  private func publish(_ offer: VerifiedOffer, former: Manifest?) throws(InstallError) {
    // Without its ETag a manifest is merely fetched once more; with that of another one it would
    // be taken for current. So the ETag goes first and comes last.
    folder.remove("manifest.etag")
    try folder.write(offer.bytes, to: Manifest.fileName)
    if let etag = offer.etag { try? folder.write(Array(etag.utf8), to: "manifest.etag") }
    sweep(keeping: offer, former)
  }

  /// Tells the loaders below which sequence nothing is loaded; after the manifest, because until
  /// then they may load the former one.
  private func writeFloor(_ floor: SequenceFloor) throws(InstallError) {
    let path = "\(StateFile.folder)/\(SequenceFloor.installerFileName)"
    let bytes = floor.encode()
    if container.contents(path, atMost: 1 << 10) != bytes { try container.write(bytes, to: path) }
  }

  /// Removes the chunks and deltas that neither manifest names, and signatures over others.
  private func sweep(keeping offer: VerifiedOffer, _ former: Manifest?) {
    let hash = offer.bytes.withUnsafeBytes { Function.hex(of: $0) }
    var kept: Set<String> = [offer.rules.signatures.path(manifestSHA256: hash)]
    for manifest in [offer.manifest, former].compactMap({ $0 }) {
      for slot in manifest.slots {
        for list in DirectoryList.allCases { kept.formUnion(slot[list].chunks.map(\.path)) }
      }
      kept.formUnion(manifest.deltas.map(\.path))
    }
    for name in ["chunks", "deltas", "signatures"] {
      for file in folder.names(in: name) where !kept.contains("\(name)/\(file)") {
        folder.remove("\(name)/\(file)")
      }
    }
    folder.remove("partial")
    folder.remove("packed")
  }

  private func installedManifest() async throws(InstallError)
    -> (manifest: Manifest, bytes: [UInt8])?
  {
    guard let bytes = folder.contents(Manifest.fileName) else { return nil }
    do throws(InstallError) {
      return (try await Abandonable.parse(bytes, Function.self), bytes)
    } catch {
      if error == .cancelled { throw error }
      return nil
    }
  }
}
