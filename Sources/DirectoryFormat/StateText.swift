/// The text of a small state file: a heading, then `key value` lines in a fixed order.
///
/// A file that is cut off, has another heading or other keys is no such file.
enum StateText {
  /// The bytes of a file.
  static func encode(_ heading: String, _ lines: [(key: String, value: String)]) -> [UInt8] {
    var text = heading + "\n"
    for line in lines { text += "\(line.key) \(line.value)\n" }
    return Array(text.utf8)
  }

  /// The values of the keys, in their order; nil for anything but a whole file.
  static func decode(_ bytes: [UInt8], heading: String, keys: [String]) -> [String]? {
    guard bytes.withUnsafeBytes({ UTF8Validation.isValid($0) }) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == keys.count + 2, lines.first == heading[...], lines.last?.isEmpty == true
    else { return nil }
    var values: [String] = []
    for (key, line) in zip(keys, lines.dropFirst()) {
      guard line.hasPrefix(key + " ") else { return nil }
      values.append(String(line.dropFirst(key.count + 1)))
    }
    return values
  }
}

/// How the state files of a slot are named.
public enum StateFile {
  /// The folder of the shared container that holds them.
  public static let folder = "state"

  /// The longest identifier that stands in a name as it is; bundle identifiers have at most 155.
  private static let longestPlain = 155

  /// What the names of a slot's files begin with: `slot-` and the identifier.
  ///
  /// An identifier that is longer, or has anything but letters, digits, `.` and `-`, is cut to its
  /// plain characters and told apart by its FNV-1a hash.
  static func stem(slot: String) -> String {
    let plain = slot.utf8.filter { isPlain($0) }
    if plain.count == slot.utf8.count, plain.count <= longestPlain { return "slot-" + slot }
    var hash = SlotAssignment.fnv1a(slot.utf8)
    let bytes = (0..<8).map { _ -> UInt8 in
      hash = hash << 8 | hash >> 56
      return UInt8(truncatingIfNeeded: hash)
    }
    let start = String(decoding: plain.prefix(80), as: UTF8.self)
    return "slot-\(start)_\(Hexadecimal.string(bytes))"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}

/// The name of one load, so that what an earlier one says late is not taken for a later one's.
public enum LoadName {
  /// 16 random hexadecimal digits.
  public static func random() -> String {
    let value = UInt64.random(in: .min ... .max)
    return Hexadecimal.string((0..<8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) })
  }

  /// Whether a text has the shape of a load's name.
  static func isName(_ text: String) -> Bool {
    text.utf8.count == 16 && Hexadecimal.isHexadecimal(text)
  }
}
