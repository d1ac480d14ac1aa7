import NumberingPlans

/// Notes in brackets that say until when a number held, or from when on it does: (2025年前), (至114/3/1).
extension TokenWriter {
  /// Whether a bracket may hold a day, with a word or a sign for before or after it.
  private var mayHoldDatedNotes: Bool {
    facts.kinds.contains(.close)
      && (facts.words.contains(.dateUnit) || facts.kinds.contains(anyOf: .slash, .dot))
      && (facts.kinds.contains(anyOf: .text, .tilde)
        || facts.words.contains(anyOf: .formerBesideNew, .range))
  }

  /// Takes notes in brackets behind two numbers, of which one says before a day and the other one after, for
  /// words: 021-54321234（2025年前）021-65432100（2025年后）.
  func markDatedNotes() {
    guard mayHoldDatedNotes else { return }
    for takes in [false, true] {
      var (isBefore, isAfter) = (false, false)
      for index in 2..<max(tokenCount, 2) where tokens[index + 1].kind == .close {
        guard
          let (word, open) = datedNote(endingAt: index) ?? boundedNote(endingAt: index)
        else { continue }
        if word == .former { isBefore = true } else { isAfter = true }
        if takes {
          mark(open + 1..<index + 1, as: .date)
          // The sign or the word of a bound may stand before its day.
          take(
            tokens[index].count > 0 && tokens[open + 1].isOfIdeographs ? open + 1 : index, for: word
          )
        }
      }
      guard isBefore, isAfter else { return }
    }
  }

  /// Sets the day aside on which the number before a bracket went out of use: （8/1起停用）, （12/31停機）.
  func markDaysOfEnds() {
    guard facts.mayHoldNumber, facts.kinds.contains(.close) else { return }
    for index in 2..<max(tokenCount, 2)
    where tokens[index + 1].kind == .close && !tokens[index].followsBlank && saysEnd(index) {
      var first = index
      if tokens[first - 1].kind == .text, text(of: tokens[first - 1]).isOne(of: EmbeddedWords.since)
      {
        first -= 1
      }
      guard isShort(first - 1, 2), isPartOfDay(first - 2), isShort(first - 3, 2) else { continue }
      first -= 3
      if isPartOfDay(first - 1), isShort(first - 2, 4) { first -= 2 }
      guard first > 1, tokens[first - 1].kind == .open, endsNumberInFull(before: first - 1) else {
        continue
      }
      mark(first..<index, as: .date)
      take(index, for: .outOfUse)
    }
  }

  private func saysEnd(_ index: Int) -> Bool {
    isWord(.outOfUse, at: index)
      || tokens[index].kind == .text
        && (StatusWords.speaksAgainst(text(of: tokens[index]))
          || text(of: tokens[index]).begins(withOneOf: EmbeddedWords.since)
            && StatusWords.speaksAgainst(
              UnsafeBufferPointer(rebasing: text(of: tokens[index]).dropFirst(3))))
  }

  /// Takes for words what says in brackets from which day on another number holds, or until when the one before
  /// did: 021-54321234（2026年起021-65432100）, 0912345678 (2026年3月前) 0922345678.
  func markDatedChanges() {
    guard mayHoldDatedNotes else { return }
    for index in 2..<max(tokenCount, 2) where isWordOrText(index) {
      guard let (word, open) = datedNote(endingAt: index), open > 0 else { continue }
      if word == .new, tokens[index + 1].kind == .close, holdsOneNumber(beside: open..<index) {
        mark(open + 1..<index + 1, as: .date)
        continue
      }
      guard
        endsNumberInFull(before: open)
      else { continue }
      let isBehind = tokens[index + 1].kind == .close
      guard leadsToNumber(isBehind ? index + 2 : index + 1) else { continue }
      var taken = word
      switch (isBehind, word) {
      // (2025/3前 02-27123456).
      case (false, .former): break
      case (false, _) where hasYear(open, index): taken = .changed
      case (true, .former) where hasYear(open, index): taken = .outOfUse
      default: continue
      }
      mark(open + 1..<index, as: .date)
      take(index, for: taken)
    }
  }

  /// Sets the day aside from which on another number holds, between both: 02-27123456 10/1起改 02-27129999.
  func markDaysOfChanges() {
    guard facts.mayHoldNumber, facts.words.contains(.changed) else { return }
    for index in 2..<max(tokenCount, 2) where isWord(.changed, at: index) {
      guard let first = firstOfDay(before: index), leadsToNumber(index + 1) else { continue }
      var end = first
      if isSign(end - 1, oneOf: [.comma, .enumeration, .semicolon, .newline, .open]) {
        end -= 1
      }
      guard endsNumberInFull(before: end) else { continue }
      mark(first..<index, as: .date)
    }
  }

  /// The first token of a day that ends right before one, with a word for from before it; nil for none.
  private func firstOfDay(before end: Int) -> Int? {
    var first = end - 1
    let hasUnit = isWord(.dateUnit, at: first) || isWord(.amount, at: first)
    if hasUnit { first -= 1 }
    guard isShort(first, 2) else { return nil }
    if isPartOfDay(first - 1), isShort(first - 2, 2) {
      first -= 2
      if isPartOfDay(first - 1), isShort(first - 2, 4) { first -= 2 }
    } else if !hasUnit {
      return nil
    }
    guard first > 0 else { return nil }
    if tokens[first - 1].kind == .text, text(of: tokens[first - 1]).isOne(of: EmbeddedWords.fromDay)
    {
      first -= 1
    }
    return first
  }

  private func isShort(_ index: Int, _ most: UInt16) -> Bool {
    index > 0 && tokens[index].kind == .digits && tokens[index].count <= most
  }

  private func isPartOfDay(_ index: Int) -> Bool {
    isWord(.dateUnit, at: index)
      || isSign(index, oneOf: [.slash, .dot, .dash]) && !tokens[index].followsBlank
  }

  private func isSign(_ index: Int, oneOf kinds: [Token.Kind]) -> Bool {
    index >= 0 && kinds.contains(tokens[index].kind)
  }

  /// Sets the day aside on which the number before the bracket was changed or looked up: (112.08.01異動).
  func markNotedDays() {
    guard facts.kinds.contains(.text), facts.kinds.contains(.close) else { return }
    for index in 2..<max(tokenCount, 2)
    where tokens[index].kind == .text && tokens[index + 1].kind == .close {
      guard DayWords.noted.contains(text(of: tokens[index])), let open = openOfDay(before: index),
        open < index - 3, holdsOneNumber(beside: open..<index)
      else { continue }
      mark(open + 1..<index + 1, as: .date)
    }
  }

  /// The fewest digits of a number, and the most of one with its extension.
  private static let fewestDigitsOfOne = 7
  private static let mostDigitsOfOne = 16

  /// Whether a note begins with a day that has its year, (112.8.1起), and a cell has no more digits beside it than one
  /// number, which holds since then.
  private func holdsOneNumber(beside note: Range<Int>) -> Bool {
    guard note.lowerBound > 0, plan.notation.notesAreChinese else { return false }
    var (others, groups) = (digitCount, 0)
    for index in note where tokens[index].kind == .digits {
      guard groups == 0 ? tokens[index].count > 2 : tokens[index].count <= 2 else { return false }
      others -= Int(tokens[index].count)
      groups += 1
    }
    return groups > 1 && (Self.fewestDigitsOfOne...Self.mostDigitsOfOne).contains(others)
  }

  private func hasYear(_ open: Int, _ index: Int) -> Bool {
    (open + 1..<index).contains { tokens[$0].kind == .digits && tokens[$0].count >= 3 }
  }

  /// What a note that ends in a token says, and the bracket that opens it; nil for one that does not say before
  /// or after a day.
  private func datedNote(
    endingAt last: Int
  ) -> (word: Word, open: Int)? {
    guard !tokens[last].followsBlank, isWordOrText(last), tokens[last].isOfIdeographs else {
      return nil
    }
    let word: Word
    switch DayWords.all.meaning(of: text(of: tokens[last])) {
    case 1: word = .former
    case 2: word = .new
    default: return nil
    }
    let open = openOfDay(before: last) { index in
      // (至115/2/28止).
      isWord(.dateUnit, at: index)
        || isWord(.range, at: index) && tokens[index - 1].kind == .open && word == .former
    }
    return open.flatMap { $0 < last - 1 ? (word, $0) : nil }
  }

  /// The same of a note that has the sign or the word of a bound before its day, or the sign behind it: (至114/3/1),
  /// (~2025/3), (2025/3~).
  private func boundedNote(endingAt last: Int) -> (word: Word, open: Int)? {
    func isBound(_ index: Int) -> Bool { tokens[index].kind == .tilde || isWord(.range, at: index) }
    var (index, digitGroups) = (last, 0)
    while index > 0, last - index <= Self.mostTokensOfDay, tokens[index].kind != .open {
      switch tokens[index].kind {
      case .digits where tokens[index].count <= 4: digitGroups += 1
      case .slash, .dot, .dash, .date: break
      case .word where tokens[index].word == .dateUnit: break
      case .tilde, .word:
        guard isBound(index), index == last || tokens[index - 1].kind == .open else { return nil }
      default: return nil
      }
      index -= 1
    }
    guard tokens[index].kind == .open, digitGroups > 1, isBound(last) != isBound(index + 1) else {
      return nil
    }
    return (isBound(last) ? .new : .former, index)
  }
}

/// The words beside a day: Data/words.tsv.
private enum DayWords {
  /// What stands behind it: 1 for before it, 2 for after.
  static let all = SpellingTable(EmbeddedWords.untilDay, EmbeddedWords.boundOfDays)
  /// What was done to a number on a day.
  static let noted = SpellingTable(EmbeddedWords.doneOnDay)
}
