import Foundation

/// Canonical composition (NFC), the one thing for which this room needs Foundation's tables.
enum Composition {
  /// The text in NFC without Unicode white space at both ends.
  static func composedAndTrimmed(_ text: String) -> Substring.UnicodeScalarView {
    let scalars = text.precomposedStringWithCanonicalMapping.unicodeScalars
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
}

extension Substring.UnicodeScalarView {
  /// The bytes of the text.
  var utf8: Substring.UTF8View { Substring(self).utf8 }
}
