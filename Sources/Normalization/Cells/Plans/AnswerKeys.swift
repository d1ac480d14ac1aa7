/// Up to 24 ASCII digits by their value: two words that are equal where the digits are.
struct DigitKey: AnswerKey {
  /// The first sixteen digits, four bits each.
  private var head: UInt64 = 0
  /// The others, how many there are, and what is asked of them: in the four bits of a byte that no digit has.
  private var tail: UInt64 = 0

  /// The most digits.
  static let mostDigits = 24

  /// What is asked of digits; answers on the same ones to different questions are kept apart.
  enum Question: UInt64 {
    /// What they are in national form, and how long they may be.
    case national
    /// Whether they are a number in national form where the trunk 0 may be missing.
    case withoutTrunk
    /// What they are there, be it no number.
    case reason
    /// What they are behind "+".
    case international
    /// Whether they are a short code.
    case shortCode
    /// What they are in national form, put together of an area code and what stands behind it elsewhere.
    case behindArea
    /// What they are in national form, put together of digits and letters.
    case spelled
  }

  /// The key of no digits.
  init() {}

  /// The key of `count` digits, at most 24; as many bytes as that are read, whatever stands there.
  @inline(__always)
  init(_ digits: UnsafePointer<UInt8>, count: Int, for question: Question = .national) {
    let first = Self.word(digits, 0, of: count)
    let second = Self.word(digits, 8, of: count)
    head = first << 4 | second
    // Few have so many.
    tail = count > 16 ? Self.word(digits, 16, of: count) : 0
    tail |= UInt64(truncatingIfNeeded: count) << 60
    tail |= UInt64(truncatingIfNeeded: count & 16) | question.rawValue << 12
  }

  /// The values of up to eight digits from one on, a byte each; those behind the last one are 0.
  @inline(__always)
  private static func word(
    _ digits: UnsafePointer<UInt8>, _ first: Int, of count: Int
  ) -> UInt64 {
    let bytes = UnsafeRawPointer(digits + first).loadUnaligned(as: UInt64.self)
    let bits = UInt64(truncatingIfNeeded: min(max(count &- first, 0), 8) &* 8)
    return UInt64(littleEndian: bytes) & 0x0F0F_0F0F_0F0F_0F0F & ~(UInt64.max << bits)
  }

  /// A place among so many, a power of two.
  ///
  /// Uses the highest bits, which depend on every digit. With only six digits, numbers with equal beginnings evicted each
  /// other.
  @inline(__always)
  func place(of places: Int) -> Int {
    let mixed = (head ^ tail &* 0xC2B2_AE3D_27D4_EB4F) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed.multipliedFullWidth(by: UInt64(places)).high)
  }
}

/// Up to 24 bytes of text.
struct TextKey: AnswerKey {
  private var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
  private var count = 0

  /// The most bytes.
  static let mostBytes = 24

  /// The key of no text.
  init() {}

  /// The key of a text; nil for one that is too long.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard text.count <= Self.mostBytes else { return nil }
    count = text.count
    withUnsafeMutableBytes(of: &words) { $0.copyBytes(from: text) }
  }

  static func == (left: TextKey, right: TextKey) -> Bool {
    left.words == right.words && left.count == right.count
  }

  func place(of places: Int) -> Int {
    let mixed =
      (words.0 ^ words.1 &* 0xC2B2_AE3D_27D4_EB4F ^ words.2 &* 0x1656_67B1_9E37_79F9)
      &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed.multipliedFullWidth(by: UInt64(places)).high)
  }
}
