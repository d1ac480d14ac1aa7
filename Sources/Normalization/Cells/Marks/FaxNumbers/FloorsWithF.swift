/// The letter F that stands for no fax: 2526 1867 - 12/F, 3/F SM Mall, F-75011 Paris, F&B ext 2201.
extension TokenWriter {
  /// The most digits of a floor.
  private static let mostDigitsOfFloor = 2

  /// The digits of a postcode of France.
  private static let digitsOfPostcode = 5

  /// Sets aside an F and a postcode that a dash joins to it, before the name of a town.
  func markPostcodesWithF() {
    for letter in 0..<max(tokenCount - 3, 0)
    where isWord(.fax, at: letter) && isLetter("f", at: letter) {
      let (dash, postcode, town) = (tokens[letter + 1], tokens[letter + 2], tokens[letter + 3])
      guard dash.kind == .dash, !dash.followsBlank, postcode.kind == .digits,
        !postcode.followsBlank, postcode.count == Self.digitsOfPostcode, town.followsBlank,
        town.kind == .letters || town.kind == .word && town.count > 1
      else { continue }
      mark(letter..<letter + 3, as: .amount)
    }
  }

  /// Takes an F for text that & joins to other letters, as in F&B.
  func markInitialsWithF() {
    for letter in 0..<max(tokenCount - 2, 0)
    where isWord(.fax, at: letter) && isLetter("f", at: letter) {
      let (sign, next) = (tokens[letter + 1], tokens[letter + 2])
      guard sign.kind == .ampersand, !sign.followsBlank, !next.followsBlank,
        next.kind == .letters
      else { continue }
      mark(letter..<letter + 1, as: .letters)
    }
  }

  /// Sets aside few digits and the F that touches them behind a word for floor: 樓層：3F.
  func markFloorsBehindWords() {
    for letter in stride(from: 2, to: tokenCount, by: 1)
    where isWord(.fax, at: letter) && isLetter("f", at: letter) {
      let floor = tokens[letter - 1]
      guard floor.kind == .digits, floor.count <= Self.mostDigitsOfFloor,
        !tokens[letter].followsBlank
      else { continue }
      let word = tokens[letter - 2].kind == .colon ? letter - 3 : letter - 2
      guard word >= 0, tokens[word].isOfIdeographs,
        text(of: tokens[word]).ends(inOneOf: EmbeddedWords.storey)
      else { continue }
      mark(letter - 1..<letter + 1, as: .amount)
    }
  }

  /// Sets aside few digits and an F that a slash joins to them.
  func markFloorsWithF() {
    for letter in stride(from: 2, to: tokenCount, by: 1)
    where isWord(.fax, at: letter) && isLetter("f", at: letter) {
      let (slash, floor) = (tokens[letter - 1], tokens[letter - 2])
      guard slash.kind == .slash, floor.kind == .digits, floor.count <= Self.mostDigitsOfFloor,
        !tokens[letter].followsBlank, !slash.followsBlank,
        letter == 2 || floor.followsBlank || tokens[letter - 3].kind == .comma,
        !beginsDigits(token(afterSigns: letter + 1))
          || tokens[letter + 1].kind == .comma || tokens[letter + 1].kind == .dash
      else { continue }
      mark(letter - 2..<letter + 1, as: .amount)
    }
  }
}
