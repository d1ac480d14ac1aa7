import NumberingPlans
import Records

/// Leaves out numbers that are in use no more, by the words beside them: 舊04-22223333 新04-22228888,
/// 02-27123456(停用), 02-27123456改02-27129999. The words stand in Data/words.tsv.
extension TokenWriter {
  /// Whether the cell may hold words or signs that tell numbers out of use, by its facts alone.
  var mayHoldFormerNumbers: Bool {
    facts.kinds.contains(anyOf: .word, .letters, .text, .other) || mayHoldStatusSigns
  }

  /// Tells such words and signs; false when they leave every number in doubt.
  func markFormerNumbers(
    into result: CellResult
  ) -> Bool {
    markBoundsOfHours()
    markStatusWords()
    return rejectContrast(into: result) != .nothing
  }
}

extension CellReading {
  /// Whether the cell has a word that makes a number a former one, or letters that may be several.
  @inline(__always)
  var mayHoldFormer: Bool {
    isOn(.formerNumbers)
      && (facts.words.contains(anyOf: .former, .formerBesideNew, .outOfUse, .changed)
        || facts.words.contains(.new) || letterCount > 4)
  }

  /// Leaves out a number that is a former one, by the words before it and behind it; false for others.
  func leavesFormer(_ base: Base, _ tail: Tail) -> Bool {
    let start = base.firstToken
    let isBefore = !tail.isFormer && (isCalledFormer(before: start) || goesOn(at: start))
    guard
      tail.isFormer || isBefore
        || tail.findings.contains(.unusedText) && endsInPhrase(start, tail.next)
    else { return false }
    let end = max(tail.next, base.nextToken)
    // A phrase right before a number may be of that: not in service 212-736-5000.
    if tail.isFormer || !isBefore && !isOfPhrase(end - 1) { former.taken = end }
    former.end = isBefore && !isNotedAlone(base) ? end : -1
    return true
  }

  /// Whether a bracket that touches a number says of it alone that it is out of use: [停用]0912345678 0922345678.
  ///
  /// 、 and a slash make one of several numbers.
  private func isNotedAlone(_ base: Base) -> Bool {
    let (start, end) = (base.firstToken, base.nextToken)
    return plan.notation.notesAreChinese && start > 2 && !tokens[start].followsBlank
      && tokens[start - 1].kind == .close && isWord(.outOfUse, at: start - 2)
      && tokens[start - 3].kind == .open
      && tokens[end].kind != .enumeration && tokens[end].kind != .slash
  }

  /// Leaves out digits that are no number, where a word before them says that they were one; false for others.
  func leavesFormerDigits(at start: Int) -> Bool {
    guard isCalledFormer(before: start) else { return false }
    former.end = -1
    findings.insert(.unusedText)
    former.isMet = true
    return true
  }

  /// Whether a list goes on from a former number.
  private func goesOn(at start: Int) -> Bool {
    former.end >= 0
      && (start == former.end && !followsText(start)
        || isListed(start, behind: former.end))
      && !isCalledNew(before: start)
  }

  /// Whether text stands before a number, or a note of words in brackets: changed from A to B.
  private func followsText(_ start: Int) -> Bool {
    var index = start - 1
    while index > 0, tokens[index].kind == .close || tokens[index].kind == .open { index -= 1 }
    switch tokens[index].kind {
    case .text, .letters: return true
    // 承辦人.
    case .word where tokens[index].word == .amount && index > 0:
      return tokens[index - 1].kind == .text && !tokens[index].followsBlank
    case .word: return tokens[index].word == .range || tokens[index].word == .hours
    default: return false
    }
  }

  /// Whether a word before a number says that it is the new one: (舊)0912345678(新)0922345678.
  private func isCalledNew(before start: Int) -> Bool {
    var index = start - 1
    while index >= 0 {
      switch tokens[index].kind {
      case .letters where isLetterForNumber(index): index -= 1
      case .plus, .hash: index -= 1
      case .word where tokens[index].word == .label: index -= 1
      case .word: return tokens[index].word == .new
      case let kind where kind.isSignBeforeNumber: index -= 1
      default: return false
      }
    }
    return false
  }

  /// Whether a word touches the number behind it, and a blank parts it from one before: 0912345678 原0922345678.
  private func touchesLaterNumber(_ index: Int) -> Bool {
    plan.notation.notesAreChinese && index > 0 && tokens[index].followsBlank
      && !tokens[index + 1].followsBlank && lastNumber.base != nil
      && lastNumber.end <= index + 1
  }

  /// Whether the words right before a number say that it is a former one.
  private func isCalledFormer(before start: Int) -> Bool {
    var index = start - 1
    while index >= former.taken {
      if isOfPhrase(index), endsPhrase(index) { return true }
      switch tokens[index].kind {
      case .letters where isLetterForNumber(index): index -= 1
      case .plus, .hash, .other, .star: index -= 1
      case let kind where kind.isSignBeforeNumber: index -= 1
      case .word:
        switch tokens[index].word {
        case .label, .ordinal: index -= 1
        case .former, .formerBesideNew: return isFormer(index) || touchesLaterNumber(index)
        case .outOfUse: return true
        default: return isChangedFrom(index, start)
        }
      case .letters: return isChangedFrom(index, start)
      default: return false
      }
    }
    return false
  }

  /// The most tokens behind a number in which a phrase is looked for, and the most words of one.
  private static let mostTokensOfPhrase = 10
  private static let mostWordsOfPhrase = 4

  /// Whether several words behind a number say together that it is out of use: not in use.
  private func endsInPhrase(_ start: Int, _ end: Int) -> Bool {
    var index = start
    while index < end, !isOfPhrase(index) { index += 1 }
    for first in index..<max(index, min(end, index + Self.mostTokensOfPhrase))
    where isOfPhrase(first) {
      var last = first
      while last + 1 < tokenCount, last - first < Self.mostWordsOfPhrase, isOfPhrase(last + 1) {
        last += 1
        if isOutOfUse(first, last) { return true }
      }
    }
    return false
  }

  /// Whether several words before a number say together that it is out of use: not in service.
  private func endsPhrase(_ last: Int) -> Bool {
    var first = last
    while first > former.taken, last - first < Self.mostWordsOfPhrase, isOfPhrase(first - 1) {
      first -= 1
      if isOutOfUse(first, last) { return true }
    }
    return false
  }

  /// Whether words are one phrase of those that say that a number is out of use.
  private func isOutOfUse(_ first: Int, _ last: Int) -> Bool {
    let spelled = letters(from: first, through: last)
    return context.find { $0.exact(spelled) } == .outOfUse && !leadsToTopic(last + 1)
  }
}

extension TokenReading {
  /// Whether a word for former means a number here: neither a name goes on with it, as in Old Road,
  /// nor does it end one, as in Kebayoran Lama.
  func isFormer(_ index: Int) -> Bool {
    if tokens[index].word == .formerBesideNew, !facts.words.contains(anyOf: .new, .changed),
      index < 2 || tokens[index - 1].kind != .open
    {
      return false
    }
    guard tokens[index].count > 0 else { return true }
    let next = tokens[index + 1].kind
    if next == .ordinal || next == .hash || isLetterForNumber(index + 1)
      || isWord(.label, at: index + 1)
      || isWord(.ordinal, at: index + 1)
    {
      return true
    }
    guard next != .letters, next != .text, index > 0 else { return index == 0 && next != .letters }
    // Casa Veche is the name of a house.
    let before = letters(of: tokens[index - 1])
    if before.isOne(of: EmbeddedWords.houseBeforeOld), !facts.words.contains(anyOf: .new, .changed)
    {
      return false
    }
    return tokens[index - 1].kind != .letters && tokens[index - 1].kind != .text
  }
}
