import NumberingPlans

/// Names that begin with digits, and classes and houses, beside a number: 02-27123456 50嵐, 3M公司 02-27123456,
/// 010-1234-5678 101동 1203호.
extension TokenWriter {
  /// The digits of such a name, or the tokens of a class or a house, at digits that are no part of a number.
  func nameWithDigits(at index: Int) -> Range<Int>? {
    guard tokens[index].count <= 4, !tokens[index + 1].followsBlank,
      standsApart(index) || opensNote(index)
    else { return nil }
    if plan.notation.notesAreChinese {
      return beginsName(index) ? index..<index + 1 : nameWithLetter(index)
    }
    return classOrHouse(index)
  }

  /// Whether digits begin a bracket behind a number in full: 090-1234-5678 (3年1組).
  private func opensNote(_ index: Int) -> Bool {
    index > 1 && tokens[index - 1].kind == .open && endsNumberInFull(before: index - 1)
  }

  /// Whether text goes on with digits as the name of a thing, and names no office: 50嵐, 21世紀房屋.
  private func beginsName(_ index: Int) -> Bool {
    let first = index + 1
    guard tokens[first].isOfIdeographs, isWordOrText(first) else { return false }
    var last = first
    while last - first < Self.mostTokens, tokens[last + 1].isOfIdeographs, isWordOrText(last + 1),
      !tokens[last + 1].followsBlank
    { last += 1 }
    return ThingWords.begin(text(from: first, through: last))
  }

  /// One or two digits with the letter that goes on with them, before text: 3M公司, 5A病房.
  private func nameWithLetter(_ index: Int) -> Range<Int>? {
    let (letter, text) = (index + 1, index + 2)
    guard tokens[index].count <= 2, tokens[letter].count == 1, isWordOrText(letter),
      !isLetter("f", at: letter), !isLetter("x", at: letter), !isLetter("h", at: letter),
      tokens[text].kind == .text, !tokens[text].followsBlank, tokens[text + 1].kind != .digits
    else { return nil }
    return index..<text
  }

  /// Two or more of digits with the word for a class, a pupil or a house, or one with a word that is nothing else:
  /// 3年1組12番, 101동 1203호.
  private func classOrHouse(_ index: Int) -> Range<Int>? {
    var (end, links, isSure) = (index, 0, false)
    while links < Self.mostTokens, tokens[end].kind == .digits, tokens[end].count <= 4 {
      let unit = end + 1
      guard isWordOrText(unit), tokens[unit].isOfIdeographs, !tokens[unit].followsBlank,
        ClassUnits.all.contains(text(of: tokens[unit]))
      else { break }
      isSure = isSure || ClassUnits.sure.contains(text(of: tokens[unit]))
      end = unit + 1
      links += 1
    }
    return links > 1 || links == 1 && isSure ? index..<end : nil
  }

  /// The most words of a name, and the most links of a class or a house.
  private static let mostTokens = 4
}

/// The words for classes and houses: Data/words.tsv.
private enum ClassUnits {
  static let all = SpellingTable(EmbeddedWords.classUnit, EmbeddedWords.classUnitElsewhere)
  static let sure = SpellingTable(EmbeddedWords.classUnitSure)
}
