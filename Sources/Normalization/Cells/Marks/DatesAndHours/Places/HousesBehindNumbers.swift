import NumberingPlans

/// Tells digits behind a number that are a house, or the postcode of a town.
extension TokenWriter {
  /// 7180 W Main, 4410 Elm St: a house before its street.
  func house(_ index: Int) -> Counted? {
    let word = index + 1
    guard tokens[index].count > 1, mayNameStreet(word), tokens[word].followsBlank else {
      return nil
    }
    if tokens[word].count == 1, mayNameStreet(word + 1),
      ["n", "s", "e", "w"].contains(where: { isLetter($0, at: word) })
    {
      return Counted(end: word)
    }
    var last = word + 1
    while last < word + 3, mayNameStreet(last) {
      if endsRoad(last) {
        return Counted(end: word)
      }
      last += 1
    }
    return nil
  }

  /// Whether a token is a word with a capital, which may be one for whose a number is: Main St.
  private func mayNameStreet(_ index: Int) -> Bool {
    (tokens[index].kind == .letters || isWord(.label, at: index)) && isCapital(index)
  }

  /// 12a, 12/A, 12 bis: a house with its letter, where the number before it would go on with the digits.
  ///
  /// O and l are mistyped digits.
  func houseWithLetter(_ index: Int) -> Counted? {
    var letter = index + 1
    guard tokens[index].count <= 3, tokens[index].count > 1 || tokens[letter].kind == .letters
    else { return nil }
    if tokens[letter].kind == .slash, !tokens[letter].followsBlank { letter += 1 }
    guard tokens[letter + 1].kind != .digits else { return nil }
    if isWord(.range, at: letter) && spells("bis", at: letter) || spells("ter", at: letter) {
      return Counted(end: letter + 1, certainty: .word)
    }
    guard tokens[letter].kind == .letters, tokens[letter].count == 1, !tokens[letter].followsBlank,
      !isLetter("o", at: letter),
      !isLetter("l", at: letter), !isLetter("x", at: letter),
      !plan.notation.shortMarkers.contains(where: { $0.elementsEqual(letters(of: tokens[letter])) })
    else { return nil }
    return Counted(end: letter + 1, certainty: .word)
  }

  /// 12 bis: a house behind a sign, with the word that goes on with it.
  func houseWithWord(_ index: Int) -> Counted? {
    guard let house = houseWithLetter(index), tokens[index + 1].count > 2 else { return nil }
    return house
  }

  /// 1234 Luxembourg: as many digits as a postcode has, and a word with a capital, where numbers go on with
  /// any digits.
  func postcodeBeforeTown(_ index: Int) -> Counted? {
    guard tokens[index].count == 4, plan.notation.hasDirectDialling,
      Int(tokens[index].count) == plan.notation.postcodeDigits,
      tokens[index + 1].kind == .letters, tokens[index + 1].count > 3, isCapital(index + 1),
      !mayLabelNumber(index + 1)
    else { return nil }
    return Counted(end: index + 1)
  }
}
