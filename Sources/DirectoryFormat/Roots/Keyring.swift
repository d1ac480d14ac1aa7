/// The keys that an app believes: those of the root that it ships, and of the roots that follow.
///
/// A change of keys needs no new app: a root is followed if it is the next version, and enough keys of
/// the root before and enough of its own have signed it.
public struct Keyring: Sendable {
  /// Makes the check of signatures by one raw key of 32 bytes.
  public typealias KeyCheck = @Sendable (_ publicKey: [UInt8]) -> any SignatureChecking

  /// The root that counts; nil where the shipped one cannot be read: then no signature is accepted.
  public private(set) var root: DirectoryRoot?
  private let check: KeyCheck

  /// Most roots that are followed at a time: thirty years of one a month.
  public static let mostSteps = 400

  /// Begins with the bytes of a root that the app has from its makers; nobody needs to have signed it.
  public init(root bytes: [UInt8], check: @escaping KeyCheck) {
    root = try? DirectoryRoot.decode(bytes)
    self.check = check
  }

  /// Goes on to the next root.
  ///
  /// When it expires plays no part here: only that of the last one counts.
  public mutating func follow(_ document: [UInt8], signatures: [UInt8]) throws(KeyringError) {
    guard let former = root else { throw .noRoot }
    let next: DirectoryRoot
    do throws(ManifestError) { next = try DirectoryRoot.decode(document) } catch {
      throw .root(error)
    }
    guard next.version == former.version + 1 else {
      throw .version(expected: former.version + 1, found: next.version)
    }
    for (root, role) in [(former, former.root), (next, next.root)] {
      let found = signers(document, signatures, of: role, in: root).count
      guard found >= role.threshold else {
        throw .signatures(ofVersion: root.version, expected: role.threshold, found: found)
      }
    }
    root = next
  }

  /// Whether enough keys of the role `manifest` have signed a document.
  public func accepts(signatures: [UInt8], of document: [UInt8]) -> Bool {
    document.withUnsafeBytes { accepts(signatures: signatures, ofMapped: $0) }
  }

  /// The same of bytes that stand in a mapped file; they are valid during the call.
  public func accepts(signatures: [UInt8], ofMapped document: UnsafeRawBufferPointer) -> Bool {
    guard let root else { return false }
    let found = signers(signatures, of: root.manifest, in: root) {
      $0.accepts(signature: $1, ofMapped: document)
    }
    return found.count >= root.manifest.threshold
  }

  /// The keys of the role `root` that have signed a document.
  public func signersOfRoot(_ document: [UInt8], signatures: [UInt8]) -> Set<String> {
    guard let root else { return [] }
    return signers(document, signatures, of: root.root, in: root)
  }

  /// Which keys sign manifests and how many must; another text means that the keys were changed.
  public var manifestKeys: String? {
    root.map { root in
      ([String(root.manifest.threshold)] + root.manifest.keyIDs.sorted()).joined(separator: " ")
    }
  }

  private func signers(
    _ document: [UInt8], _ signatures: [UInt8], of role: DirectoryRoot.Role, in root: DirectoryRoot
  ) -> Set<String> {
    signers(signatures, of: role, in: root) { $0.accepts(signature: $1, of: document) }
  }

  /// Each key counts once, however often it signed, and only by a signature that fits.
  private func signers(
    _ signatures: [UInt8], of role: DirectoryRoot.Role, in root: DirectoryRoot,
    _ accepts: (any SignatureChecking, [UInt8]) -> Bool
  ) -> Set<String> {
    var found: Set<String> = []
    for line in SignatureLines(signatures)?.lines ?? []
    where role.keyIDs.contains(line.keyID) && !found.contains(line.keyID) {
      guard let key = root.keys[line.keyID] else { continue }
      if accepts(check(key), line.signature) { found.insert(line.keyID) }
    }
    return found
  }
}

/// Why a root is not followed.
public enum KeyringError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The root that the app ships cannot be read.
  case noRoot
  /// The root is refused.
  case root(ManifestError)
  /// It is not the next version.
  case version(expected: Int, found: Int)
  /// Too few keys of a version have signed it.
  case signatures(ofVersion: Int, expected: Int, found: Int)

  /// What was expected and found.
  public var description: String {
    switch self {
    case .noRoot: "expected a root to begin with, found none that can be read"
    case .root(let error): error.description
    case .version(let expected, let found): "expected version \(expected), found \(found)"
    case .signatures(let version, let expected, let found):
      "expected signatures by \(expected) keys of version \(version), found \(found)"
    }
  }
}
