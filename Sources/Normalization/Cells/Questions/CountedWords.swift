extension TokenReading {
  /// Whether a token counts guests, nights, rooms and the like, or is the floor or the room that digits before
  /// it are of.
  func isCounted(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .letters:
      return TailWords.counted.contains(letters(of: tokens[index])) || isUnitOfCount(index)
    case .text: return TailWords.counted.contains(text(of: tokens[index]))
    case .word:
      switch tokens[index].word {
      case .amount, .unit: return tokens[index].count > 0
      // 67 Zi. 12: the room is the one behind the word.
      case .place:
        let next = token(afterSigns: index + 1)
        return tokens[index].count > 0
          && (tokens[next].kind != .digits || startsFullNumber(at: next))
      default: return false
      }
    default: return false
    }
  }
}

/// The words behind few digits that stand behind a number: Data/words.tsv.
enum TailWords {
  static let counted = SpellingTable(EmbeddedWords.counted)
  static let titles = SpellingTable(EmbeddedWords.title)
  static let roads = SpellingTable(EmbeddedWords.road)
}
