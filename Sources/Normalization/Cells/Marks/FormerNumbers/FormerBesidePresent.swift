import NumberingPlans

/// Words before two numbers, one of a former number and one of the number of today, which say nothing of numbers where
/// the other kind is missing: volt 06 1 230 3466, most 06 1 388 7120. The words stand in Data/words.tsv.
extension TokenWriter {
  /// What a word before a number says of it.
  private enum Time {
    case past, present
    /// Past where the cell has a word for present, too; else the word may join numbers, or be a name: ou, al.
    case pastBesidePresent
  }

  /// The words that say so, up to the one that counts: ya zamani.
  private struct Timed {
    var words: ClosedRange<Int>
    var time: Time
    /// Whether they stand in brackets behind a number in full, in small letters: names have capitals.
    var isNote = false
  }

  /// The most words before the one that counts.
  private static let mostWordsBefore = 2

  /// Whether the cell may have a word of either kind.
  var mayHoldTimes: Bool {
    facts.mayHoldNumber && !plan.notation.notesAreChinese
      && (facts.kinds.contains(.text) || facts.words.contains(.formerBesideNew)
        || TimeWords.all.mayHoldSome(of: spelled))
  }

  /// Takes such words for those of a former number and of a new one, where the cell has both.
  func markTimes() {
    guard mayHoldTimes else { return }
    var hasPast = false
    var hasPresent = false
    for index in 1..<max(tokenCount, 1) {
      guard let timed = timed(at: index) else { continue }
      if timed.time == .present { hasPresent = true } else { hasPast = true }
    }
    guard hasPast else { return }
    for index in 1..<max(tokenCount, 1) {
      guard let timed = timed(at: index), !isKnown(timed),
        hasPresent || timed.time == .past && (timed.isNote || beginsOnlyNumber(timed, index))
      else { continue }
      for word in timed.words { passOver(word) }
      take(timed.words.lowerBound, for: timed.time == .present ? .new : .former)
    }
  }

  /// Whether the word that counts has its meaning already.
  private func isKnown(_ timed: Timed) -> Bool {
    let last = timed.words.upperBound
    return timed.time == .present
      ? isWord(.new, at: last) || isWord(.changed, at: last)
      : isWord(.former, at: last) && timed.words.count == 1
  }

  /// Whether words and a colon begin the cell and stand before its only number: Vorher: 030 1234567.
  private func beginsOnlyNumber(_ timed: Timed, _ number: Int) -> Bool {
    guard timed.words.lowerBound == 0, tokens[number - 1].kind == .colon, !isAlternative(timed)
    else { return false }
    var end = number
    while true {
      switch tokens[end].kind {
      case .digits, .plus, .open, .close, .dash, .dot, .slash: end += 1
      default: return !hasNumber(in: end..<max(end, tokenCount))
      }
    }
  }

  /// Whether a word is Alt, for an alternative, where it does not call a number old.
  private func isAlternative(_ timed: Timed) -> Bool {
    spells("alt", at: timed.words.lowerBound) && timed.words.count == 1
      && !plan.notation.formerWords.contains { $0.elementsEqual("alt".utf8) }
  }

  /// The words of either kind before the number that begins at a token, or in the bracket that opens there.
  private func timed(at index: Int) -> Timed? {
    switch tokens[index].kind {
    case .digits, .plus: return mayBeginNumber(index) ? timed(before: index) : nil
    case .open:
      return timed(alone: index + 1) ?? timed(before: index)
    default: return nil
    }
  }

  /// Words in brackets of their own behind a number in full: … (volt), … (ya zamani).
  private func timed(alone first: Int) -> Timed? {
    guard isOfLetters(first) || tokens[first].kind == .text else { return nil }
    var close = first
    while close - first <= Self.mostWordsBefore + 1,
      isOfLetters(close) || leadsOn(close)
        || close == first
    { close += 1 }
    guard tokens[close].kind == .close else { return nil }
    var last = close - 1
    while last > first, leadsOn(last) { last -= 1 }
    guard let time = joinedTime(endingAt: last) ?? time(of: last),
      endsNumberInFull(before: first - 1)
    else { return nil }
    return Timed(words: first...last, time: time)
  }

  private func timed(before number: Int) -> Timed? {
    var last = number - 1
    while last > 0, leadsOn(last) { last -= 1 }
    guard last >= 0 else { return nil }
    let joined = joinedTime(endingAt: last)
    guard let time = joined ?? time(of: last), leadsToNumber(number) else { return nil }
    var first = last
    while first > 0, last - first < Self.mostWordsBefore, isOfLetters(first - 1) { first -= 1 }
    guard first == 0 || !isWordOrText(first - 1),
      joined != nil || first == last || !isWordOfUse(last)
    else { return nil }
    let isNote =
      first > 1 && tokens[first - 1].kind == .open && endsNumberInFull(before: first - 1)
      && (tokens[first].isOfIdeographs || !isCapital(first))
    return Timed(words: first...last, time: time, isNote: isNote)
  }

  /// Whether a word has a meaning by itself, which the words before it change: wie bisher.
  private func isWordOfUse(_ index: Int) -> Bool {
    isWord(.former, at: index) || isWord(.formerBesideNew, at: index)
  }

  private func isOfLetters(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .letters: true
    // Bis jetzt, i ri.
    case .word: tokens[index].count > 0 && tokens[index].word != .label
    default: false
    }
  }

  /// What a word says together with the one before it: trước đây.
  private func joinedTime(endingAt last: Int) -> Time? {
    guard last > 0, isOfLetters(last), isOfLetters(last - 1) else { return nil }
    return time(of: letters(from: last - 1, through: last))
  }

  /// Whether a token stands between such a word and its number: a sign, a label or the word for number.
  private func leadsOn(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .colon, .dot, .equals, .ordinal: true
    case .letters: isLetterForNumber(index)
    case .word: tokens[index].word == .label || tokens[index].word == .ordinal
    default: false
    }
  }

  private func time(of index: Int) -> Time? {
    switch tokens[index].kind {
    case .letters: time(of: letters(of: tokens[index]))
    case .text: time(of: text(of: tokens[index]))
    case .word:
      switch tokens[index].word {
      case .former, .formerBesideNew: .past
      case .new, .changed: .present
      default: time(of: letters(of: tokens[index]))
      }
    default: nil
    }
  }

  private func time(of spelled: UnsafeBufferPointer<UInt8>) -> Time? {
    switch TimeWords.all.meaning(of: spelled) {
    case TimeWords.past: .past
    case TimeWords.present: .present
    case TimeWords.pastBesidePresent: .pastBesidePresent
    default: nil
    }
  }
}

/// The words of either kind: Data/words.tsv.
private enum TimeWords {
  static let past: UInt8 = 1
  static let present: UInt8 = 2
  static let pastBesidePresent: UInt8 = 3

  static let all = SpellingTable(meanings: [
    (
      past,
      [
        EmbeddedWords.past, EmbeddedWords.formerBetween, EmbeddedWords.formerly,
        EmbeddedWords.wrong, EmbeddedWords.pastElsewhere,
      ]
    ),
    (
      present,
      [
        EmbeddedWords.present, EmbeddedWords.right, EmbeddedWords.changedBetween,
        EmbeddedWords.presentElsewhere,
      ]
    ),
    (pastBesidePresent, [EmbeddedWords.pastBesidePresent]),
  ])
}
