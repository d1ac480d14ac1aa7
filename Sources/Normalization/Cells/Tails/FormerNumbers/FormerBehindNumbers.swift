import NumberingPlans
import Records

/// Whose number a word speaks of.
private enum Owner {
  case before, behind
  /// Of neither.
  case none
  case doubt
}

/// Tells former numbers from those in use by the words behind them: 02-27123456(停用), 02-27123456改02-27129999.
extension TailGrammar {
  /// Reads a word behind a number that tells former numbers from those in use.
  func readTailFormer(_ tail: inout Tail, _ base: Base) {
    let word = tail.next
    tail.findings.insert(.unusedText)
    if takesBackExtension(&tail, base, by: word) { return }
    switch owner(of: word, behind: base) {
    case .before:
      tail.isFormer = true
      tail.next = isWord(.range, at: word + 1) ? word + 2 : word + 1
    case .behind: tail.isDone = true
    case .doubt:
      tail.fail(.ambiguous, at: word, "a number in use, or a former one")
    case .none:
      let next = word + 1
      // 改3/20.
      if isDay(next), tokens[next + 2].kind == .digits { return tail.next = next + 3 }
      if tokens[next].kind == .digits, !startsFullNumber(at: next), endOfQuantity(next) == nil {
        tail.fail(.junk, at: word, JunkNote.textAmid)
        tail.keepsNumber =
          !plan.notation.hasUnmarkedExtensions
          && isSure(base, beforeText: word, andDigits: next, tail)
        return
      }
      tail.next = next
    }
  }

  /// Whose number a word behind a number speaks of, by its meaning and by what stands around it.
  private func owner(of word: Int, behind base: Base) -> Owner {
    let meaning = tokens[word].word
    let isOfNew = meaning == .changed || meaning == .new
    guard isOfNew || meaning == .outOfUse || isFormer(word) else { return .none }
    if let brackets = brackets(around: word) {
      return isOfNew
        ? owner(ofNew: meaning, inBracket: brackets.open, brackets.close, base)
        : owner(ofBracket: brackets.open, brackets.close, base, isStatus: meaning == .outOfUse)
    }
    let next = firstOfNumber(behind: word)
    let isNumber = beginsDigits(next)
    if isOfNew { return isNumber ? owner(ofNew: word, next, base) : .none }
    guard isNumber, !isDay(next) else { return .before }
    if meaning == .outOfUse { return owner(ofStatus: word, before: next, base) }
    return owner(ofFormer: word, base)
  }

  /// Whether few digits that are no number are part of a day, or of something else: 停話 (7/1).
  private func isDay(_ index: Int) -> Bool {
    guard plan.notation.notesAreChinese, tokens[index].kind == .digits,
      tokens[index].count <= 4, !startsFullNumber(at: index)
    else { return false }
    switch tokens[index + 1].kind {
    case .slash, .dot: return tokens[index + 2].count <= 2
    default: return isWord(.dateUnit, at: index + 1)
    }
  }

  /// Whose number a word for former before a number speaks of: 02-27129999(舊02-27123456 王先生).
  private func owner(ofFormer word: Int, _ base: Base) -> Owner {
    // 0912345678 離職 改找 0922345678.
    if leadsToChange(word) { return .before }
    guard tokens[word - 1].kind != .open, endsInWord, base.firstToken == 0 else { return .behind }
    return endsInStatus && !tokens[word].followsBlank ? .before : .doubt
  }

  /// Whose number a word for out of use between two numbers speaks of: that which it touches.
  ///
  /// One for a change of the number leads from it to the next one behind a colon, or in the same brackets.
  private func owner(ofStatus word: Int, before next: Int, _ base: Base) -> Owner {
    if leadsToChange(word) { return .before }
    let isRenumbered = RenumberedWords.all.contains(text(of: tokens[word]))
    if isRenumbered, tokens[word - 1].kind == .open || hasColon(word + 1, next) { return .before }
    let isTight = !tokens[word].followsBlank
    if let isOfBoth = leadsOn(status: word) { return isOfBoth ? .doubt : .before }
    let end = endOfStatus(word)
    if next > end { return owner(ofStatus: word, beforeSign: end) }
    if isTight, followsLabelApart(word) { return .doubt }
    if isTight != tokens[end].followsBlank {
      if speaksOfBefore(word, base) { return .before }
      return endsInStatus && base.firstToken == 0 ? .before : .doubt
    }
    return isTight ? .before : isRenumbered ? .doubt : .behind
  }

  /// The token behind a status, and behind the parts in which it is written: 번호 변경.
  private func endOfStatus(_ word: Int) -> Int {
    var end = word + 1
    while tokens[word].isOfIdeographs, tokens[end].kind == .ordinal, tokens[end].isOfIdeographs {
      end += 1
    }
    return end
  }

  /// Whether a status that blanks part from both numbers can only be of the first one, with which the cell begins, for
  /// it is a sentence about it: A 查無此人 B, A 已停用 B, A 換號 B.
  private func speaksOfBefore(_ word: Int, _ base: Base) -> Bool {
    let spelled = text(of: tokens[word])
    return plan.notation.notesAreChinese && base.firstToken == 0 && word == base.nextToken
      && tokens[word].isOfIdeographs
      && (spelled.count >= 9 && spelled[0] >= 0xE4 && isKnown(status: spelled)
        || StatusWords.isDeparture(spelled) || RenumberedWords.all.contains(spelled))
  }

  /// Whether a status is a whole word that is none of the number behind it: no name ends in it, 张三离职.
  private func isKnown(status spelled: UnsafeBufferPointer<UInt8>) -> Bool {
    context.find { $0.exact(spelled) } == .outOfUse
      || StatusWords.all.meaning(of: spelled) != 0 && !StatusWords.isOfNext(spelled)
  }

  /// Whether the words of a status in letters lead on to the number that is in use, by a dash or the end of a sentence
  /// between, 212-736-5000 dead - 212-736-5001: false, and true where it may be of either; nil for others.
  private func leadsOn(status word: Int) -> Bool? {
    guard tokens[word].count > 0 else { return nil }
    var sign = word + 1
    while tokens[sign].kind == .ordinal { sign += 1 }
    switch tokens[sign].kind {
    case .dash, .dot: return tokens[word - 1].kind == .dash
    case .digits, .plus, .open:
      return tokens[word].followsBlank && tokens[sign].followsBlank ? true : nil
    default: return nil
    }
  }

  /// The same before a label or a sign: where a blank parts them the label is of the number behind it, and the
  /// status of the one before, 02-27123456停用 手機0912345678; a dash with a blank behind it parts both, and one with none
  /// may belong to either, 停用-0922345678.
  private func owner(ofStatus word: Int, beforeSign sign: Int) -> Owner {
    let isTight = !tokens[word].followsBlank
    if tokens[word].isOfIdeographs, tokens[sign].kind == .dash {
      return isTight || tokens[sign + 1].followsBlank ? .before : .doubt
    }
    guard plan.notation.notesAreChinese, isWord(.label, at: word + 1) else { return .behind }
    return isTight || tokens[word + 1].followsBlank ? .before : .behind
  }

  /// Whether a status touches a label that a blank parts from the number before, so that it may be of either number:
  /// 02-27123456 手機停用 0912345678.
  private func followsLabelApart(_ word: Int) -> Bool {
    plan.notation.notesAreChinese && isWord(.label, at: word - 1)
      && tokens[word - 1].followsBlank
  }

  /// Whether a colon or an equals sign stands between two tokens.
  private func hasColon(_ start: Int, _ end: Int) -> Bool {
    for index in start..<max(start, end)
    where tokens[index].kind == .colon || tokens[index].kind == .equals {
      return true
    }
    return false
  }

  /// Whether a word behind the sign of a list speaks of the number before that: 02-27123456，改為02-27129999.
  func speaksOfNumberBefore(_ word: Int, behindSigns start: Int, _ base: Base) -> Bool {
    for sign in start..<word where tokens[sign].kind == .newline { return false }
    let next = firstOfNumber(behind: word)
    let isNumber = beginsDigits(next)
    switch tokens[word].word {
    case .changed, .new:
      return isNumber && (startsFullNumber(at: next) || startsLocalNumber(at: next, like: base))
    case .outOfUse: return !isNumber || RenumberedWords.all.contains(text(of: tokens[word]))
    default: return false
    }
  }

  /// The word for a change behind a day from which it holds; nil for none: 02-27123456，自114/1/1起改為….
  func changeBehindDay(_ start: Int) -> Int? {
    let isBehindText = tokens[start].kind == .text && tokens[start].bytes == 3
    var index = isBehindText ? start + 1 : start
    guard tokens[index].kind == .date else { return nil }
    while tokens[index].kind == .date { index += 1 }
    return isWord(.changed, at: index) ? index : nil
  }

  /// Whether a word for new and a colon stand before the first number, and no label: 新:0912345678 (0922345678).
  func followsNewAlone(_ base: Base) -> Bool {
    base.firstToken == 2 && isWord(.new, at: 0) && tokens[1].kind == .colon
  }

  /// Whether a word for a change follows one for out of use: 停用 請改撥 0912345678.
  private func leadsToChange(_ word: Int) -> Bool {
    let next = token(afterSigns: word + 1)
    return isWord(.changed, at: next) || isWord(.new, at: next)
  }

  /// Whether the number before a word for new, or for a change, gave way to the one behind it.
  private func owner(ofNew word: Int, _ next: Int, _ base: Base) -> Owner {
    let isFull = startsFullNumber(at: next)
    if tokens[word].word == .changed {
      // 0800-123-456 手機請改撥 02-27123456: toll-free numbers are not for everybody.
      if base.answer.type == .tollFree, hasLabel(base.nextToken, word) { return .behind }
      return isFull || startsLocalNumber(at: next, like: base) ? .before : .none
    }
    let isBehindNew = base.firstToken > 0 && isWord(.new, at: base.firstToken - 1)
    // 02-27123456（新：02-27129999）.
    if isFull, !isBehindNew, tokens[word - 1].kind == .open, hasColon(word + 1, next) {
      return .before
    }
    return isFull && !hasLabel(word + 1, next) && !isBehindNew ? .doubt : .none
  }

  /// Whose number a word in brackets speaks of: 02-27123456(舊), (舊)02-27123456.
  ///
  /// A status stands behind what it speaks of, unless the number before it has one, too.
  private func owner(
    ofBracket open: Int, _ close: Int, _ base: Base, isStatus: Bool
  ) -> Owner {
    let next = close + 1
    guard beginsDigits(next) || tokens[next].kind == .open,
      startsFullNumber(at: next) || tokens[next].kind == .plus
    else { return .before }
    let isTight = !tokens[open].followsBlank
    if isTight, isStatus, followsLabelApart(open) { return .doubt }
    let isNextTight = !tokens[next].followsBlank
    if isTight != isNextTight { return isTight ? .before : .behind }
    if isStatus, !followsStatus(base) { return .before }
    return endsInWord && base.firstToken == 0 ? .before : .doubt
  }

  /// Whose number a word for new, or for a change, in brackets between two speaks of: 02-27123456 (改)02-27129999.
  ///
  /// Where such words stand before their numbers, or behind them, it tells of no former one.
  private func owner(
    ofNew meaning: Word, inBracket open: Int, _ close: Int, _ base: Base
  ) -> Owner {
    guard startsFullNumber(behindBracket: close), !endsInStatus, !followsStatus(base) else {
      return .none
    }
    let isOfBase = !tokens[open].followsBlank && tokens[close + 1].followsBlank
    return isOfBase && meaning == .new ? .none : .doubt
  }

  /// Whether a number in full, or a plus, stands behind a bracket.
  private func startsFullNumber(behindBracket close: Int) -> Bool {
    switch tokens[close + 1].kind {
    case .plus: true
    case .digits, .open: startsFullNumber(at: close + 1)
    default: false
    }
  }

  /// Whether a word that tells former numbers from new ones stands before a number.
  private func followsStatus(_ base: Base) -> Bool {
    var index = base.firstToken - 1
    while index > 0, base.firstToken - index < 4 {
      switch tokens[index].kind {
      case .colon, .open, .close: index -= 1
      default: return tokens[index].tellsUse
      }
    }
    return index == 0 && tokens[index].tellsUse
  }

  /// Whether the cell ends in a word that tells former numbers from those in use, which stands behind its
  /// number then, as the others do.
  private var endsInStatus: Bool {
    var last = tokenCount - 1
    if last > 0, tokens[last].kind == .close { last -= 1 }
    return tokens[last].tellsUse
      || tokens[last].kind == .text && InUseWords.all.contains(text(of: tokens[last]))
  }

  /// Whether the cell ends in a word, maybe in brackets.
  private var endsInWord: Bool {
    var last = tokenCount - 1
    if last > 0, tokens[last].kind == .close { last -= 1 }
    return tokens[last].kind == .word || isText(last)
  }

  /// The brackets around a word with nothing but words: (舊號碼).
  private func brackets(around word: Int) -> (open: Int, close: Int)? {
    var open = word - 1
    while open > 0, isOfNote(open) { open -= 1 }
    var close = word + 1
    while isOfNote(close) { close += 1 }
    return open > 0 && tokens[open].kind == .open && tokens[close].kind == .close
      ? (open, close) : nil
  }

  /// Whether a token may stand in a note of words alone.
  private func isOfNote(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .text, .letters, .word, .ordinal, .comma, .enumeration, .date: true
    default: false
    }
  }

  /// The first token behind a word that is no sign, and no word that says that a number follows.
  func firstOfNumber(behind word: Int) -> Int {
    var index = word + 1
    while true {
      switch tokens[index].kind {
      case .colon, .dot, .dash, .open, .equals, .quote, .ordinal, .hash: index += 1
      case .letters where leadsOn(index, behind: word): index += 1
      case .text where leadsOn(index, behind: word): index += 1
      case .word:
        switch tokens[index].word {
        case .label, .ordinal, .range, .changed, .new: index += 1
        case .hours, .joiner, .placeholder:
          guard index == word + 1, isPreposition(index) else { return index }
          index += 1
        default: return index
        }
      default: return index
      }
    }
  }

  /// Whether letters, or the name of who has the number behind it, lead on from a word to that number: remplacé par le,
  /// 0912345678 已交接給李先生 0922345678.
  private func leadsOn(_ index: Int, behind word: Int) -> Bool {
    if tokens[index].kind == .text {
      return index == word + 1 && isWord(.changed, at: word) && namesPerson(index)
    }
    if isLetterForNumber(index) || index == word + 1 && isPreposition(index) { return true }
    return index == word + 2 && tokens[index].count < 4 && isPreposition(word + 1)
  }

  /// Whether a label stands between two tokens.
  private func hasLabel(_ start: Int, _ end: Int) -> Bool {
    for index in start..<end where isWord(.label, at: index) { return true }
    return false
  }
}

extension Token {
  /// Whether it tells former numbers from those in use.
  fileprivate var tellsUse: Bool { kind == .word && word.tellsUse }
}

/// The words for a change of a number: Data/words.tsv.
enum RenumberedWords {
  static let all = SpellingTable(EmbeddedWords.renumbered)
}
