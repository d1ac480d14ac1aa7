/// First or last characters of a word list, in scripts that do not part words.
///
/// Most text has none of them, so the list need not be searched.
///
/// Kept as long as the program lives. Memory: 512 bytes.
struct EdgeCharacters: @unchecked Sendable {
  /// Bit n of all: some word has such a character, by the low bits of its last two bytes.
  private let bits: UnsafeMutablePointer<UInt64>
  /// Bytes of a character with which a word begins.
  private static let ideograph = 3

  private init(_ rows: [StaticString], ofEnds: Bool) {
    bits = .allocate(capacity: 64)
    bits.initialize(repeating: 0, count: 64)
    for row in rows {
      WordRows.forEachWord(in: row) { word, _ in
        let (place, bit) = Self.place(word, upTo: ofEnds ? word.count : Self.ideograph)
        bits[place] |= 1 &<< bit
      }
    }
  }

  /// The last characters of words of some rows, of two bytes at least.
  init(ending rows: StaticString...) { self.init(rows, ofEnds: true) }

  /// The first characters of words of some rows, of three bytes all.
  init(beginning rows: StaticString...) { self.init(rows, ofEnds: false) }

  @inline(__always)
  private static func place(
    _ text: UnsafeBufferPointer<UInt8>, upTo end: Int
  ) -> (word: Int, bit: UInt64) {
    (Int(text[end &- 2] & 0x3F), UInt64(text[end &- 1] & 0x3F))
  }

  /// Whether a text may end in one of the words.
  @inline(__always)
  func mayEnd(_ text: UnsafeBufferPointer<UInt8>) -> Bool { has(text, upTo: text.count) }

  /// Whether a text may begin with one of the words.
  @inline(__always)
  func mayBegin(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count >= Self.ideograph && has(text, upTo: Self.ideograph)
  }

  @inline(__always)
  private func has(_ text: UnsafeBufferPointer<UInt8>, upTo end: Int) -> Bool {
    guard end > 1 else { return false }
    let (place, bit) = Self.place(text, upTo: end)
    return bits[place] &>> bit & 1 == 1
  }
}
