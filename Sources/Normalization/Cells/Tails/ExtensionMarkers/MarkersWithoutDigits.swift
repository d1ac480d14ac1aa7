import NumberingPlans
import Records

/// Markers behind a number without digits behind them: 分機:無, 轉人事部, 轉12分機, (y extensiones publicadas), 01/512 34 56-12 DW.
extension TailGrammar {
  /// Whether a marker is the last word of a note in brackets: (custo de chamada local).
  private func endsNote(_ start: Int, behind index: Int) -> Bool {
    guard tokens[index].kind == .close, tokens[start].kind == .word else { return false }
    switch tokens[start - 1].kind {
    case .letters: return tokens[start].followsBlank
    case .word: return tokens[start - 1].word == .label
    case .text: return tokens[start - 2].kind == .open && asksFor(start - 1)
    default: return false
    }
  }

  /// Whether text only asks to say something: （请报分机号）.
  private func asksFor(_ index: Int) -> Bool {
    text(of: tokens[index]).begins(withOneOf: EmbeddedWords.asks)
  }

  /// The token that closes a note of words about extensions, which tells none: (y extensiones publicadas).
  private func endOfNoteOnExtensions(_ marker: Int, behind base: Base) -> Int? {
    var open = marker - 1
    while open >= base.nextToken, tokens[open].kind == .letters || isWord(.joiner, at: open) {
      open -= 1
    }
    guard open >= base.nextToken, tokens[open].kind == .open, open + 1 < marker else { return nil }
    var close = marker + 1
    while tokens[close].kind == .letters || isWord(.joiner, at: close) { close += 1 }
    return tokens[close].kind == .close ? close : nil
  }

  /// The token behind a word that says that there is no extension: 分機:無, ext N/A.
  private func endOfNone(_ index: Int) -> Int? {
    if isWord(.placeholder, at: index) { return index + 1 }
    if endsInEmptyQuotes(index) { return index }
    guard tokens[index + 1].kind == .slash, isLetter("n", at: index), isLetter("a", at: index + 2)
    else { return nil }
    return index + 3
  }

  /// Whether nothing stands between the quotation marks before a token: "ext":"".
  private func endsInEmptyQuotes(_ index: Int) -> Bool {
    tokens[index - 1].kind == .quote && tokens[index - 2].kind == .quote
      && tokens[index - 3].kind == .colon && tokens[index].kind.endsItemOrBracket
  }

  /// The token behind a marker that stands in a note, or in the heading of a column without its value;
  /// nil where it asks for an extension.
  private func endOfUnusedMarker(_ start: Int, behind index: Int, of base: Base) -> Int? {
    // Num/INT.
    if index == tokenCount, tokens[start].kind == .word, tokens[start].count > 0, start > 0,
      tokens[start - 1].kind == .slash
    {
      return index
    }
    if notesDirectLine(start, of: base) { return index }
    return endsNote(start, behind: index) ? index : endOfNoteOnExtensions(start, behind: base)
  }

  /// Whether a marker, perhaps in a bracket, only says of the digits behind the last dash of a number that they
  /// are a direct line: 01/512 34 56-12 DW.
  private func notesDirectLine(_ marker: Int, of base: Base) -> Bool {
    guard plan.notation.hasDirectDialling, tokens[marker].kind == .word,
      marker == base.nextToken
        || marker == base.nextToken + 1 && tokens[marker - 1].kind == .open
    else { return false }
    return tokens[base.nextToken - 1].kind == .digits && tokens[base.nextToken - 2].kind == .dash
  }

  /// Whether the name of who has the extension begins at a token: text, a label, or a unit, which is none
  /// without digits before it, 轉人事部.
  private func beginsName(_ index: Int) -> Bool {
    if tokens[index].kind == .text || isWord(.label, at: index) { return true }
    guard tokens[index].kind == .word, tokens[index].isOfIdeographs else { return false }
    switch tokens[index].word {
    case .amount, .place, .unit, .dateUnit, .hours: return true
    default: return false
    }
  }

  /// Whether a word of ideographs asks for an extension of a number whose last digits are no count: 02-27123456 分機,
  /// 02-27123456#分機.
  ///
  /// An x may strike the number out.
  private func asksForExtension(_ start: Int, upTo index: Int, of base: Base) -> Bool {
    let last = tokens[base.nextToken - 1]
    let marker = tokens[start].kind == .hash && start + 1 < index ? start + 1 : start
    return plan.notation.hasUnmarkedExtensions && base.repair == nil
      && tokens[marker].kind == .word && tokens[marker].isOfIdeographs
      && (last.count > 2 || !last.followsBlank)
  }

  /// Whether a marker only ends what stands behind the number: 轉12分機.
  private func endsExtensions(_ marker: Int, before index: Int, _ tail: Tail) -> Bool {
    tail.extensions.count > 0 && (index == tokenCount || tokens[index].kind == .close)
      && !masksDigit(marker, tail)
  }

  /// Reads a marker without digits: a word asks for an extension that is missing.
  func readBareMarker(
    _ tail: inout Tail, _ base: Base, from start: Int, to index: Int, hasWord: Bool
  ) {
    if hasWord, let end = endOfNone(index) {
      tail.next = end
      return
    }
    if hasWord {
      if tail.alternates > 0 {
        return tail.fail(.ambiguous, at: start, "extensions, or the last digits of other numbers")
      }
      if let end = endOfUnusedMarker(start, behind: index, of: base) {
        tail.leave(upTo: end)
        return
      }
      let isLate = endsExtensions(start, before: index, tail)
      guard isLate || beginsName(index) else {
        tail.fail(.badExtension, at: start)
        tail.keepsNumber =
          tail.isEmpty
          && (isSure(base) || asksForExtension(start, upTo: index, of: base))
        return
      }
      if !isLate { tail.findings.insert(.unusedText) }
    } else if base.repair != nil, tail.extensions.count == 0 {
      return tail.fail(.ambiguous, at: start, "a sign behind the number, or in place of a digit")
    }
    tail.next = index
  }
}
