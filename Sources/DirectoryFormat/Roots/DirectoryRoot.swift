/// Which keys may sign a directory, and how many of them must.
///
/// The model of `roots/N.json`, format 1. An app ships one; each later version is signed by the keys
/// of the version before and by its own, so that phones follow a change of keys. The role `root` is
/// for keys that stay offline and sign nothing but roots; the role `manifest` for the key that signs
/// manifests and timestamps every night.
public struct DirectoryRoot: Equatable, Sendable {
  /// The keys of one role, and how many of them must sign.
  public struct Role: Equatable, Sendable {
    /// Ids of keys, each once.
    public var keyIDs: [String]
    /// Different keys that must have signed; 1 … as many as there are.
    public var threshold: Int

    /// Creates a role.
    public init(keyIDs: [String], threshold: Int) {
      self.keyIDs = keyIDs
      self.threshold = threshold
    }
  }

  /// The only format version that this code reads and writes.
  public static let format = 1
  /// The folder of roots in a directory.
  public static let folder = "roots"
  /// Largest root that is read, in bytes.
  public static let largestSizeInBytes = 64 << 10
  /// Most keys of a role.
  static let mostKeys = 32
  private static let type = "root"

  /// 1 for the first; the next one is greater by exactly 1.
  public var version: Int
  /// From then on nothing that this root vouches for is installed; what is installed stays.
  public var expires: DirectoryTime
  /// Raw Ed25519 keys of 32 bytes, by id.
  public var keys: [String: [UInt8]]
  /// Who signs roots.
  public var root: Role
  /// Who signs manifests and timestamps.
  public var manifest: Role

  /// Creates a root.
  public init(
    version: Int, expires: DirectoryTime, keys: [String: [UInt8]], root: Role, manifest: Role
  ) {
    self.version = version
    self.expires = expires
    self.keys = keys
    self.root = root
    self.manifest = manifest
  }

  /// The id of a key: the SHA-256 of its 32 bytes, 64 hexadecimal digits.
  public static func id(ofKey key: [UInt8]) -> String {
    key.withUnsafeBytes { PortableSHA256.hex(of: $0) }
  }

  /// The path of a version, relative to the directory.
  public static func path(version: Int) -> String { "\(folder)/\(version).json" }

  /// The path of the signatures over a version.
  public static func signaturesPath(version: Int) -> String { "\(folder)/\(version).sigs" }

  /// The bytes of the file: canonical like those of a manifest.
  public func encode() -> [UInt8] {
    func node(_ role: Role) -> JSONNode {
      .object([
        "keyids": .array(role.keyIDs.map { .string($0) }), "threshold": .integer(role.threshold),
      ])
    }
    return JSONNode.object([
      "format": .integer(Self.format),
      "type": .string(Self.type),
      "version": .integer(version),
      "expires": .string(expires.description),
      "keys": .object(keys.mapValues { .string(Hexadecimal.string($0)) }),
      "root": node(root),
      "manifest": node(manifest),
    ]).document()
  }

  /// Reads the bytes of a root, as strictly as those of a manifest.
  ///
  /// Refused besides: a key under another id than its own, a role that names a key twice or one that
  /// is not there, and a threshold that its keys cannot reach.
  public static func decode(_ bytes: [UInt8]) throws(ManifestError) -> DirectoryRoot {
    guard bytes.count <= largestSizeInBytes else {
      throw ManifestError(
        kind: .tooLarge, place: "", expected: "at most \(largestSizeInBytes) bytes",
        found: "\(bytes.count)"
      ).inFile(type)
    }
    return try ManifestDecoder.decode(bytes, file: type) {
      (decoder: inout ManifestDecoder) throws(ManifestError) in try decoder.root()
    }
  }
}

extension ManifestDecoder {
  fileprivate mutating func root() throws(ManifestError) -> DirectoryRoot {
    let none = DirectoryRoot.Role(keyIDs: [], threshold: 0)
    var root = DirectoryRoot(
      version: 0, expires: DirectoryTime(seconds: 0), keys: [:], root: none, manifest: none)
    try object(["format", "type", "version", "expires", "keys", "root", "manifest"]) {
      (decoder: inout ManifestDecoder, key: String) throws(ManifestError) -> Bool in
      switch key {
      case "format": try decoder.format(DirectoryRoot.format)
      case "type": _ = try decoder.string("'root'") { $0 == "root" }
      case "version": root.version = try decoder.count(from: 1)
      case "expires": root.expires = try decoder.time()
      case "keys": root.keys = try decoder.keys()
      case "root": root.root = try decoder.role()
      case "manifest": root.manifest = try decoder.role()
      default: return false
      }
      return true
    }
    try end()
    for id in root.root.keyIDs + root.manifest.keyIDs where root.keys[id] == nil {
      throw error(
        .inconsistent, expected: "the key of each id that a role names", found: "no \(id)")
    }
    return root
  }

  private mutating func keys() throws(ManifestError) -> [String: [UInt8]] {
    var keys: [String: [UInt8]] = [:]
    try object([]) {
      (decoder: inout ManifestDecoder, id: String) throws(ManifestError) -> Bool in
      let key = Hexadecimal.bytes(try decoder.digest()) ?? []
      guard DirectoryRoot.id(ofKey: key) == id else {
        throw decoder.error(
          .wrongDigest, expected: "the key whose SHA-256 is its id", found: "another")
      }
      keys[id] = key
      return true
    }
    return keys
  }

  private mutating func role() throws(ManifestError) -> DirectoryRoot.Role {
    var role = DirectoryRoot.Role(keyIDs: [], threshold: 0)
    try object(["keyids", "threshold"]) {
      (decoder: inout ManifestDecoder, key: String) throws(ManifestError) -> Bool in
      switch key {
      case "keyids": role.keyIDs = try decoder.keyIDs()
      case "threshold": role.threshold = try decoder.integer(1...DirectoryRoot.mostKeys)
      default: return false
      }
      return true
    }
    guard role.threshold <= role.keyIDs.count else {
      throw error(
        .inconsistent, expected: "a threshold of at most \(role.keyIDs.count), its keys",
        found: "\(role.threshold)")
    }
    return role
  }

  private mutating func keyIDs() throws(ManifestError) -> [String] {
    var ids: [String] = []
    try array(atMost: DirectoryRoot.mostKeys) {
      (decoder: inout ManifestDecoder) throws(ManifestError) in
      let id = try decoder.digest()
      guard !ids.contains(id) else {
        throw decoder.error(.badValue, expected: "each id once", found: "'\(id)' again")
      }
      ids.append(id)
    }
    return ids
  }
}
