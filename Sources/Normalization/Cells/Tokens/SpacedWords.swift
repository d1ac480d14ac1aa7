/// Joins labels, markers and statuses whose characters are set apart, as letterheads do: 傳　真, 팩 스, F A X, 離　職.
extension TokenWriter {
  /// The most characters of a word that are looked at.
  private static let longestSpacedWord = 12

  func joinSpacedWords() {
    guard facts.mayHoldCharacters, var read = firstSpacedCharacter() else { return }
    var write = read
    while read < tokenCount {
      let joined = spacedWord(at: read)
      tokens[write] = tokens[read]
      if let joined {
        let last = tokens[read + joined.characters - 1]
        tokens[write].kind = .word
        tokens[write].word = joined.word
        tokens[write].end = last.end
        if last.count > 0 { tokens[write].count = last.first + last.count - tokens[read].first }
        facts.kinds.insert(.word)
        facts.words.insert(joined.word)
        let letters = letters(of: tokens[write])
        if letters.count > 0 { spelled.insert(letters) }
      }
      read += joined?.characters ?? 1
      write += 1
    }
    tokens[write] = tokens[tokenCount]
    endTokens(at: write)
  }

  /// Takes two words that mark an extension together for one marker: nội bộ, iç hat, int.ni.
  func joinMarkerPairs() {
    guard facts.kinds.contains(.letters) else { return }
    for index in 0..<max(tokenCount - 1, 0) where isOfPhrase(index) {
      let hasDot = tokens[index + 1].kind == .dot && !tokens[index + 2].followsBlank
      let second = hasDot ? index + 2 : index + 1
      guard hasDot ? isWord(.marker, at: index) : tokens[index].kind == .letters,
        isOfPhrase(second), hasDot || tokens[second].followsBlank && tokens[second].count > 1
      else { continue }
      let (one, other) = (tokens[index], tokens[second])
      let spelled = UnsafeBufferPointer(
        start: letters + Int(one.first), count: Int(other.first + other.count - one.first))
      guard MarkerPairs.all.contains(spelled) else { continue }
      tokens[index].kind = .word
      tokens[index].word = .marker
      for joined in index + 1...second { passOver(joined) }
      facts.words.insert(.marker)
    }
  }

  /// The first token of one character that another one follows behind a blank.
  private func firstSpacedCharacter() -> Int? {
    guard tokenCount > 1 else { return nil }
    for index in 0..<(tokenCount - 1) where tokens[index + 1].followsBlank {
      if isCharacter(index), isCharacter(index + 1) { return index }
    }
    return nil
  }

  /// Whether a token is one character of a word.
  private func isCharacter(_ index: Int) -> Bool {
    let token = tokens[index]
    guard token.kind == .text || token.kind == .letters || token.kind == .word,
      token.end - token.start <= 4
    else { return false }
    var next = Int(token.start)
    _ = Folding.decode(cell, &next)
    return next == Int(token.end)
  }

  /// The word that begins at a token of one character, and of how many it is.
  private func spacedWord(
    at start: Int
  ) -> (word: Word, characters: Int)? {
    guard isCharacter(start) else { return nil }
    let isOfLetters = tokens[start].count > 0
    var end = start + 1
    while end < tokenCount, end - start < Self.longestSpacedWord, tokens[end].followsBlank,
      isCharacter(end), (tokens[end].count > 0) == isOfLetters
    { end += 1 }
    guard end - start > 1 else { return nil }
    let found = isOfLetters ? wordOfLetters(start..<end) : wordOfSyllables(start..<end)
    guard let found else { return nil }
    switch found.word {
    case .label, .fax, .marker, .outOfUse: return found
    default: return nil
    }
  }

  /// A word that the letters of all tokens spell: two of them may be initials.
  private func wordOfLetters(_ range: Range<Int>) -> (word: Word, characters: Int)? {
    guard range.count > 2 else { return nil }
    let first = Int(tokens[range.lowerBound].first)
    let last = tokens[range.upperBound - 1]
    let spelled = UnsafeBufferPointer(
      start: letters + first, count: Int(last.first + last.count) - first)
    let word = words.exact(spelled)
    return word == .outOfUse ? nil : (word, range.count)
  }

  /// The longest word that the first tokens spell.
  private func wordOfSyllables(
    _ range: Range<Int>
  ) -> (word: Word, characters: Int)? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.longestSpacedWord * 4) { text in
      var count = 0
      for index in range {
        for byte in cell[Int(tokens[index].start)..<Int(tokens[index].end)] {
          text[count] = byte
          count += 1
        }
      }
      let spelled = UnsafeBufferPointer(rebasing: UnsafeBufferPointer(text)[..<count])
      if let found = words.longest(in: spelled, at: 0), found.scalars > 1 {
        return (found.word, Int(found.scalars))
      }
      guard isOn(.formerNumbers), StatusWords.isBareDeath(spelled) else { return nil }
      return (.outOfUse, range.count)
    }
  }
}

/// The markers of two words: Data/words.tsv.
private enum MarkerPairs {
  static let all = SpellingTable(EmbeddedWords.markerPair)
}
