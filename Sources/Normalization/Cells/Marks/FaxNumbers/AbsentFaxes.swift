/// Fax labels that name no fax number.
extension TokenWriter {
  /// Takes a fax label for text that says that there is no fax, 無傳真, or asks for something before one is sent,
  /// 傳真請先來電, where no number stands behind it.
  func markAbsentFaxes() {
    guard facts.words.contains(.placeholder) || facts.kinds.contains(.text),
      let last = (0..<tokenCount).last(where: { tokens[$0].kind == .digits })
    else { return }
    for index in last + 1..<max(tokenCount, last + 1) where isWord(.fax, at: index) {
      let colon = tokens[index + 1].kind == .colon
      let next = tokens[colon ? index + 2 : index + 1]
      if isWord(.placeholder, at: index - 1),
        !tokens[index].followsBlank || tokens[index - 1].count > 0
      {
        tokens[index - 1].kind = .text
      } else if next.kind != .text || next.followsBlank
        || !AskingWords.all.contains(UnsafeBufferPointer(rebasing: text(of: next).prefix(3)))
      {
        continue
      }
      tokens[index].kind = .text
      facts.kinds.insert(.text)
    }
  }
}

extension TokenWriter {
  /// The most words behind a fax label that say how to ask for one, or that there is none.
  private static let mostWordsOfAsking = 3

  /// Takes a fax label in letters for text before words that say to ask for the fax, or that there is none: fax on
  /// request, Fax auf Anfrage, fax: non.
  func markFaxesOnRequest() {
    guard letterCount > 3 else { return }
    for index in 0..<tokenCount where isWord(.fax, at: index) && tokens[index].count > 2 {
      let first = tokens[index + 1].kind == .colon ? index + 2 : index + 1
      var last = first
      while last < first + Self.mostWordsOfAsking, hasLetters(last) {
        if AskingWords.inLetters.contains(letters(from: first, through: last)), endsNote(last + 1) {
          for word in index...last { tokens[word].kind = .text }
          facts.kinds.insert(.text)
          break
        }
        last += 1
      }
    }
  }

  /// The most words before a fax label that say that there is none.
  private static let mostWordsOfDenial = 2

  /// Takes a fax label in letters for text behind words that say there is none, where nothing goes on with it: no fax,
  /// pas de fax, and not Fax no, nor tel no fax no.
  ///
  /// Before a number only several words that mean nothing else do: Not a fax ….
  func markDeniedFaxes() {
    guard letterCount > 3 else { return }
    for index in 1..<max(tokenCount, 1)
    where isWord(.fax, at: index) && tokens[index].count > 2 {
      let isNote = endsNote(index + 1)
      guard
        let first = firstOfDenial(
          before: index, in: isNote ? DenyingWords.all : DenyingWords.clear),
        isNote || first < index - 1
      else { continue }
      for word in first...index { tokens[word].kind = .text }
      facts.kinds.insert(.text)
    }
  }

  private func endsNote(_ next: Int) -> Bool {
    switch tokens[next].kind {
    case .end, .comma, .semicolon, .newline, .close, .dot, .enumeration: true
    default: false
    }
  }

  private func firstOfDenial(before label: Int, in words: SpellingTable) -> Int? {
    for first in stride(from: label - 1, through: max(label - Self.mostWordsOfDenial, 0), by: -1) {
      guard hasLetters(first) else { return nil }
      let start = Int(tokens[first].first)
      let last = tokens[label - 1]
      let spelled = UnsafeBufferPointer(
        start: letters + start, count: Int(last.first + last.count) - start)
      if words.contains(spelled), first == 0 || !hasLetters(first - 1) { return first }
    }
    return nil
  }

  private func hasLetters(_ index: Int) -> Bool {
    tokens[index].count > 0
      && (tokens[index].kind == .letters || tokens[index].kind == .word
        || tokens[index].kind == .ordinal)
  }
}

/// The words that say that there is no fax: Data/words.tsv.
private enum DenyingWords {
  static let all = SpellingTable(
    EmbeddedWords.noFax, EmbeddedWords.noFaxElsewhere)

  /// Several words that say so of the number behind the label, too.
  static let clear = SpellingTable(EmbeddedWords.noFaxClear)
}

/// The words with which text asks for something: Data/words.tsv.
private enum AskingWords {
  static let all = SpellingTable(EmbeddedWords.asking)
  static let inLetters = SpellingTable(EmbeddedWords.askingForFax)
}
