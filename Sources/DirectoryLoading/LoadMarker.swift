import DirectoryFormat

/// What the loader knows to be on the phone.
///
/// It is written only behind a successful load and removed before the first call of the next one,
/// so that a failed, expired or killed load is always followed by a full one.
public struct LoadMarker: Equatable, Sendable {
  /// The slot's identifier.
  public var slot: String
  /// The generation that was loaded.
  public var generation: String
  /// Its sequence.
  public var sequence: Int
  /// The slot's digest in it.
  public var digest: String
  /// Whether only the first entries were loaded (a staged first load).
  public var isPartial: Bool

  /// Creates a marker.
  public init(slot: String, generation: String, sequence: Int, digest: String, isPartial: Bool) {
    self.slot = slot
    self.generation = generation
    self.sequence = sequence
    self.digest = digest
    self.isPartial = isPartial
  }

  /// The name of the marker's file for a slot.
  public static func fileName(slot: String) -> String {
    "\(StateFile.stem(slot: slot)).marker"
  }

  /// The bytes of the marker's file: one `key value` a line.
  public func encode() -> [UInt8] {
    Array(
      """
      callbook-marker 1
      slot \(slot)
      generation \(generation)
      sequence \(sequence)
      digest \(digest)
      state \(isPartial ? "partial" : "complete")

      """.utf8)
  }

  /// Reads a marker's file; nil for anything but a whole marker, which then counts as none.
  public static func decode(_ bytes: [UInt8]) -> LoadMarker? {
    guard bytes.withUnsafeBytes({ UTF8Validation.isValid($0) }) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 7, lines[0] == "callbook-marker 1", lines[6].isEmpty else { return nil }
    func value(_ index: Int, _ key: String) -> String? {
      lines[index].hasPrefix(key + " ") ? String(lines[index].dropFirst(key.count + 1)) : nil
    }
    guard let slot = value(1, "slot"),
      let generation = value(2, "generation"), Hexadecimal.isDigest(generation),
      let sequence = value(3, "sequence").flatMap({ Int($0) }), sequence >= 1,
      let digest = value(4, "digest"), Hexadecimal.isDigest(digest),
      let state = value(5, "state"), state == "partial" || state == "complete"
    else { return nil }
    return LoadMarker(
      slot: slot, generation: generation, sequence: sequence, digest: digest,
      isPartial: state == "partial")
  }
}

/// How the loader's own files are named.
enum StateFile {
  /// The slot's identifier with anything but letters, digits, `.` and `-` replaced.
  static func stem(slot: String) -> String {
    let bytes = slot.utf8.map { byte -> UInt8 in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
        byte
      default: UInt8(ascii: "_")
      }
    }
    return "slot-" + String(decoding: bytes, as: UTF8.self)
  }
}
