/// The letter F for a floor, which stands for a fax elsewhere: 2526 1867 - 12/F, 3/F SM Mall.
extension TokenWriter {
  /// The most digits of a floor.
  private static let mostDigitsOfFloor = 2

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
