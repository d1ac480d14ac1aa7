/// How many columns of a terminal a text takes.
package enum DisplayWidth {
  /// The columns of a text that holds no controls: 2 for wide characters, 0 for combining ones.
  package static func of(_ text: some StringProtocol) -> Int {
    var isASCII = true
    var bytes = 0
    for byte in text.utf8 {
      bytes += 1
      if byte >= 0x80 { isASCII = false }
    }
    if isASCII { return bytes }
    return text.reduce(0) { $0 + of($1) }
  }

  /// The columns of one character: those of its widest scalar, or 2 for what is shown as an emoji.
  static func of(_ character: Character) -> Int {
    var width = 0
    for scalar in character.unicodeScalars {
      width = max(width, scalar.value == 0xFE0F ? 2 : of(scalar))
    }
    return width
  }

  /// The text cut to a number of columns, with `…` as the last where something was cut.
  package static func cut(_ text: String, to columns: Int) -> String {
    guard of(text) > columns else { return text }
    var output = ""
    var width = 0
    for character in text {
      let next = of(character)
      if width + next > columns - 1 { break }
      output.append(character)
      width += next
    }
    return columns > 0 ? output + "…" : ""
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return isWide(scalar) ? 2 : 1
    }
  }

  /// East Asian Width W and F of Unicode 15 (EastAsianWidth.txt), unassigned gaps in them included;
  /// emoji by their own property.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x1100 else { return false }
    return wide.contains { $0.contains(scalar.value) } || scalar.properties.isEmojiPresentation
  }

  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x18D00...0x18D08, 0x1AFF0...0x1B2FF,
    0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]
}
