import NumberingPlans

/// Fax labels before a number that say there is no fax, and what looks like one: 無傳真 02-27123456, 傳真故障
/// 02-27123456, F棟 02-27123456.
extension TokenWriter {
  /// Takes such a label for text, so that the number behind it is a phone.
  func markFaxesBeforePhones() {
    guard plan.notation.notesAreChinese else { return }
    for index in 0..<tokenCount where isWord(.fax, at: index) {
      guard let end = endOfNoFax(index) else { continue }
      if end > index + 1, tokens[end - 1].kind == .word { tokens[end - 1].kind = .text }
      if isWord(.placeholder, at: index - 1) { tokens[index - 1].kind = .text }
      tokens[index].kind = .text
      facts.kinds.insert(.text)
    }
  }

  /// The token behind a fax label and what makes it none; nil for the label of a fax.
  private func endOfNoFax(_ index: Int) -> Int? {
    if namesBuilding(index) { return index + 1 }
    if deniesFax(before: index), leadsToPhone(index + 1) { return index + 1 }
    let next = index + 1
    guard index == 0 || !isWord(.label, at: index - 1) else { return nil }
    // 傳真無 02-27123456, 傳真號碼：無 02-27123456.
    let word = tokens[next].kind == .colon ? next + 1 : next
    if isWord(.placeholder, at: word), tokens[word].isOfIdeographs, leadsToPhone(word + 1) {
      return word + 1
    }
    guard tokens[next].kind == .text, !tokens[next].followsBlank else { return nil }
    if FaxWords.broken.contains(text(of: tokens[next])), leadsToPhone(next + 1) { return next + 1 }
    // 传真同号 021-51234567, where no number stands before it.
    guard text(of: tokens[next]).isOne(of: EmbeddedWords.sameNumber), isWord(.amount, at: next + 1),
      !(0..<index).contains(where: { tokens[$0].kind == .digits }), leadsToPhone(next + 2)
    else { return nil }
    return next + 2
  }

  /// Whether the letter F touches the word for a building or a part of one: F棟, F座, F區.
  private func namesBuilding(_ index: Int) -> Bool {
    let next = tokens[index + 1]
    guard isLetter("f", at: index), !next.followsBlank, index == 0 || tokens[index].followsBlank
    else { return false }
    switch next.kind {
    case .word: return next.word == .place && next.count == 0
    case .text: return text(of: next).isOne(of: EmbeddedWords.buildingPart)
    default: return false
    }
  }

  /// Whether a word right before a fax label says that there is none, and is no answer to a label before it: 電話無.
  private func deniesFax(before index: Int) -> Bool {
    guard index > 0, !tokens[index].followsBlank else { return false }
    let word = index - 1
    guard word == 0 || !isWord(.label, at: word - 1) && tokens[word - 1].kind != .colon else {
      return false
    }
    if isWord(.placeholder, at: word) { return tokens[word].isOfIdeographs && beginsNote(word) }
    return tokens[word].kind == .text && FaxWords.none.contains(text(of: tokens[word]))
  }

  /// Whether a blank, a sign or nothing stands before a token.
  private func beginsNote(_ index: Int) -> Bool {
    guard index > 0, !tokens[index].followsBlank else { return true }
    switch tokens[index - 1].kind {
    case .text, .word, .letters, .digits: return false
    default: return true
    }
  }

  /// Whether a blank, a bracket or a sign of lists parts a token from what stands before it, and a number in full begins
  /// there without a label of its own.
  private func leadsToPhone(_ start: Int) -> Bool {
    switch tokens[start].kind {
    case .comma, .enumeration, .semicolon, .close, .newline: break
    case .digits, .open, .plus, .word:
      guard tokens[start].followsBlank else { return false }
    default: return false
    }
    var index = start
    while isBetween(index) { index += 1 }
    return beginsNumber(index)
  }

  /// Whether a sign of lists, or a word that asks to dial what follows, may stand between such a label and a phone: 传真机坏，请打
  /// 0755-26611258.
  private func isBetween(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .comma, .enumeration, .semicolon, .close, .newline, .colon: true
    case .word:
      switch tokens[index].word {
      case .label, .changed, .new, .marker: true
      default: false
      }
    case .text: text(of: tokens[index]).isOne(of: EmbeddedWords.dialsOther)
    default: false
    }
  }
}

/// The words beside fax labels: Data/words.tsv.
private enum FaxWords {
  static let none = SpellingTable(EmbeddedWords.noFax, EmbeddedWords.notAFax)
  static let broken = SpellingTable(EmbeddedWords.brokenFax, EmbeddedWords.faxInRepair)
}
