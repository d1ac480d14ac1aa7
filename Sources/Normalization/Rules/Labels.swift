import NumberingPlans
import Records

/// Reads the words that say whose or what a number is: 電話, Tel.; docs/rules.md. The words stand in
/// Data/words.tsv.
extension TokenWriter {
  /// Joins labels and markers whose characters are set apart, and takes 轉 within a word for text.
  func joinWords() {
    joinSpacedWords()
    markCamelWords()
    joinMarkerPairs()
    if facts.words.contains(.marker), facts.kinds.contains(.text) || facts.words.contains(.hours) {
      markWordsWithTransfer()
    }
  }

  /// Whether the cell may have words that only lead to a number.
  var mayAnnounceNumbers: Bool {
    facts.words.contains(anyOf: .ordinal, .marker, .changed) || facts.words.contains(.fax)
  }

  /// Tells what words that lead to a number make of each other: 請改撥, Fax No., Fax2Mail.
  func markAnnouncements() {
    if facts.words.contains(anyOf: .marker, .changed) { markDialling() }
    if facts.words.contains(.ordinal) { markOrdinals() }
    if facts.words.contains(.fax) {
      if letterCount > 0 { markFaxToMail() }
      markOwnersOfFaxes()
    }
  }

  /// Whether the cell may have words between numbers, or the number of a label.
  var mayJoinOrNumberLabels: Bool {
    letterCount > 0 || facts.hasToken(digits: 1) && mayNumberLabels
  }

  /// Tells the words that join two numbers, and the numbers that labels have of their own.
  func markLabels() {
    markJoiners()
    if facts.hasToken(digits: 1), mayNumberLabels { markNumbersOfLabels() }
  }

  /// Tells the words that only say that a number follows, beside a label, a fax label or a marker:
  /// Fax No., 팩스 번호, Ext No:; alone they are labels.
  private func markOrdinals() {
    // The last token before this one, and the first behind it, that is no sign.
    var before = tokenCount
    var behind = 0
    for index in 0..<tokenCount {
      if isWord(.ordinal, at: index) {
        if behind <= index { behind = token(noSignFrom: index + 1) }
        if isLabel(before) || isLabel(behind) || isFax(behindShortWord: behind) {
          passOver(index)
          if tokens[index + 1].kind == .dot { passOver(index + 1) }
        } else {
          tokens[index].word = .label
        }
      }
      if !isSign(index) { before = index }
    }
  }

  /// The first token from one on that is no sign; the end where there is none.
  private func token(noSignFrom start: Int) -> Int {
    var index = start
    while index < tokenCount, isSign(index) { index += 1 }
    return min(index, tokenCount)
  }

  /// Whether a sign may stand between a label and the word for number.
  private func isSign(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .dot, .dash, .colon, .ordinal: true
    default: false
    }
  }

  /// Whether a short word leads to a fax label: número de fax, numero di fax.
  private func isFax(behindShortWord index: Int) -> Bool {
    (tokens[index].kind == .letters || isWord(.range, at: index))
      && (1...3).contains(tokens[index].count) && isWord(.fax, at: index + 1)
  }

  /// Whether a word is one that a number follows, so that the word for number says nothing beside it.
  private func isLabel(_ index: Int) -> Bool {
    guard tokens[index].kind == .word else { return false }
    switch tokens[index].word {
    case .label, .fax, .marker, .ordinal: return true
    // Flat No. 12.
    case .place: return tokens[index].count > 0
    default: return false
    }
  }
}

extension TailGrammar {
  /// Reads a label behind a number: it belongs to the next one where one follows.
  func readTailLabel(_ tail: inout Tail, _ base: Base) {
    if context.labelsFollow {
      tail.hasLabel = true
      tail.next += 1
      return
    }
    if isInBracketBeforeDash(tail.next) || isInBracketBeforeExtension(tail.next, tail) {
      tail.next += 2
      return
    }
    if readsExtension(&tail, behindLabelOf: base) { return }
    if mayNameHolder(tail.next),
      addsExtensionOfNextHolder(&tail, at: tail.next, of: base)
    {
      return
    }
    var next = token(afterSigns: tail.next + 1)
    // Phone # 212-736-1234, Tél n° 01 42 33 66 17.
    if tokens[next].kind == .hash || isLetterForNumber(next) {
      let number = token(afterSigns: next + 1)
      if tokens[number].kind != .digits || startsFullNumber(at: number) { next = number }
    }
    if isChoice(next) {
      tail.leave(upTo: next + 1)
      return
    }
    switch tokens[next].kind {
    case .digits, .plus:
      if tokens[tail.next].bytes == 1, !tokens[tail.next].followsBlank,
        tokens[tail.next - 1].kind != .open
      {
        tail.fail(.junk, at: tail.next, JunkNote.textAmid)
      } else {
        tail.isDone = true
      }
    case .word where tokens[next].word == .fax: tail.isDone = true
    default: tail.next += 1
    }
  }

  /// Whether a bracket holds nothing but a label, and a dash touches it: 0755-83021234(总机)-811.
  private func isInBracketBeforeDash(_ label: Int) -> Bool {
    isBracketed(label) && tokens[label + 2].kind == .dash && !tokens[label + 2].followsBlank
  }

  /// Whether a bracket behind an extension holds nothing but a label, and another extension touches it:
  /// 分机8001（办公室）8002.
  private func isInBracketBeforeExtension(_ label: Int, _ tail: Tail) -> Bool {
    let digits = label + 2
    guard plan.notation.hasUnmarkedExtensions, tail.extensions.count > 0,
      tail.extensions.last.digits > 1, isBracketed(label), tokens[digits].kind == .digits,
      !tokens[digits].followsBlank || isBeforeName(digits),
      Int(tokens[digits].count) == tail.extensions.last.digits, !isHotline(digits),
      !startsFullNumber(at: digits)
    else { return false }
    switch tokens[digits + 1].kind {
    case .end, .open, .comma, .enumeration, .semicolon, .newline: return true
    default: return false
    }
  }

  /// Whether a label stands before a bracket, or touches the digits before it and leads to others: (201) 教務處(301),
  /// 轉310教務處 320學務處.
  private func mayNameHolder(_ label: Int) -> Bool {
    switch tokens[label + 1].kind {
    case .open: true
    case .digits: !tokens[label].followsBlank
    default: false
    }
  }

  /// Whether nothing but the bracket with the name of who has them stands behind digits: 11(教務處) 12(學務處).
  private func isBeforeName(_ digits: Int) -> Bool {
    let name = digits + 2
    return tokens[digits + 1].kind == .open && tokens[name + 1].kind == .close
      && (isWord(.label, at: name) || tokens[name].kind == .text)
  }

  /// Whether one digit behind a label is the number of a desk or a choice, by the text that it touches and with which the
  /// note ends: [문의1번].
  private func isChoice(_ index: Int) -> Bool {
    guard tokens[index].kind == .digits, tokens[index].count == 1,
      tokens[index + 1].kind == .text || isWord(.amount, at: index + 1),
      !tokens[index + 1].followsBlank
    else { return false }
    switch tokens[index + 2].kind {
    case .close, .end, .comma, .newline: return true
    default: return false
    }
  }
}
