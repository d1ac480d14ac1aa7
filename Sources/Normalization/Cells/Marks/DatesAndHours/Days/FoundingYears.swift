/// Sets the years aside in which something was founded, or somebody was born: est. 1978, gegr. 1978, fondata nel 1978.
extension TokenWriter {
  /// Whether the cell may hold such a year.
  var mayHoldFoundingYears: Bool {
    facts.hasToken(digits: 4) && FoundingWords.all.mayHoldSome(of: spelled)
  }

  func markFoundingYears() {
    guard mayHoldFoundingYears else { return }
    // Since 2015 new number: the words say when a number came into use.
    guard !facts.words.contains(anyOf: .new, .former), !facts.words.contains(.changed) else {
      return
    }
    for index in 1..<max(tokenCount, 1)
    where tokens[index].kind == .digits && isYear(tokens[index]) && !goesOn(behindYear: index) {
      guard let word = foundingWord(before: index) else { continue }
      mark(word..<index + 1, as: .date)
    }
  }

  /// The word that says so, before a dot or one short word: fondé en 1978.
  private func foundingWord(before year: Int) -> Int? {
    var word = year - 1
    if word > 1, (1...3).contains(tokens[word].count), tokens[word].kind != .digits,
      !isFounding(word)
    {
      word -= 1
    }
    if word > 0, tokens[word].kind == .dot { word -= 1 }
    return isFounding(word) ? word : nil
  }

  private func isFounding(_ index: Int) -> Bool {
    tokens[index].count > 0 && FoundingWords.all.contains(letters(of: tokens[index]))
  }

  /// Whether a number begins with digits that look like a year.
  private func goesOn(behindYear index: Int) -> Bool {
    switch tokens[index + 1].kind {
    case .digits: startsFullNumber(at: index)
    case .slash, .dash, .dot: tokens[index + 2].kind == .digits || startsFullNumber(at: index)
    default: false
    }
  }
}

/// The words before such years: Data/words.tsv, and some that have another meaning there.
private enum FoundingWords {
  static let all = SpellingTable(EmbeddedWords.founded, EmbeddedWords.foundedElsewhere)
}
