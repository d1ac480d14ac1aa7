import NumberingPlans

/// Phrases that say together that nobody is reached at a number, of words that have meanings of their own: 無此人, 停號,
/// 號碼不對.
extension TokenWriter {
  /// The most words of a phrase.
  private static let mostWordsOfStatus = 4

  /// Makes one text of the words of such a phrase, where it stands alone.
  func joinStatusPhrases() {
    guard facts.kinds.contains(.text), facts.kinds.contains(.word),
      plan.notation.notesAreChinese,
      var read = (0..<tokenCount).first(where: { endOfPhrase($0) != nil })
    else { return }
    var write = read
    while read < tokenCount {
      let end = endOfPhrase(read) ?? read + 1
      tokens[write] = tokens[read]
      if end > read + 1 {
        tokens[write].kind = .text
        tokens[write].word = .none
        tokens[write].end = tokens[end - 1].end
      }
      read = end
      write += 1
    }
    tokens[write] = tokens[tokenCount]
    endTokens(at: write)
  }

  /// The token behind a phrase that begins at one and that neither text nor a word touches; nil for others.
  private func endOfPhrase(_ first: Int) -> Int? {
    guard isOfIdeographs(first), isOfIdeographs(first + 1), !tokens[first + 1].followsBlank,
      first == 0 || tokens[first].followsBlank || !isWordOrText(first - 1)
    else { return nil }
    var end = first + 2
    while end - first < Self.mostWordsOfStatus, isOfIdeographs(end), !tokens[end].followsBlank {
      end += 1
    }
    guard tokens[end].followsBlank || !isWordOrText(end) else { return nil }
    let spelled = text(from: first, through: end - 1)
    return StatusWords.all.meaning(of: spelled) != 0 || StatusWords.beginsInMove(spelled)
      ? end : nil
  }
}
