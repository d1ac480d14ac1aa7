/// Takes what cannot be seen out of a text and puts it on one line.
enum VisibleText {
  /// Most marks on one character that are kept, of those that NFC may put in another order.
  ///
  /// As many as Unicode's Stream-Safe Text Format has (UAX #15); NFC takes time by their square.
  static let mostMarks = 30

  /// The text with runs of TAB, CR, LF and the separators of lines as one space, without other controls,
  /// noncharacters, annotations and marks without end, and without ignorable characters that are not part
  /// of an emoji; `removed` grows by the characters taken out.
  static func of(_ text: String, removed: inout Int) -> String {
    let scalars = Array(text.unicodeScalars)
    var kept = String.UnicodeScalarView()
    kept.reserveCapacity(scalars.count)
    var last: Unicode.Scalar?
    var lastWasBreak = false
    var marks = 0
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      let length = lengthKept(scalars, at: index, behind: last, marks: &marks)
      if isLineBreak(scalar) {
        if !lastWasBreak { kept.append(" ") }
        last = " "
        lastWasBreak = true
        marks = 0
      } else if length == 0 {
        removed += 1
      } else {
        // One by one: a slice would be added by a copy of all before it. The pattern of Braille without
        // a dot is a blank that Unicode does not call one.
        for scalar in scalars[index..<index + length] {
          kept.append(scalar == "\u{2800}" ? " " : scalar)
        }
        index += length - 1
        last = scalars[index]
        lastWasBreak = false
      }
      index += 1
    }
    return String(kept)
  }

  /// How many characters from `index` on stay together, 0 where the first goes; `last` is the one kept
  /// before, and `marks` counts those since the last character that stands for itself.
  private static func lengthKept(
    _ scalars: [Unicode.Scalar], at index: Int, behind last: Unicode.Scalar?, marks: inout Int
  ) -> Int {
    let scalar = scalars[index]
    if isNoText(scalar) { return 0 }
    if scalar.properties.isDefaultIgnorableCodePoint {
      return lengthInsideEmoji(scalars, at: index, behind: last)
    }
    marks = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : marks + 1
    return marks > mostMarks ? 0 : 1
  }

  /// Whether a character is no part of any text: a control, a noncharacter, an annotation's anchor.
  private static func isNoText(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control || scalar.properties.isNoncharacterCodePoint
      || (0xFFF9...0xFFFB).contains(scalar.value)
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
