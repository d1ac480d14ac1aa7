import NumberingPlans

/// Words that say not to dial a number: 請勿撥打0912345678, 0912345678(勿撥), 0912345678 (離婚,勿聯絡).
extension TokenWriter {
  /// The most texts and commas of a note before the one that counts.
  private static let mostTokensBefore = 4

  /// Takes a word for dialling behind a negation for one that says not to dial the number behind it, or where none
  /// stands there the one before: 請勿撥打0912345678.
  func markForbiddenDialling() {
    guard facts.mayHoldNumber, facts.kinds.contains(.text), facts.words.contains(.marker) else {
      return
    }
    for index in 1..<max(tokenCount, 1)
    where isWord(.marker, at: index) && tokens[index - 1].kind == .text {
      guard text(of: tokens[index]).isOne(of: EmbeddedWords.dialAlone),
        text(of: tokens[index - 1]).ends(inOneOf: EmbeddedWords.diallingRefused)
      else { continue }
      let dials =
        tokens[index + 1].kind == .text
        && text(of: tokens[index + 1]).isOne(of: EmbeddedWords.dialOn)
      guard let meaning = meaning(ofForbidden: index - 1, before: dials ? index + 2 : index + 1)
      else { continue }
      take(index - 1, for: meaning)
      passOver(index)
      if dials { passOver(index + 1) }
    }
  }

  /// What such a phrase says, of the number behind it or of the one before it; nil where no number stands there.
  private func meaning(ofForbidden first: Int, before next: Int) -> Word? {
    let before = max(first - 1, 0)
    if tokens[before].kind == .open, tokens[next].kind == .close {
      let isBeside = before == 0 ? leadsToNumber(next + 1) : endsNumberInFull(before: before)
      return isBeside ? .outOfUse : nil
    }
    if leadsToNumber(next) { return .former }
    let isItem = tokens[before].kind == .comma && tokens[next].kind == .comma
    return endsNumberInFull(before: isItem ? before : first) ? .outOfUse : nil
  }

  /// Whether a text of two ideographs or more forbids to dial the only number of the cell, behind which it stands, and
  /// blanks part what the cell ends in from it: 0912345678 勿打 請傳簡訊.
  func isOfRest(_ index: Int) -> Bool {
    let written = text(of: tokens[index])
    guard plan.notation.notesAreChinese, index > 0, index + 2 == tokenCount,
      tokens[index + 1].kind == .text, tokens[index].followsBlank, written.count >= 6,
      written.ends(inOneOf: EmbeddedWords.callEnding)
    else { return false }
    return endsNumberInFull(before: index)
  }

  /// What a text means that says not to dial a number: the one before its brackets, or the one behind it.
  func meaning(ofAvoid index: Int) -> Word? {
    if isBracketed(index), isBetweenNumbers(index) { return .outOfUse }
    if isOfRest(index) { return .outOfUse }
    // [刪]02-27123456.
    if index == 1, isBracketed(index), leadsToNumber(index + 2) { return .outOfUse }
    if isNoteOnNumber(index) { return .outOfUse }
    guard leadsToNumber(index + 1) else {
      return tokens[index + 1].kind.endsItemOrBracket && index > 0
        && endsNumberInFull(before: index)
        ? .outOfUse : nil
    }
    return tokens[index - 1].kind == .open && index > 1 ? .former : .outOfUse
  }

  /// Whether nothing but text stands with a text in the bracket behind a number in full, or between two commas there:
  /// 0912345678(勿打), 0912345678 (離婚,勿聯絡), 0912345678，勿打，0922345678.
  private func isNoteOnNumber(_ index: Int) -> Bool {
    if isItem(index) { return endsNumberInFull(before: index - 1) }
    guard tokens[index + 1].kind == .close else { return false }
    var open = index - 1
    while open > 0, index - open <= Self.mostTokensBefore {
      switch tokens[open].kind {
      case .text, .comma, .enumeration: open -= 1
      default: return tokens[open].kind == .open && endsNumberInFull(before: open)
      }
    }
    return open == 0 && tokens[0].kind == .open && leadsToNumber(index + 2)
  }
}
