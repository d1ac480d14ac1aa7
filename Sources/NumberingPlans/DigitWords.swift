/// Reads many digits at once, eight in a word: digit by digit each waits for the one before.
enum DigitWords {
  /// Lengths of the texts that can be read, their first digit included.
  static let counts = 9...16

  /// The value of ASCII digits behind the first, which is not looked at; nil where one is no digit.
  ///
  /// The text is as long as `counts` says.
  @inline(__always)
  static func value(behindFirstOf text: UnsafeBufferPointer<UInt8>) -> UInt64? {
    guard let base = UnsafeRawPointer(text.baseAddress) else { return nil }
    // The last eight digits, and those between the first and them: 0 … 7, zeros before them.
    let last = word(base + (text.count &- 8))
    let surplus = UInt64(truncatingIfNeeded: 8 &* (16 &- text.count))
    let before = (word(base + 1) &<< surplus) &<< 8
    let digits = last | (last &+ limits) | before | (before &+ limits)
    guard digits & highBits == 0 else { return nil }
    return joined(before) &* 100_000_000 &+ joined(last)
  }

  private static let limits: UInt64 = 0x7676_7676_7676_7676
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Eight bytes, of which digits become their values.
  @inline(__always)
  private static func word(_ start: UnsafeRawPointer) -> UInt64 {
    UInt64(littleEndian: start.loadUnaligned(as: UInt64.self)) ^ 0x3030_3030_3030_3030
  }

  /// The value of eight digits, the first one in the lowest byte.
  @inline(__always)
  private static func joined(_ digits: UInt64) -> UInt64 {
    let pairs = (digits &* 10 &+ (digits &>> 8)) & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* 100 &+ (pairs &>> 16)) & 0x0000_FFFF_0000_FFFF
    return (fours &* 10_000 &+ (fours &>> 32)) & 0xFFFF_FFFF
  }
}
