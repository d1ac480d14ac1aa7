/// Words for out of use in letters and what they speak of: line cancelled, John deceased, both disconnected. The words
/// stand in Data/words.tsv.
extension TokenWriter {
  /// The most words of a name before or within such a phrase.
  private static let mostWordsOfName = 3

  /// Whether words end in some for out of use, behind what they speak of: a line, or a client, or the name of who is there
  /// no more.
  func endsInStatus(_ first: Int, _ last: Int) -> Bool {
    var start = first
    while start < last, isSubject(start) {
      start += 1
      if isStatus(start, last) { return true }
    }
    guard start < last else { return false }
    let name = start
    for start in name + 1...min(last, name + Self.mostWordsOfName) {
      switch StatusWords(rawValue: StatusWords.all.meaning(of: letters(from: start, through: last)))
      {
      case .departed: break
      // Frau Feil.
      case .wrong where isCapital(start): return false
      case .wrong: break
      default: continue
      }
      return endsAlone(last) && !(name..<start).contains { deniesStatus($0) }
    }
    return false
  }

  /// The first of the words before some for out of use, up to the first one of the text, where they name what those speak
  /// of; nil for others.
  func firstOfSubject(_ first: Int, _ word: StatusWords) -> Int? {
    var start = first
    while let before = wordOfPhrase(before: start), isSubject(before) { start = before }
    guard word == .departed, let before = wordOfPhrase(before: start) else {
      return wordOfPhrase(before: start) == nil ? start : nil
    }
    start = before
    for _ in 1..<Self.mostWordsOfName {
      if deniesStatus(start) { return nil }
      guard let before = wordOfPhrase(before: start) else { break }
      start = before
    }
    return wordOfPhrase(before: start) == nil && !deniesStatus(start) ? start : nil
  }

  /// The last of the words behind several numbers that say which of them are out of use, both disconnected, the first one
  /// is dead, or that none of them reaches anybody; nil for others.
  func lastOfShared(_ first: Int) -> Int? {
    let isShared =
      SubjectWords.shares.contains(letters(of: tokens[first]))
      || isOfPhrase(first + 1) && SubjectWords.shares.contains(letters(of: tokens[first + 1]))
    guard isShared || SubjectWords.mayBeginContrast(letters(of: tokens[first])),
      let last = lastWord(from: first)
    else { return nil }
    if StatusWords(rawValue: StatusWords.all.meaning(of: letters(from: first, through: last)))
      == .contrast
    {
      return last
    }
    guard isShared, last > first else { return nil }
    return (first + 1...last).contains { isStatus($0, last) } ? last : nil
  }

  /// Whether words say by themselves that a number is out of use.
  func isStatus(_ first: Int, _ last: Int) -> Bool {
    let written = letters(from: first, through: last)
    return StatusWords(rawValue: StatusWords.all.meaning(of: written))?.isOutOfUse == true
      || context.find { $0.exact(written) } == .outOfUse || first == last && isStatusOfRegion(last)
  }

  /// Whether no dash joins a word to the next one.
  private func endsAlone(_ last: Int) -> Bool {
    tokens[last + 1].kind != .dash || tokens[last + 1].followsBlank
  }

  private func isSubject(_ index: Int) -> Bool {
    isWord(.label, at: index) || isWord(.ordinal, at: index)
      || SubjectWords.all.contains(letters(of: tokens[index]))
  }

  /// Whether a word turns what stands behind it into its opposite, or speaks of a fax: nothing wrong, not deceased.
  private func deniesStatus(_ index: Int) -> Bool {
    if isWord(.fax, at: index) || isWord(.placeholder, at: index) { return true }
    switch StatusWords(rawValue: StatusWords.ofLetters.meaning(of: letters(of: tokens[index]))) {
    case .avoid, .negation: return true
    default: return false
    }
  }

  /// Where the bracket opens that closes before a token and holds words alone, as behind the number in: 07911 123456
  /// (dad) wrong.
  func openOfNote(before end: Int) -> Int? {
    guard end > 2, tokens[end - 1].kind == .close else { return nil }
    var open = end - 2
    while open > 0, end - open < 2 + Self.mostWordsOfName, isOfPhrase(open) { open -= 1 }
    return tokens[open].kind == .open && open < end - 2 ? open : nil
  }

  /// Whether words behind a sign say how to reach a number that is not to be called: do not call, text only.
  func leadsToTexting(_ sign: Int) -> Bool {
    guard sign + 1 < tokenCount, tokens[sign].isOfIdeographs, isOfPhrase(sign + 1),
      let last = lastWord(from: sign + 1)
    else { return false }
    return SubjectWords.texting.contains(letters(from: sign + 1, through: last))
  }

  /// Takes a fax label and a status behind it for text, where a sign parts them from a phone and nothing goes on with them:
  /// 020 7946 0018, fax disconnected.
  func markDeadFaxes() {
    leaveNameOfModems()
    for index in 1..<max(tokenCount, 1) where isWord(.fax, at: index) && tokens[index].count > 0 {
      switch tokens[index - 1].kind {
      case .comma, .semicolon, .newline, .slash, .enumeration: break
      default: continue
      }
      guard isOfPhrase(index + 1), let last = lastWord(from: index + 1),
        isStatus(index + 1, last) || endsInStatus(index + 1, last), tokens[last + 1].kind == .end,
        endsNumberInFull(before: index - 1)
      else { continue }
      for word in index...last { tokens[word].kind = .letters }
    }
  }

  /// Takes modem for text where it begins a cell as the name of a company does: Modem Technologies 020 7946 0018.
  private func leaveNameOfModems() {
    guard isWord(.fax, at: 0), spells("modem", at: 0), tokens[1].kind == .letters, isCapital(1)
    else { return }
    tokens[0].kind = .letters
  }

  /// Takes words for out of use for text where a word behind them makes them the name of a desk: inactive accounts.
  func markDesks() {
    for index in 0..<max(tokenCount - 1, 0)
    where isWord(.outOfUse, at: index) && tokens[index].count > 0 && leadsToTopic(index + 1) {
      tokens[index].kind = .letters
    }
  }
}

extension TokenReading {
  /// Whether the words behind some for out of use say of what they speak instead of a number: a desk, or a day off.
  func leadsToTopic(_ next: Int) -> Bool {
    guard tokens[next].kind == .letters || tokens[next].kind == .word, tokens[next].count > 0
    else { return false }
    if SubjectWords.topics.contains(letters(of: tokens[next])) { return true }
    // Not working on Friday, but: not in use until May.
    guard tokens[next].count < 4, tokens[next + 1].count > 5 else { return false }
    return isWord(.hours, at: next + 1) && tokens[next + 2].kind != .digits
      || SubjectWords.topics.contains(letters(of: tokens[next + 1]))
  }
}

/// What words for out of use may speak of: Data/words.tsv.
private enum SubjectWords {
  static let all = SpellingTable(
    EmbeddedWords.statusSubject, EmbeddedWords.identityBeforeNumber,
    EmbeddedWords.identityBeforeOrdinal, EmbeddedWords.account)
  static let shares = SpellingTable(EmbeddedWords.statusShare)
  static let topics = SpellingTable(EmbeddedWords.statusTopic)
  static let texting = SpellingTable(EmbeddedWords.textInstead)

  /// Whether words that begin so may say that none of several numbers reaches anybody.
  static func mayBeginContrast(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    noneOfSeveral.contains(word)
  }

  private static let noneOfSeveral = SpellingTable(
    EmbeddedWords.placeholder, EmbeddedWords.noExtension)
}
