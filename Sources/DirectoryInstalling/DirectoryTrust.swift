import DirectoryFormat
import Foundation

/// What an app asks of a directory before it believes a byte of it.
struct TrustRules: Sendable {
  /// Who must have signed it.
  var signatures: DocumentSignatures
  /// The name that the directory must have; nil: that of the first one.
  var name: String?
  /// The slots of the app; nil: any.
  var slots: Set<String>?
  /// Whether a directory without timestamp is refused also where there never was one.
  var requiresTimestamp: Bool
  /// Whether the floor of `sequence` holds.
  var allowsRollback: Bool
}

/// What a server offers, verified.
struct VerifiedOffer {
  var manifest: Manifest
  var bytes: [UInt8]
  var etag: String?
  var signature: [UInt8]?
  var timestamp: DirectoryTimestamp?
  /// Whether the manifest is the installed one.
  var isInstalled: Bool
  /// The rules by which it was verified: the keys may have changed meanwhile.
  var rules: TrustRules
  /// What was known before; without a floor where the keys have changed.
  var former: UpdateState
}

/// Fetches and verifies what says what a directory is: signature first, then everything else.
///
/// In this order: roots, bounded fetch, signature, strict parsing, freshness, name and slots, and the floor
/// of `sequence`. What is verified is written into the state before a file is fetched.
struct DirectoryTrust<Function: DigestFunction>: Sendable {
  var rules: TrustRules
  let downloader: Downloader<Function>
  /// The time at which the update began, so that nothing expires half-way.
  let now: DirectoryTime
  var state: UpdateState
  let roots: FollowedRoots
  /// The installed manifest, if there is a sound one.
  let installed: (manifest: Manifest, bytes: [UInt8])?
  let etag: String?

  /// What the first address offers that can be believed.
  ///
  /// A root that one address gave holds for all that follow: another one may keep it back.
  func offer() async throws(InstallError) -> VerifiedOffer {
    let addresses = downloader.transport.addresses
    var trust = self
    var attempt = 0
    while true {
      let address = downloader.transport.presentAddress
      do throws(InstallError) {
        try await trust.followRoots()
        return try await trust.offerOfPresentAddress()
      } catch {
        attempt += 1
        let isLast = attempt >= max(addresses, error.isMixed ? 2 : 1)
        if isLast || !error.mayBeOfOneAddress { throw error }
        downloader.transport.turn(from: address)
      }
    }
  }

  /// The state after what was verified.
  func state(after offer: VerifiedOffer) -> UpdateState {
    var state = offer.former
    let isOlder = offer.manifest.sequence < state.sequence ?? 0
    if isOlder { state.epoch += 1 }
    state.name = offer.manifest.name
    state.sequence = offer.manifest.sequence
    state.manifestSHA256 = Self.hex(offer.bytes)
    state.confirmed = now.date
    if let timestamp = offer.timestamp {
      // A mirror may lag behind what another one said already.
      let isNewer = state.issued.map { $0 <= timestamp.issued.date } ?? true
      if isNewer || isOlder {
        state.issued = timestamp.issued.date
        state.expires = timestamp.expires.date
        state.next = timestamp.next.date
      }
    }
    return state
  }

  private func offerOfPresentAddress() async throws(InstallError) -> VerifiedOffer {
    let timestamp = try await timestamp()
    if let timestamp, let installed, Self.hex(installed.bytes) == timestamp.manifestSHA256 {
      return try await installedOffer(installed, timestamp)
    }
    guard let fetched = try await fetchManifest(timestamp) else {
      guard let installed else { throw .status(path: Manifest.fileName, code: 304) }
      return try await installedOffer(installed, nil)
    }
    let hash = Self.hex(fetched.bytes)
    if let timestamp, timestamp.manifestSHA256 != hash {
      throw .mixed(expected: timestamp.manifestSHA256, found: hash)
    }
    let path = rules.signatures.path(manifestSHA256: hash)
    let signature = try await signature(at: path, over: fetched.bytes)
    let manifest = try await Abandonable.parse(fetched.bytes, Function.self)
    try check(manifest, hash: hash, timestamp)
    return VerifiedOffer(
      manifest: manifest, bytes: fetched.bytes, etag: fetched.etag, signature: signature,
      timestamp: timestamp, isInstalled: fetched.bytes == installed?.bytes, rules: rules,
      former: state)
  }

  /// The installed manifest is the current one; it was verified when it was installed, unless the
  /// app asks for more now.
  private func installedOffer(
    _ installed: (manifest: Manifest, bytes: [UInt8]), _ timestamp: DirectoryTimestamp?
  ) async throws(InstallError) -> VerifiedOffer {
    let hash = Self.hex(installed.bytes)
    let path = rules.signatures.path(manifestSHA256: hash)
    var signature = downloader.folder.contents(path, atMost: rules.signatures.largestFile)
    if rules.signatures.areChecked,
      !(signature.map { rules.signatures.accept($0, of: installed.bytes) } ?? false)
    {
      signature = try await self.signature(at: path, over: installed.bytes)
    }
    try check(installed.manifest, hash: hash, timestamp)
    return VerifiedOffer(
      manifest: installed.manifest, bytes: installed.bytes, etag: etag, signature: signature,
      timestamp: timestamp, isInstalled: true, rules: rules, former: state)
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.withUnsafeBytes { Function.hex(of: $0) }
  }
}

extension DirectoryTrust {
  /// The verified timestamp; nil where a directory of an older publisher has none.
  private func timestamp() async throws(InstallError) -> DirectoryTimestamp? {
    let bytes: [UInt8]
    do throws(InstallError) {
      let fetched = try await downloader.contents(
        DirectoryTimestamp.fileName, limit: DirectoryTimestamp.largestSizeInBytes)
      guard let fetched else { throw .noTimestamp }
      bytes = fetched.bytes
    } catch {
      guard case .status(_, let code) = error, code == 404 || code == 410 else { throw error }
      // Once there was one, its absence is an attack or a mistake, never an older publisher.
      guard !rules.requiresTimestamp, state.issued == nil else { throw .noTimestamp }
      return nil
    }
    let path = rules.signatures.path(timestampSHA256: Self.hex(bytes))
    if rules.signatures.areChecked { _ = try await signature(at: path, over: bytes) }
    let timestamp: DirectoryTimestamp
    do throws(ManifestError) {
      timestamp = try DirectoryTimestamp.decode(bytes)
    } catch {
      throw .manifest(error)
    }
    try checkTime(timestamp)
    try checkFloor(sequence: timestamp.sequence, hash: timestamp.manifestSHA256)
    return timestamp
  }

  private func fetchManifest(
    _ timestamp: DirectoryTimestamp?
  ) async throws(InstallError) -> (bytes: [UInt8], etag: String?)? {
    // With a timestamp it is known to be another one; without, the server may say that it is not.
    let asked = timestamp == nil && installed != nil ? etag : nil
    return try await downloader.contents(
      Manifest.fileName, limit: Manifest.largestSizeInBytes, unless: asked)
  }

  /// The signature at a path, which must be there and fit where the app asks for one.
  private func signature(
    at path: String, over document: [UInt8]
  ) async throws(InstallError) -> [UInt8]? {
    do throws(InstallError) {
      let fetched = try await downloader.contents(path, limit: rules.signatures.largestFile)
      guard let fetched, rules.signatures.accept(fetched.bytes, of: document) else {
        throw .signature(path: path)
      }
      return fetched.bytes
    } catch {
      switch error {
      case .connection, .budget, .cancelled, .file: throw error
      default:
        if rules.signatures.areChecked { throw .signature(path: path) }
        return nil
      }
    }
  }

  private func check(
    _ manifest: Manifest, hash: String, _ timestamp: DirectoryTimestamp?
  ) throws(InstallError) {
    if let name = rules.name ?? state.name, manifest.name != name {
      throw .name(expected: name, found: manifest.name)
    }
    if let slots = rules.slots, !manifest.slots.contains(where: { slots.contains($0.identifier) }) {
      throw .noSlots(expected: slots.sorted())
    }
    if let timestamp, timestamp.sequence != manifest.sequence {
      throw .rollback(installed: timestamp.sequence, found: manifest.sequence)
    }
    try checkFloor(sequence: manifest.sequence, hash: hash)
  }

  /// Of the same sequence there is one manifest; below it there is none.
  private func checkFloor(sequence: Int, hash: String) throws(InstallError) {
    guard !rules.allowsRollback, let floor = state.sequence else { return }
    guard sequence > floor || sequence == floor && hash == state.manifestSHA256 else {
      throw .rollback(installed: floor, found: sequence)
    }
  }

  private func checkTime(_ timestamp: DirectoryTimestamp) throws(InstallError) {
    // Clocks of servers go a little fast; a device's that is a day behind them is wrong.
    let newest = max(timestamp.issued, state.issued.map { DirectoryTime($0) } ?? timestamp.issued)
    guard now >= newest.adding(seconds: -86_400) else { throw .clock(issued: newest, now: now) }
    guard timestamp.expires > now else {
      throw .expired(expires: timestamp.expires, now: now)
    }
  }
}

extension DirectoryTrust {
  /// Goes on to the newest root of the present address, where the app begins with one.
  ///
  /// What was known of the sequence came from keys; where these have changed, it counts no more: a
  /// sequence that was driven up with a stolen key would keep out every later directory.
  mutating func followRoots() async throws(InstallError) {
    guard var keyring = rules.signatures.keyring else { return }
    state.forgetFloor(unlessSignedBy: keyring)
    for _ in 0..<Keyring.mostSteps {
      guard let version = keyring.root?.version, let next = try await nextRoot(version + 1) else {
        break
      }
      do throws(KeyringError) {
        try keyring.follow(next.document, signatures: next.signatures)
      } catch {
        throw .root(path: DirectoryRoot.path(version: version + 1), reason: error.description)
      }
      try roots.keep(version + 1, next.document, signatures: next.signatures)
      state.forgetFloor(unlessSignedBy: keyring)
      rules.signatures = .keyring(keyring)
    }
    if let root = keyring.root, root.expires <= now {
      throw .rootExpired(version: root.version, expires: root.expires, now: now)
    }
  }

  /// A root with its signatures; nil where there is none.
  private func nextRoot(
    _ version: Int
  ) async throws(InstallError) -> (document: [UInt8], signatures: [UInt8])? {
    let path = DirectoryRoot.path(version: version)
    let document: [UInt8]?
    do throws(InstallError) {
      document = try await downloader.contents(
        path, limit: DirectoryRoot.largestSizeInBytes, mayBeMissing: true)?.bytes
    } catch {
      guard case .status(_, let code) = error, code == 404 || code == 410 else { throw error }
      return nil
    }
    let signatures = try await downloader.contents(
      DirectoryRoot.signaturesPath(version: version), limit: SignatureLines.largestSizeInBytes)
    guard let document, let signatures = signatures?.bytes else {
      throw .status(path: path, code: 304)
    }
    return (document, signatures)
  }
}

extension InstallError {
  /// Whether two files may have been asked for on both sides of a publication: a timestamp and a
  /// manifest, or a timestamp and its signature, which goes with it.
  fileprivate var isMixed: Bool {
    switch self {
    case .mixed: true
    case .signature(let path): path.hasPrefix("signatures/timestamp-")
    default: false
    }
  }
}
