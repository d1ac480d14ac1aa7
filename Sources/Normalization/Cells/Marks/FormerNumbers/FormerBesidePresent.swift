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
    /// The first of those that count together.
    var first: Int
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
        || !plan.notation.formerWords.isEmpty && facts.kinds.contains(anyOf: .letters, .word)
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

  /// Whether words begin the cell, or a bracket that does, and stand before its only number: Vorher: 030 1234567, (was 020
  /// 7946 0018).
  ///
  /// Without a colon they have small letters, or are words for that in the region: others are names, Volt, Era.
  private func beginsOnlyNumber(_ timed: Timed, _ number: Int) -> Bool {
    let first = timed.words.lowerBound
    guard first == 0 || first == 1 && tokens[0].kind == .open, !isAlternative(timed),
      tokens[number - 1].kind == .colon || isPastWithoutColon(timed)
    else { return false }
    var end = number
    while true {
      switch tokens[end].kind {
      case .digits, .plus, .open, .close, .dash, .dot, .slash: end += 1
      default: return !hasNumber(in: end..<max(end, tokenCount))
      }
    }
  }

  /// Whether words mean a former number though no colon leads to it, and no name stands before them: hotel Era 030 123456.
  private func isPastWithoutColon(_ timed: Timed) -> Bool {
    let (first, last) = (timed.first, timed.words.upperBound)
    guard first == timed.words.lowerBound else { return false }
    return first < last || isFormerOfRegion(last)
      || !tokens[first].isOfIdeographs && !isCapital(first)
  }

  /// Whether a word is Alt, for an alternative, where it does not call a number old.
  private func isAlternative(_ timed: Timed) -> Bool {
    spells("alt", at: timed.words.lowerBound) && timed.words.count == 1
      && !isFormerOfRegion(timed.words.lowerBound)
  }

  /// Whether the region has a word for one of a former number: war, ent, 元.
  private func isFormerOfRegion(_ index: Int) -> Bool {
    let spelled =
      tokens[index].isOfIdeographs ? text(of: tokens[index]) : letters(of: tokens[index])
    return plan.notation.formerWords.contains { $0.elementsEqual(spelled) }
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
    guard let time = joinedTime(endingAt: last)?.time ?? time(of: last),
      endsNumberInFull(before: first - 1)
    else { return nil }
    return Timed(words: first...last, first: last, time: time)
  }

  private func timed(before number: Int) -> Timed? {
    var last = number - 1
    while last > 0, leadsOn(last) { last -= 1 }
    guard last >= 0 else { return nil }
    let joined = joinedTime(endingAt: last)
    guard let time = joined?.time ?? time(of: last),
      leadsToNumber(number) || time == .past && holdsDigits(behind: joined?.first ?? last, number)
    else { return nil }
    var first = joined?.first ?? last
    while first > 0, last - first < Self.mostWordsBefore, isOfLetters(first - 1) { first -= 1 }
    guard first == 0 || !isWordOrText(first - 1),
      joined != nil || first == last || !isWordOfUse(last)
    else { return nil }
    let isNote =
      first > 1 && tokens[first - 1].kind == .open && endsNumberInFull(before: first - 1)
      && (tokens[first].isOfIdeographs || !isCapital(first))
    return Timed(words: first...last, first: joined?.first ?? last, time: time, isNote: isNote)
  }

  /// The fewest digits of a line without its area code, and of a number that the plan has no more.
  private static let fewestDigitsOfLine = 6

  /// Whether a bracket behind a number in full holds no more than a word and a line without its area code, 11 3113-9001
  /// (era 3113-9000), or the cell begins with the word and a number of old: was 0171 641 6000.
  private func holdsDigits(behind word: Int, _ number: Int) -> Bool {
    let isFirst = word == 0 || word == 1 && tokens[0].kind == .open
    guard isFirst || tokens[word - 1].kind == .open && endsNumberInFull(before: word - 1) else {
      return false
    }
    var (index, count) = (number, 0)
    while tokens[index].kind == .digits || tokens[index].kind == .dash {
      if tokens[index].kind == .digits { count += Int(tokens[index].count) }
      index += 1
    }
    return tokens[index].kind.endsItemOrBracket && count >= Self.fewestDigitsOfLine
      && (isFirst || tokens[index].kind == .close)
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

  /// What a word says together with those before it: trước đây, used to be, f.d.
  private func joinedTime(endingAt last: Int) -> (time: Time, first: Int)? {
    guard isOfLetters(last) else { return nil }
    var first = last
    for _ in 0..<Self.mostWordsBefore {
      guard let before = wordOfPhrase(before: first), isOfLetters(before) else { return nil }
      first = before
      if let time = time(of: letters(from: first, through: last)) { return (time, first) }
    }
    return nil
  }

  /// Whether a token stands between such a word and its number: a sign, a label or the word for number.
  private func leadsOn(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .colon, .dot, .equals, .ordinal: true
    // Ex-030 1234567.
    case .dash: !tokens[index].followsBlank && !tokens[index + 1].followsBlank
    case .letters: isLetterForNumber(index)
    case .word: tokens[index].word == .label || tokens[index].word == .ordinal
    default: false
    }
  }

  private func time(of index: Int) -> Time? {
    if isFormerOfRegion(index) { return .past }
    return switch tokens[index].kind {
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
