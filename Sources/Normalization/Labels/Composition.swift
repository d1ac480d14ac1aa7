import Foundation

/// Canonical composition (NFC), the one thing for which this room needs Foundation's tables.
enum Composition {
  /// How many times shorter a text may be at most when it is composed, in bytes of UTF-8: three conjoining
  /// jamo are nine bytes, their syllable three.
  static let mostTimesShorter = 3

  /// The text without Unicode white space at both ends.
  static func trimmed(_ text: String) -> Substring.UnicodeScalarView {
    let scalars = text.unicodeScalars
    var low = scalars.startIndex
    var high = scalars.endIndex
    while low < high, scalars[low].properties.isWhitespace { low = scalars.index(after: low) }
    while low < high {
      let before = scalars.index(before: high)
      if !scalars[before].properties.isWhitespace { break }
      high = before
    }
    return scalars[low..<high]
  }

  /// The text in NFC; of one that is trimmed none becomes white space.
  static func composed(_ text: Substring.UnicodeScalarView) -> String {
    String(text).precomposedStringWithCanonicalMapping
  }
}

extension Substring.UnicodeScalarView {
  /// The bytes of the text.
  var utf8: Substring.UTF8View { Substring(self).utf8 }
}
