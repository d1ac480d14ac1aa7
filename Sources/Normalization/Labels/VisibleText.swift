/// Takes what cannot be seen out of a text and puts it on one line.
enum VisibleText {
  /// The text with runs of TAB, CR, LF and the separators of lines as one space, without other controls and without ignorable
  /// characters that are not part of an emoji; `removed` grows by the characters taken out.
  static func of(_ text: String, removed: inout Int) -> String {
    let scalars = Array(text.unicodeScalars)
    var kept = String.UnicodeScalarView()
    kept.reserveCapacity(scalars.count)
    var last: Unicode.Scalar?
    var lastWasBreak = false
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      if isLineBreak(scalar) {
        if !lastWasBreak { kept.append(" ") }
        last = " "
        lastWasBreak = true
      } else if scalar.properties.generalCategory == .control {
        removed += 1
      } else if scalar.properties.isDefaultIgnorableCodePoint {
        let length = lengthInsideEmoji(scalars, at: index, behind: last)
        if length == 0 {
          removed += 1
        } else {
          kept.append(contentsOf: scalars[index..<index + length])
          last = scalars[index + length - 1]
          lastWasBreak = false
          index += length - 1
        }
      } else {
        kept.append(scalar)
        last = scalar
        lastWasBreak = false
      }
      index += 1
    }
    return String(kept)
  }

  private static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\t", "\r", "\n", "\u{2028}", "\u{2029}": true
    default: false
    }
  }

  /// Number of ignorable characters from `index` on that belong to the emoji behind which they stand
  /// (`last` is the character kept before); 0 when they belong to none.
  private static func lengthInsideEmoji(
    _ scalars: [Unicode.Scalar], at index: Int, behind last: Unicode.Scalar?
  ) -> Int {
    guard let last else { return 0 }
    let next = index + 1 < scalars.count ? scalars[index + 1] : nil
    switch scalars[index].value {
    case 0xFE0E, 0xFE0F:
      // A digit, # and * take a selector only as the base of a keycap.
      if last.isASCII { return last.properties.isEmoji && next?.value == 0x20E3 ? 1 : 0 }
      return last.properties.isEmoji ? 1 : 0
    case 0x200D:
      return endsEmoji(last) && next.map(isEmoji) == true ? 1 : 0
    case 0xE0020...0xE007E:
      return isEmoji(last) ? lengthOfTags(scalars, at: index) : 0
    default:
      return 0
    }
  }

  /// Number of tags from `index` on with the one that ends them; 0 where none does.
  private static func lengthOfTags(_ scalars: [Unicode.Scalar], at index: Int) -> Int {
    var end = index
    while end < scalars.count, (0xE0020...0xE007E).contains(scalars[end].value) { end += 1 }
    return end < scalars.count && scalars[end].value == 0xE007F ? end + 1 - index : 0
  }

  private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII && scalar.properties.isEmoji
  }

  /// Whether an emoji may end with this character: itself, a selector or the end of its tags.
  private static func endsEmoji(_ scalar: Unicode.Scalar) -> Bool {
    isEmoji(scalar) || scalar.value == 0xFE0E || scalar.value == 0xFE0F || scalar.value == 0xE007F
  }
}
