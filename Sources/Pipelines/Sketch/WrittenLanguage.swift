/// Tells how much a text reads as a language, by its characters beyond ASCII.
struct WrittenLanguage: Sendable {
  /// How much a character speaks for the language: 1 for a frequent one, less for a rare one.
  private let worth: [Unicode.Scalar: Double]
  /// Whether its characters are wide: a text in another set seldom reads as such a one.
  let isWide: Bool

  /// A language by its frequent letters, its rare ones and what else its texts hold, in small letters.
  init(_ frequent: String, rare: String = "", besides: String = "") {
    isWide = frequent.unicodeScalars.contains { $0.properties.isIdeographic || $0.value >= 0xAC00 }
    var worth: [Unicode.Scalar: Double] = [:]
    for (letters, value) in [(frequent, 1), (rare, 0.7)] {
      for letter in letters.unicodeScalars {
        worth[letter] = value
        let capital = letter.properties.uppercaseMapping.unicodeScalars
        // No word of Portuguese begins with Õ.
        if let first = capital.first, capital.count == 1, first != "Õ" { worth[first] = value }
      }
    }
    for other in besides.unicodeScalars { worth[other] = 1 }
    self.worth = worth
  }

  /// What the text is worth for each of its characters beyond ASCII: 1 where all are frequent ones, less
  /// than nothing where many stand in no word of the language.
  func score(of text: Characters) -> Double {
    guard text.count > 0 else { return 0 }
    var sum = -Double(text.mixedWords)
    for (place, count) in text.places { sum += value(of: place) * Double(count) }
    return sum / Double(text.count)
  }

  private func value(of place: Characters.Place) -> Double {
    let scalar = place.scalar
    let worth = worth[scalar]
    // Latin words have few letters with marks in a row, and other words are written in one script.
    if place.isCrowded { return scalar.value < 0x250 && worth != nil ? 0.25 : -0.5 }
    // No word begins behind a digit: that may be a delimiter.
    if place.followsDigit, scalar.value < 0x250, scalar.properties.isAlphabetic { return 0 }
    // A capital inside a word is a sign of another character set.
    if let worth { return place.followsSmallLetter && scalar.properties.isUppercase ? -0.5 : worth }
    if scalar.properties.isAlphabetic { return scalar.properties.isIdeographic ? 0.1 : 0 }
    return scalar.value < 0xA0 ? -1 : -0.25
  }

  /// The characters beyond ASCII of a text, counted by what stands before them.
  struct Characters {
    /// A character, and what stands before it.
    struct Place: Hashable {
      var scalar: Unicode.Scalar
      /// A Latin letter after another one with a mark, or another letter after one of ASCII.
      var isCrowded: Bool
      var followsSmallLetter: Bool
      var followsDigit: Bool
    }

    fileprivate var places: [Place: Int] = [:]
    fileprivate var count = 0
    /// Small letters of ASCII after letters that are not Latin.
    fileprivate var mixedWords = 0
    private static let most = 200_000

    /// Counts those of the beginning of a text.
    init(of text: String) {
      var former: Unicode.Scalar = " "
      for scalar in text.unicodeScalars.prefix(Self.most) {
        defer { former = scalar }
        if scalar.isASCII {
          let isSmall = (0x61...0x7A).contains(scalar.value)
          if isSmall, former.value >= 0x370, former.properties.isAlphabetic { mixedWords += 1 }
          continue
        }
        count += 1
        let isAfterLetter = former.properties.isAlphabetic
        let place = Place(
          scalar: scalar,
          isCrowded: isAfterLetter
            && (scalar.value < 0x250 ? former.value >= 0xC0 : former.isASCII),
          followsSmallLetter: former.properties.isLowercase,
          followsDigit: (0x30...0x39).contains(former.value))
        places[place, default: 0] += 1
      }
    }
  }
}
