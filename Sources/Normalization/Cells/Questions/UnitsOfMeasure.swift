/// Units of lengths and surfaces behind digits: 350 km, 400 m², 95 qm, 1200 sq ft.
extension TokenReading {
  /// The token behind such a unit at a token; nil for other words.
  ///
  /// No name and no label is one, so that the digits before it are none of a number.
  func endOfUnitOfMeasure(_ index: Int) -> Int? {
    guard tokens[index].count > 0 else { return nil }
    let spelled = letters(of: tokens[index])
    if MeasuresOfNotes.all.contains(spelled) { return isSquare(index + 1) ? index + 2 : index + 1 }
    if spelled.isOne(of: EmbeddedWords.squaredUnit) {
      return isSquare(index + 1) ? index + 2 : nil
    }
    guard spelled.isOne(of: EmbeddedWords.squareWord) else { return nil }
    let unit = tokens[index + 1].kind == .dot ? index + 2 : index + 1
    return letters(of: tokens[unit]).isOne(of: EmbeddedWords.squaredUnit) ? unit + 1 : nil
  }

  /// Whether a 2 touches a unit.
  private func isSquare(_ index: Int) -> Bool {
    guard !tokens[index].followsBlank else { return false }
    if tokens[index].kind == .digits {
      return tokens[index].count == 1 && value(of: tokens[index]) == 2
    }
    return text(of: tokens[index]).elementsEqual("²".utf8)
  }
}

/// Units of lengths and surfaces: Data/words.tsv.
private enum MeasuresOfNotes {
  static let all = SpellingTable(EmbeddedWords.measure)
}
