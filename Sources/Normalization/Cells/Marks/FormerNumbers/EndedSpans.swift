import NumberingPlans

/// Words that say until which day a number was in use, which nobody can tell without today's: 020 7946 0018 until
/// 31/12/2019. The words stand in Data/words.tsv.
extension TokenWriter {
  /// The most words before such a day.
  private static let mostWordsOfSpan = 4

  /// The first of the words right behind a number in full, or in the bracket behind it, that lead to a day with its year.
  func firstOfEndedSpan() -> Int? {
    guard facts.mayHoldNumber, !plan.notation.notesAreChinese, facts.hasToken(digits: 4),
      facts.words.contains(anyOf: .range, .hours) || facts.kinds.contains(.letters)
    else { return nil }
    for first in 1..<max(tokenCount, 1) where isOfPhrase(first) && !isOfPhrase(first - 1) {
      guard let (last, day) = wordsBeforeDay(first),
        first == last && isWord(.range, at: first)
          || UntilWords.all.contains(letters(from: first, through: last)),
        endsDay(day), standsBehindNumber(first)
      else { continue }
      return first
    }
    return nil
  }

  /// The last of the words from one on, and the digits behind it.
  private func wordsBeforeDay(_ first: Int) -> (last: Int, day: Int)? {
    var last = first
    while last - first < Self.mostWordsOfSpan, let next = wordOfPhrase(behind: last) { last = next }
    return tokens[last + 1].kind == .digits ? (last, last + 1) : nil
  }

  /// The sign behind such a day where it is of the first number of a list alone: A until 31/12/2019, B.
  func endOfFirstNumber(until first: Int) -> Int? {
    guard let (_, day) = wordsBeforeDay(first) else { return nil }
    let isListed = (0..<first).contains {
      switch tokens[$0].kind {
      case .comma, .semicolon, .newline, .slash, .ampersand, .enumeration, .word, .letters: true
      default: false
      }
    }
    var end = day
    while end < tokenCount, !tokens[end].kind.endsItemOrBracket { end += 1 }
    if tokens[end].kind == .close { end += 1 }
    switch tokens[end].kind {
    case .comma, .semicolon, .newline:
      return !isListed && hasNumber(in: end + 1..<tokenCount) ? end : nil
    default: return nil
    }
  }

  /// Whether a day in numbers with its year, or a month and a year, stands at digits and ends what it stands in.
  private func endsDay(_ first: Int) -> Bool {
    var (index, groups) = (first, 1)
    while groups < 3, tokens[index].count <= 2 {
      switch tokens[index + 1].kind {
      case .slash, .dot, .dash: break
      default: return false
      }
      guard tokens[index + 2].kind == .digits else { return false }
      index += 2
      groups += 1
    }
    // 030 1234567 bis 31.12.2026 in Urlaub says nothing of the number.
    return isYear(tokens[index]) && tokens[index + 1].kind.endsItemOrBracket
  }
}

private enum UntilWords {
  static let all = SpellingTable(EmbeddedWords.until, EmbeddedWords.untilAlone)
}
