/// The names of files in a directory, all relative to the manifest's folder.
///
/// Only names of this shape are read from a manifest, so that no manifest can lead outside.
public enum DirectoryPath {
  /// The path of a chunk with the given SHA-256 (64 hex digits).
  public static func chunk(sha256: String) -> String {
    "chunks/\(sha256.prefix(32)).tsv"
  }

  /// The path of a delta between two states of a slot, named by hashes of at least 16 hex digits.
  public static func delta(from: String, to: String, slot: Int) -> String {
    "deltas/\(from.prefix(16))-\(to.prefix(16))-\(slot).tsv"
  }

  /// The path of a packed twin with the given SHA-256 (64 hex digits).
  public static func packed(sha256: String) -> String {
    "packed/\(sha256.prefix(32)).cbp"
  }

  /// The path of a former manifest.
  public static func formerManifest(generation: String) -> String {
    "generations/\(generation).json"
  }

  /// The path of the signature over a manifest with the given SHA-256.
  public static func signature(manifestSHA256: String) -> String {
    "signatures/\(manifestSHA256).sig"
  }

  /// The path of the signature over a timestamp with the given SHA-256.
  public static func signature(timestampSHA256: String) -> String {
    "signatures/timestamp-\(timestampSHA256).sig"
  }

  /// The path of the signatures by the keys of a root over a manifest with the given SHA-256.
  public static func signatures(manifestSHA256: String) -> String {
    "signatures/\(manifestSHA256).sigs"
  }

  /// The path of the signatures by the keys of a root over a timestamp with the given SHA-256.
  public static func signatures(timestampSHA256: String) -> String {
    "signatures/timestamp-\(timestampSHA256).sigs"
  }

  /// The folder of the data sets of Live Caller ID Lookup with the given hash of its files.
  public static func liveLookup(sha256: String) -> String {
    "renderings/live-lookup-\(sha256.prefix(32))"
  }

  /// Whether `path` is `folder/name` with a name of 1 … 120 letters, digits, `-`, `_` and `.` that
  /// does not begin with a dot.
  public static func isSafe(_ path: String, in folder: String) -> Bool {
    let prefix = folder + "/"
    guard path.hasPrefix(prefix) else { return false }
    let name = path.utf8.dropFirst(prefix.utf8.count)
    guard (1...120).contains(name.count), name.first != UInt8(ascii: ".") else { return false }
    return name.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
  }
}
