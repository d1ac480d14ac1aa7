/// Two letters of ISO 3166, or `001` for calling codes that belong to no region.
package struct RegionCode: Sendable, Hashable, BitwiseCopyable, CustomStringConvertible {
  /// First letter × 256 + second letter; 0 for `001`.
  let letters: UInt16

  /// The region of the non-geographic calling codes (800, 883, 979 …).
  package static let world = RegionCode(letters: 0)

  init(letters: UInt16) { self.letters = letters }

  /// The code of two ASCII letters in either case, or of `001`; nil for anything else.
  package init?(_ text: some StringProtocol) {
    if text == "001" {
      self = .world
      return
    }
    var letters: UInt16 = 0
    var count = 0
    for byte in text.utf8 {
      let upper = byte & 0xDF
      guard count < 2, upper >= 0x41, upper <= 0x5A else { return nil }
      letters = letters << 8 | UInt16(upper)
      count += 1
    }
    guard count == 2 else { return nil }
    self.letters = letters
  }

  package var description: String {
    guard letters != 0 else { return "001" }
    return String(
      decoding: [UInt8(truncatingIfNeeded: letters >> 8), UInt8(truncatingIfNeeded: letters)],
      as: UTF8.self)
  }
}
