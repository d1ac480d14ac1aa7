/// The short words around numbers of which one gave way to the other: replaced by, geändert von … auf ….
extension TokenReading {
  /// Whether a word between one for a change and a number only leads to that: replaced by, ersetzt durch.
  func isPreposition(_ index: Int) -> Bool {
    (1...5).contains(tokens[index].count) && tokens[index - 1].kind == .word
      && tokens[index - 1].word == .changed
  }

  /// Whether a word, and one for a change before it, say that a number gave way to the one behind it: changed from,
  /// geändert von, mudou de.
  func isChangedFrom(_ index: Int, _ start: Int) -> Bool {
    guard index > 0, index == start - 1, isWord(.changed, at: index - 1) else { return false }
    return ChangedFromWords.all.contains(letters(of: tokens[index]))
  }

  /// Whether such words stand right before a number.
  func followsChangeFrom(_ start: Int) -> Bool {
    var index = start - 1
    while index > 0, tokens[index].kind == .open || tokens[index].kind == .plus { index -= 1 }
    return index > 0 && isChangedFrom(index, index + 1)
  }
}

/// The words before a number that gave way: Data/words.tsv.
private enum ChangedFromWords {
  static let all = SpellingTable(EmbeddedWords.changedFrom, EmbeddedWords.changedFromElsewhere)
}
