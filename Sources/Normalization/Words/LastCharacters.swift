/// The characters in which some words end: most text of scripts that do not part words ends in none of them, which
/// spares the look-ups of all that it may end in.
///
/// Kept as long as the program lives. Memory: 512 bytes.
struct LastCharacters: @unchecked Sendable {
  /// Bit n of all: some word ends so, by the low bits of its last two bytes.
  private let bits: UnsafeMutablePointer<UInt64>

  /// Takes notice of the words of some rows, which have two bytes at least.
  init(of rows: StaticString...) {
    bits = .allocate(capacity: 64)
    bits.initialize(repeating: 0, count: 64)
    for row in rows {
      WordRows.forEachWord(in: row) { word, _ in
        let (word64, bit) = Self.place(word[word.count - 2], word[word.count - 1])
        bits[word64] |= 1 &<< bit
      }
    }
  }

  @inline(__always)
  private static func place(_ before: UInt8, _ last: UInt8) -> (word: Int, bit: UInt64) {
    (Int(before & 0x3F), UInt64(last & 0x3F))
  }

  /// Whether a text may end in one of the words.
  @inline(__always)
  func mayEnd(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count > 1 else { return false }
    let (word, bit) = Self.place(text[text.count &- 2], text[text.count &- 1])
    return bits[word] &>> bit & 1 == 1
  }
}
