/// What a label may not contain, because it breaks the line that a phone shows or turns around what
/// stands beside it: "App name: label".
///
/// Control characters (U+0000 … U+001F, DEL, U+0080 … U+009F), the line and paragraph separators
/// (U+2028, U+2029), and the explicit bidirectional controls (U+202A … U+202E, U+2066 … U+2069).
/// Joiners, variation selectors and the implicit marks (U+200E, U+200F) may stand: scripts and emoji
/// need them. Normal form (NFC) is the writer's care; a reader does not check it.
public enum LabelCharacters {
  /// Whether a label has none of them; it must be UTF-8.
  @inlinable
  public static func areAllowed(_ label: UnsafeRawBufferPointer) -> Bool {
    guard let base = label.baseAddress else { return true }
    var index = 0
    while index &+ 8 <= label.count {
      if mayContain(base.loadUnaligned(fromByteOffset: index, as: UInt64.self)) {
        return areAllowedOneByOne(label, from: index)
      }
      index &+= 8
    }
    return index == label.count || areAllowedOneByOne(label, from: index)
  }

  /// Whether one of eight bytes is below U+0020, DEL, or the lead byte of what is forbidden beyond
  /// ASCII: C2 or E2, which never continue another character.
  @inlinable
  static func mayContain(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    let delete = word ^ (ones &* 0x7F)
    let lead = (word | ones &* 0x20) ^ (ones &* 0xE2)
    let low = (word &- ones &* 0x20) & ~word
    return (low | (delete &- ones) & ~delete | (lead &- ones) & ~lead) & tops != 0
  }

  @inlinable
  static func areAllowedOneByOne(_ label: UnsafeRawBufferPointer, from start: Int) -> Bool {
    for index in start..<label.count {
      let byte = label[index]
      if byte < 0x20 || byte == 0x7F { return false }
      if byte == 0xC2, index + 1 < label.count, label[index + 1] < 0xA0 { return false }
      guard byte == 0xE2, index + 2 < label.count else { continue }
      switch (label[index + 1], label[index + 2]) {
      case (0x80, 0xA8...0xAE), (0x81, 0xA6...0xA9): return false
      default: break
      }
    }
    return true
  }
}
