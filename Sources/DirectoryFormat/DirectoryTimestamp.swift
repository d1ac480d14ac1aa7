/// The freshness of a directory: which manifest is the current one, and until when that may be
/// believed.
///
/// The model of `timestamp.json`, format 1: the only file that a night without changes writes, and
/// the only one that a phone asks for every day. Whoever signs it says: at `issued`, this manifest
/// was the newest.
public struct DirectoryTimestamp: Equatable, Sendable {
  /// The only format version that this code reads and writes.
  public static let format = 1
  /// The name of the file.
  public static let fileName = "timestamp.json"
  /// Largest timestamp that is read, in bytes.
  public static let largestSizeInBytes = 4 << 10
  private static let type = "timestamp"

  /// SHA-256 of the manifest's bytes; 64 lower-case hexadecimal digits.
  public var manifestSHA256: String
  /// The manifest's sequence.
  public var sequence: Int
  /// When it was written, by the clock of the run.
  public var issued: DirectoryTime
  /// From then on the directory may not be installed any more; what is installed stays.
  public var expires: DirectoryTime
  /// Before then there is nothing new to ask for.
  public var next: DirectoryTime

  /// Creates a timestamp.
  public init(
    manifestSHA256: String, sequence: Int, issued: DirectoryTime, expires: DirectoryTime,
    next: DirectoryTime
  ) {
    self.manifestSHA256 = manifestSHA256
    self.sequence = sequence
    self.issued = issued
    self.expires = expires
    self.next = next
  }

  /// The bytes of `timestamp.json`: canonical like those of a manifest.
  public func encode() -> [UInt8] {
    JSONNode.object([
      "format": .integer(Self.format),
      "type": .string(Self.type),
      "manifest_sha256": .string(manifestSHA256),
      "sequence": .integer(sequence),
      "issued": .string(issued.description),
      "expires": .string(expires.description),
      "next": .string(next.description),
    ]).document()
  }

  /// Reads the bytes of a `timestamp.json`, as strictly as those of a manifest.
  ///
  /// Refused besides: one that expires before it was issued, or asks for patience beyond its end.
  public static func decode(_ bytes: [UInt8]) throws(ManifestError) -> DirectoryTimestamp {
    guard bytes.count <= largestSizeInBytes else {
      throw ManifestError(
        kind: .tooLarge, place: "", expected: "at most \(largestSizeInBytes) bytes",
        found: "\(bytes.count)"
      ).inFile(fileName)
    }
    return try ManifestDecoder.decode(bytes, file: fileName) {
      (decoder: inout ManifestDecoder) throws(ManifestError) in try decoder.timestamp()
    }
  }
}

extension ManifestDecoder {
  fileprivate mutating func timestamp() throws(ManifestError) -> DirectoryTimestamp {
    let epoch = DirectoryTime(seconds: 0)
    var timestamp = DirectoryTimestamp(
      manifestSHA256: "", sequence: 0, issued: epoch, expires: epoch, next: epoch)
    try object([
      "format", "type", "manifest_sha256", "sequence", "issued", "expires", "next",
    ]) { (decoder: inout ManifestDecoder, key: String) throws(ManifestError) -> Bool in
      switch key {
      case "format": try decoder.format(DirectoryTimestamp.format)
      case "type": _ = try decoder.string("'timestamp'") { $0 == "timestamp" }
      case "manifest_sha256": timestamp.manifestSHA256 = try decoder.digest()
      case "sequence": timestamp.sequence = try decoder.count(from: 1)
      case "issued": timestamp.issued = try decoder.time()
      case "expires": timestamp.expires = try decoder.time()
      case "next": timestamp.next = try decoder.time()
      default: return false
      }
      return true
    }
    try end()
    guard timestamp.issued < timestamp.expires, timestamp.next <= timestamp.expires else {
      throw error(
        .inconsistent, expected: "issued before expires and next not after it",
        found: "issued \(timestamp.issued), next \(timestamp.next), expires \(timestamp.expires)")
    }
    return timestamp
  }

  /// Reads a moment.
  mutating func time() throws(ManifestError) -> DirectoryTime {
    let text = try string("a moment like 2026-11-21T03:00:00Z") { DirectoryTime($0) != nil }
    return DirectoryTime(text) ?? DirectoryTime(seconds: 0)
  }
}
