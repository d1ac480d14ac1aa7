import NumberingPlans

/// Letters right before a number, or right behind one, that take it back: NOT 01872 275603, 030 123456 statt 030 123457,
/// 055 238180 errato. Several words are looked up as one: au lieu de is aulieude. The words stand in Data/words.tsv.
extension TokenWriter {
  /// The most words of a phrase.
  private static let mostWords = 5

  /// Takes such words for one that says that the number beside them is a former one, or out of use.
  func markTakenBack() {
    guard
      facts.kinds.contains(.letters)
        || facts.words.contains(anyOf: .placeholder, .formerBesideNew, .changed)
    else { return }
    if facts.words.contains(.outOfUse) { markDesks() }
    if facts.words.contains(.fax) { markDeadFaxes() }
    // In brackets words may stand behind what is no number.
    guard facts.mayHoldNumber || facts.kinds.contains(.open) else { return }
    for index in 1..<max(tokenCount, 1) {
      switch tokens[index].kind {
      case .digits, .plus, .open: if mayBeginNumber(index) { markWords(before: index) }
      case .letters, .word:
        if isOfPhrase(index - 1) { continue }
        if mayFollowNumber(index) { markWords(from: index) } else { markForbidden(from: index) }
      default: break
      }
    }
  }

  /// Takes the words that end before a number, or before its colon, and speak against it.
  ///
  /// Behind other letters they are part of what those say: if not 01872 261947.
  private func markWords(before number: Int) {
    if number > 2, tokens[number - 1].kind == .close, takesBracketed(before: number) { return }
    let last = lastWord(before: number)
    guard isOfPhrase(last), let (first, word) = phrase(endingAt: last), leadsToNumber(number),
      !isParted(number) || beginsCell(first)
    else { return }
    if let meaning = meaning(of: word, in: first...last, before: number) {
      take(first...last, for: meaning)
    }
  }

  /// Takes words alone in brackets before a number, with none before them, that say not to dial it or that it is dead:
  /// (DND) 0912345678.
  private func takesBracketed(before number: Int) -> Bool {
    let last = number - 2
    guard isOfPhrase(last), let (first, word) = phrase(endingAt: last), first > 0,
      tokens[first - 1].kind == .open, word == .forbid || word == .outOfUse,
      !spells("bad", at: first), !standsBehindNumber(first), leadsToNumber(number)
    else { return false }
    take(first...last, for: .outOfUse)
    return true
  }

  /// What words say of the number behind them; nil for nothing.
  private func meaning(
    of word: StatusWords, in words: ClosedRange<Int>, before number: Int
  ) -> Word? {
    let followsNumber = standsBehindNumber(words.lowerBound)
    let touches = words.upperBound == number - 1
    switch word {
    case .avoid, .forbid: return followsNumber ? .former : .outOfUse
    case .outOfUse, .departed, .wrong:
      return isStatusAlone(words, word, before: number) ? .outOfUse : nil
    // 01904 638901 replaced 01904 638902, but not: replaced 01904 638902 with ….
    case .replaced: return followsNumber && touches ? .former : nil
    // A was B, and with the dot of an abbreviation: A (anc. B).
    case .formerBetween:
      return followsNumber && words.upperBound >= number - 2 ? .former : nil
    case .negation:
      if followsNumber, touches, saysNot(words) { return .former }
      // Else only where the right one follows: the word is another one elsewhere.
      guard leadsToBut(number) else { return nil }
      return followsNumber ? .former : .outOfUse
    default: return nil
    }
  }

  /// Whether a word says not; one with a capital is a name, or a day: Po–Pá …, Ne ….
  private func saysNot(_ words: ClosedRange<Int>) -> Bool {
    let last = words.upperBound
    return !isCapital(last)
      && (isPartedNote(words.lowerBound) && saysNotHere(last) || isNegationHere(last))
  }

  /// Whether several words, one and a colon, or one of the region, begin the cell and stand before its only number, not in
  /// service 212-736-5000, or sure ones before any; one word may be a name, or what a desk is for: lost, blocked.
  private func isStatusAlone(
    _ words: ClosedRange<Int>, _ word: StatusWords, before number: Int
  ) -> Bool {
    let first = words.lowerBound
    guard beginsCell(first) else { return false }
    if word == .departed || word == .wrong && (isParted(number) || !isCapital(first)) {
      return true
    }
    let isSure =
      words.count > 1 || tokens[number - 1].kind == .colon
      || isStatusOfRegion(first) && !isCapital(first)
    return isSure && !hasSeveralNumbers()
  }

  /// Takes the words that begin behind a number, or behind a bracket or a sign behind it, and speak against it.
  private func markWords(from first: Int) {
    if let last = lastOfShared(first), speaksOfNumber(first, before: last + 1), hasSeveralNumbers()
    {
      return take(first...last, for: .contrast)
    }
    guard let (last, word) = phrase(beginningAt: first) else { return takeDatedStatus(first) }
    var next = last + 1
    while isEmphasis(next) { next += 1 }
    if word != .change, leadsToNumber(inBracket: first, next) {
      return take(first...last, for: .former)
    }
    guard speaksOfNumber(first, before: next) else { return }
    takeStatus(first...last, word, before: next)
  }

  /// Takes words right behind a number for what they say of it, by what stands behind them.
  private func takeStatus(_ words: ClosedRange<Int>, _ word: StatusWords, before next: Int) {
    if leadsToNumber(next) {
      // Behind a word for out of use nobody can tell which of both it speaks of.
      guard word != .avoid else { return }
      take(words, for: word == .change ? .changed : .new)
    } else if word != .change, endsNote(next) || isLastYear(next), !leadsToTexting(next) {
      take(words, for: .outOfUse)
    } else if word != .change {
      takeDatedStatus(words.lowerBound)
    }
  }

  /// The most tokens of a note before the words that end it.
  private static let mostTokensOfNote = 12

  /// Takes a note whose last words, behind a comma, forbid to dial the number before it: A (ex-husband, don't use).
  private func markForbidden(from first: Int) {
    guard tokens[first - 1].kind == .comma, isOfPhrase(first - 2),
      let (last, word) = phrase(beginningAt: first), word == .avoid
    else { return }
    var start = first
    while start > 1, first - start < Self.mostTokensOfNote, isOfNote(start - 1) { start -= 1 }
    let isBracketed = tokens[start - 1].kind == .open
    guard tokens[last + 1].kind == (isBracketed ? .close : .end), standsBehindNumber(start) else {
      return
    }
    take(start...last, for: .outOfUse)
  }

  private func isOfNote(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .comma, .quote, .dash: true
    default: isOfPhrase(index)
    }
  }

  /// Whether a year ends the cell or its bracket: passed away 2019.
  private func isLastYear(_ index: Int) -> Bool {
    guard tokens[index].kind == .digits, tokens[index].count == 4,
      (1950...2099).contains(value(of: tokens[index]))
    else { return false }
    return tokens[index + 1].kind == .end || tokens[index + 1].kind == .close
  }

  /// Whether words begin a bracket that holds a number as well, of which they speak: 0117 943 3095 (dead: 0161 739 1612).
  private func leadsToNumber(inBracket first: Int, _ next: Int) -> Bool {
    guard first > 1, tokens[first - 1].kind == .open else { return false }
    switch tokens[next].kind {
    case .dash, .colon, .comma: return leadsToNumber(next + 1)
    default: return leadsToNumber(next)
    }
  }

  /// Whether words stand behind a number in full, or in brackets of their own.
  func speaksOfNumber(_ first: Int, before next: Int) -> Bool {
    if first > 1, tokens[first - 1].kind == .open, tokens[next].kind == .close { return true }
    // Bad is the name of a spa, and of a room.
    return (standsBehindNumber(first) || endsCellOfDigits(first, next)) && !spells("bad", at: first)
  }

  /// The fewest digits of a cell that is a number up to words.
  private static let fewestDigits = 7

  /// Whether words end a cell that has nothing but digits before them, which may be no number in full yet: 555 386 20 32
  /// iptal.
  private func endsCellOfDigits(_ first: Int, _ next: Int) -> Bool {
    guard tokens[next].kind == .end else { return false }
    var digits = 0
    for index in 0..<endBeforeSigns(first) {
      switch tokens[index].kind {
      case .digits: digits += Int(tokens[index].count)
      case .plus, .open, .close, .dash, .dot, .slash: continue
      default: return false
      }
    }
    return digits >= Self.fewestDigits
  }

  /// Whether nothing but the end, a bracket or a sign that parts numbers stands behind words.
  private func endsNote(_ next: Int) -> Bool {
    switch tokens[next].kind {
    case .dot, .dash, .slash: true
    default: tokens[next].kind.endsItemOrBracket
    }
  }

  /// All words from a token on, where they say together that the number before them is out of use, or gave way.
  private func phrase(beginningAt first: Int) -> (last: Int, word: StatusWords)? {
    guard let last = lastWord(from: first) else { return nil }
    let spelled = letters(from: first, through: last)
    switch StatusWords(rawValue: StatusWords.all.meaning(of: spelled)) {
    case .outOfUse, .departed, .wrong: return (last, .outOfUse)
    case .change: return (last, .change)
    case .forbid: return (last, .avoid)
    // Never use; not and the like alone are of what follows.
    case .avoid where first < last: return (last, .avoid)
    default: break
    }
    if first == last {
      let isVoid = tokens[first].word == .placeholder && spells("void", at: first)
      return isVoid || isStatusOfRegion(first) ? (last, .outOfUse) : nil
    }
    return context.find { $0.exact(spelled) } == .outOfUse || endsInStatus(first, last)
      ? (last, .outOfUse) : nil
  }

  /// The last of the words that begin at a token; nil where they are more than a phrase has.
  func lastWord(from first: Int) -> Int? {
    var last = first
    while last - first < Self.mostWords, let next = wordOfPhrase(behind: last) { last = next }
    return wordOfPhrase(behind: last) == nil ? last : nil
  }

  /// The longest phrase of words that have a meaning together and end at a token.
  private func phrase(endingAt last: Int) -> (first: Int, word: StatusWords)? {
    let known = StatusWords.ofLetters
    var first = last
    var found: (Int, StatusWords)?
    for _ in 0..<Self.mostWords {
      if let word = StatusWords(rawValue: known.meaning(of: letters(from: first, through: last))) {
        found = (first, word)
      }
      guard let before = wordOfPhrase(before: first) else { break }
      first = before
    }
    guard let found else { return nil }
    let before = found.0 - 1
    guard before >= 0, isOfPhrase(before) else { return found }
    if found.1.isOutOfUse { return firstOfSubject(found.0, found.1).map { ($0, found.1) } }
    // A a nie B, A, а не B.
    guard found.1 == .negation || found.1 == .avoid, before > 0, !isOfPhrase(before - 1),
      Conjunctions.all.contains(letters(of: tokens[before]))
    else { return nil }
    return (before, .avoid)
  }

  /// Whether a word for not is one in the region: nu says so in Romania, and now in the Netherlands.
  private func saysNotHere(_ index: Int) -> Bool {
    !letters(of: tokens[index]).isOne(of: EmbeddedWords.negationOfRegion)
      || isNegationOfRegion(index)
  }

  /// Whether a word for not is one in the region, and not the word for number as well, so that it needs no comma before
  /// it: A nie B.
  private func isNegationHere(_ index: Int) -> Bool {
    !spells("no", at: index) && isNegationOfRegion(index)
  }

  private func isNegationOfRegion(_ index: Int) -> Bool {
    plan.notation.negations.contains { $0.elementsEqual(letters(of: tokens[index])) }
  }

  func isStatusOfRegion(_ index: Int) -> Bool {
    context.answer({ !$0.notation.statusWords.isEmpty })
      && plan.notation.statusWords.contains { $0.elementsEqual(letters(of: tokens[index])) }
  }

  /// Whether a comma or a bracket parts words from the number before them.
  private func isPartedNote(_ first: Int) -> Bool {
    switch tokens[first - 1].kind {
    case .comma, .open, .semicolon: true
    default: false
    }
  }

  /// Whether a number in full ends before a token, or before the bracket or the sign of a list before that.
  func standsBehindNumber(_ first: Int) -> Bool {
    let end = endBeforeSigns(first)
    let open = openOfNote(before: end) ?? end
    return open > 0 && endsNumber(before: open)
  }

  /// The same, or whether a bracket opens there, by what stands right before; asked before any word is looked up.
  @inline(__always)
  private func mayFollowNumber(_ first: Int) -> Bool {
    let last = endBeforeSigns(first) - 1
    return switch tokens[last].kind {
    case .open, .close: true
    case .digits where tokens[last].mayBeOfNumber: true
    default: tokens[first - 1].kind == .open
    }
  }

  /// The token behind what stands before a bracket or the sign of a list, before a token that is not the first.
  private func endBeforeSigns(_ first: Int) -> Int {
    var end = first
    while end > 0, first - end < 4, isSignBetween(end - 1) { end -= 1 }
    return end
  }

  private func isSignBetween(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .open, .comma, .semicolon, .dash, .other, .quote, .equals, .enumeration: true
    case .star, .dot, .slash: true
    default: false
    }
  }

  /// Whether a word for but follows the number at a token, or the sign of a list behind it: ne 224 381 701, ale ….
  private func leadsToBut(_ number: Int) -> Bool {
    var index = number
    while true {
      switch tokens[index].kind {
      case .digits, .plus, .open, .close, .dash, .dot, .slash, .comma, .semicolon: index += 1
      default: return isOfPhrase(index) && ButWords.all.contains(letters(of: tokens[index]))
      }
    }
  }

  /// The word behind another one, or behind the apostrophe that joins them: n'existe.
  func wordOfPhrase(behind index: Int) -> Int? {
    let isJoined = tokens[index + 1].kind == .quote && !tokens[index + 1].followsBlank
    let next = isJoined ? index + 2 : index + 1
    return next < tokenCount && isOfPhrase(next) ? next : nil
  }

  /// The word before another one, or before the apostrophe or the dot that joins them: i.p.v.
  func wordOfPhrase(before index: Int) -> Int? {
    var before = index - 1
    if before > 0, tokens[before].kind == .quote || tokens[before].kind == .dot,
      !tokens[index].followsBlank
    {
      before -= 1
    }
    return before >= 0 && isOfPhrase(before) ? before : nil
  }
}

private enum ButWords {
  static let all = SpellingTable(EmbeddedWords.but, EmbeddedWords.butElsewhere)
}

/// Words for and that stand before one for not: Data/words.tsv.
private enum Conjunctions {
  static let all = SpellingTable(EmbeddedWords.conjunction)
}
