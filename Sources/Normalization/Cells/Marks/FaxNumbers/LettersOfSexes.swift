import NumberingPlans

/// The letter F for a woman, which stands for a fax elsewhere: M 0912345678 F 0922345678, 王小美,F,0912345678.
extension TokenWriter {
  /// Takes the letters for text where every number of the cell is a mobile, and the cell speaks of sexes.
  func markLettersOfSexes() {
    guard plan.notation.mobilesStandAlone, plan.notation.notesAreChinese,
      (0..<tokenCount).contains(where: { isFemale($0) }), speaksOfSexes(), hasOnlyMobiles()
    else { return }
    for index in 0..<tokenCount where isFemale(index) {
      tokens[index].kind = .text
      tokens[index].word = .none
      facts.kinds.insert(.text)
    }
  }

  private func isFemale(_ index: Int) -> Bool {
    isWord(.fax, at: index) && isLetter("f", at: index)
  }

  /// Whether the letter for a man, or a word for a sex, stands in the cell, or the letter between two commas.
  private func speaksOfSexes() -> Bool {
    (0..<tokenCount).contains { index in
      switch tokens[index].kind {
      case .word, .letters, .text:
        if isFemale(index) {
          return index > 0
            && (tokens[index - 1].kind == .comma && tokens[index + 1].kind == .comma
              || endsInName(behind: index))
        }
        if tokens[index].count > 0 { return isLetter("m", at: index) }
        return text(of: tokens[index]).isOne(of: EmbeddedWords.sex)
      default: return false
      }
    }
  }

  /// Whether a letter behind a mobile touches the name of a person, with which the cell ends: 18611792142 F刘经理.
  private func endsInName(behind letter: Int) -> Bool {
    tokens[letter - 1].kind == .digits && tokens[letter + 1].kind == .text
      && !tokens[letter + 1].followsBlank && tokens[letter + 2].kind == .end
      && Surnames.begin(text(of: tokens[letter + 1]))
  }

  private func hasOnlyMobiles() -> Bool {
    var (count, index) = (0, 0)
    while index < tokenCount {
      guard tokens[index].kind == .digits else {
        index += 1
        continue
      }
      guard isLoneMobile(index, mayBeShort: true) else { return false }
      count += 1
      index += 1
      while tokens[index].kind == .dash, tokens[index + 1].kind == .digits { index += 2 }
    }
    return count > 0
  }
}
