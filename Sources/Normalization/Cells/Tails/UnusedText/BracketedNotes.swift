import NumberingPlans

/// Notes in brackets behind a number: (14 ct/min), (9-12 und 14-17 Uhr), (10 lines), (CHF 2.50/Min.).
extension TailGrammar {
  /// The token that closes a note from a token on; nil where its digits may be part of a number, or
  /// name an extension.
  ///
  /// A note that does not begin with digits must name a currency, or a unit of time.
  func endOfBracketedNote(_ start: Int) -> Int? {
    let beginsWithDigits = tokens[start].kind == .digits
    guard !beginsWithDigits || tokens[start].count <= 2 else { return nil }
    var note = BracketedNote(beginsWithDigits: beginsWithDigits)
    let end = endOfNote(start)
    for index in start..<end {
      guard belongs(index, behind: start, to: &note) else { return nil }
    }
    return note.isWhole ? end : nil
  }

  /// Whether a token may belong to a note.
  private func belongs(_ index: Int, behind start: Int, to note: inout BracketedNote) -> Bool {
    switch tokens[index].kind {
    case .digits:
      note.hasDigits = true
      return (tokens[index].count <= 3 || isFraction(index, behind: start))
        && !isNumberBehindWords(index, behind: start)
    case .hash, .star, .at: return false
    // (8,35 snt/puh + 16,69 snt/min).
    case .plus:
      return tokens[index + 1].kind != .digits || note.hasUnit && tokens[index + 1].count <= 2
    case .letters, .text, .percent, .hours, .amount, .word:
      if leadsElsewhere(index, behind: start, in: note) { return false }
      if isUnitOfNote(index) || note.beginsWithDigits && tokens[index].kind == .amount {
        note.hasUnit = true
      }
      if !isWord(.joiner, at: index), !isWord(.range, at: index) { note.hasWords = true }
    default: break
    }
    return true
  }

  /// Whether four digits stand behind the comma or dot of a price: 0,0835 €.
  private func isFraction(_ index: Int, behind start: Int) -> Bool {
    guard index > start + 1, tokens[index].count == 4, !tokens[index].followsBlank else {
      return false
    }
    let sign = tokens[index - 1]
    return (sign.kind == .comma || sign.kind == .dot) && !sign.followsBlank
      && tokens[index - 2].kind == .digits && tokens[index - 2].count <= 2
  }

  /// Whether a number in full stands behind words or hours of a note: (après 18h : 06 12 34 56 78).
  private func isNumberBehindWords(_ index: Int, behind start: Int) -> Bool {
    guard index > start, beginsWithZero(index) || tokens[index - 1].kind == .colon
    else { return false }
    return tokens[index].count > 1 && startsFullNumber(at: index)
  }

  /// Whether a word makes digits of a note an extension or a number, or says that there is none.
  private func leadsElsewhere(_ index: Int, behind start: Int, in note: BracketedNote) -> Bool {
    guard tokens[index].kind == .word else { return false }
    switch tokens[index].word {
    case .placeholder where isEndingOfOrdinal(index, behind: start): return false
    // (85 hunting lines are available).
    case .placeholder where note.beginsWithDigits && note.hasWords: return false
    case .label where note.hasUnit && leadsToNoDigits(index): return false
    case .marker, .label, .fax, .postcode, .placeholder: return !isInitial(index, behind: start)
    default: return false
    }
  }

  /// Whether a label in a note stands behind a slash, or before text: ct/m, your phone company.
  private func leadsToNoDigits(_ label: Int) -> Bool {
    if tokens[label - 1].kind == .slash { return true }
    switch tokens[label + 1].kind {
    case .letters, .text, .close: return true
    default: return false
    }
  }

  /// Whether a letter that may be a label is only the first one of another word: m.m., h.
  private func isInitial(_ index: Int, behind start: Int) -> Bool {
    index > start && tokens[index].bytes == 1
      && tokens[index + 1].kind != .digits
  }

  /// Whether letters touch digits, as in 2nd.
  private func isEndingOfOrdinal(_ index: Int, behind start: Int) -> Bool {
    index > start && tokens[index - 1].kind == .digits && !tokens[index].followsBlank
  }

  /// Whether hours, a unit of time or a currency stand at a token.
  private func isUnitOfNote(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .hours: true
    case .letters, .word:
      isWord(.unit, at: index) || UnitsOfNotes.contains(letters(of: tokens[index]))
    default: false
    }
  }
}

/// What a note in brackets holds, as far as it was read.
private struct BracketedNote {
  let beginsWithDigits: Bool
  var hasDigits = false
  var hasWords = false
  var hasUnit = false

  /// Whether nothing but a note holds that.
  var isWhole: Bool { hasWords && (beginsWithDigits || hasUnit && hasDigits) }
}
