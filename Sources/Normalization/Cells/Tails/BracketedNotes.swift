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
      if leadsElsewhere(index, behind: start, hasUnit: note.hasUnit) { return false }
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
    guard index > start, digits[Int(tokens[index].first)] == 48 || tokens[index - 1].kind == .colon
    else { return false }
    return tokens[index].count > 1 && startsFullNumber(at: index)
  }

  /// Whether a word makes digits of a note an extension or a number, or says that there is none.
  private func leadsElsewhere(_ index: Int, behind start: Int, hasUnit: Bool) -> Bool {
    guard tokens[index].kind == .word else { return false }
    switch tokens[index].word {
    case .placeholder where isEndingOfOrdinal(index, behind: start): return false
    case .label where hasUnit && leadsToNoDigits(index): return false
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
    index > start && tokens[index].end - tokens[index].start == 1
      && tokens[index + 1].kind != .digits
  }

  /// Whether letters touch digits, as in 2nd.
  private func isEndingOfOrdinal(_ index: Int, behind start: Int) -> Bool {
    index > start && tokens[index - 1].kind == .digits && !tokens[index].followsBlank
  }

  private func isUnitOfNote(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .hours: true
    case .letters, .word:
      isWord(.unit, at: index) || UnitsOfNotes.contains(letters(of: tokens[index]))
    default: false
    }
  }
}

extension TokenReading {
  /// The token behind few digits with a unit, or behind a price; nil without: 20 Ct., 0,14 €, 10
  /// lines, 50.000 đ, 5000 Ft, 2 adults.
  func endOfQuantity(_ start: Int) -> Int? {
    guard tokens[start].kind == .digits, tokens[start].count <= Self.mostDigitsOfPrice else {
      return nil
    }
    var end = start + 1
    while end - start < Self.mostTokensOfPrice,
      tokens[end].kind == .dot || tokens[end].kind == .comma,
      !tokens[end].followsBlank, tokens[end + 1].kind == .digits, !tokens[end + 1].followsBlank,
      tokens[end + 1].count <= 3
    { end += 2 }
    if let last = endOfUnitOfMeasure(end) { return last }
    if tokens[start].count > 3 { return isCurrency(end) ? end + 1 : nil }
    guard !isWord(.amount, at: end) else { return end + 1 }
    // A letter that is set apart may be anything: 12 p.
    guard tokens[end].kind == .letters, tokens[end].count > 1 || !tokens[end].followsBlank,
      UnitsOfNotes.contains(letters(of: tokens[end])), !isAreaWord(end)
    else { return nil }
    return end + 1
  }

  /// Whether digits without a 0 before them stand before the word of a currency: 120 EUR.
  func isPrice(_ index: Int) -> Bool {
    digits[Int(tokens[index].first)] != 48 && tokens[index].count <= Self.mostDigitsOfPrice
      && isCurrency(index + 1)
  }

  private func isCurrency(_ index: Int) -> Bool {
    tokens[index].kind == .letters && CurrencyWords.all.contains(letters(of: tokens[index]))
  }

  /// Whether letters behind one or two digits count people, nights or time: 2 adults.
  func counts(_ index: Int) -> Bool {
    tokens[index].count <= 2 && isUnitOfCount(index + 1)
  }

  /// Whether letters count people, nights or time, or name a currency; 85 STD 0172 has the word for area codes, and
  /// not for hours.
  func isUnitOfCount(_ index: Int) -> Bool {
    tokens[index].kind == .letters && tokens[index].count > 2
      && UnitsOfNotes.contains(letters(of: tokens[index])) && !isAreaWord(index)
  }

  private func isAreaWord(_ index: Int) -> Bool {
    spells("std", at: index) && tokens[index + 1].kind == .digits
  }

  /// The most digits of a price with its currency behind a number.
  private static var mostDigitsOfPrice: UInt16 { 5 }

  /// The most tokens of a price, digits and the signs that part them: a cell full of such digits costs no more
  /// than its length.
  private static var mostTokensOfPrice: Int { 16 }

  /// The most tokens of a note in brackets that are looked at.
  private var mostTokensOfNote: Int { 64 }

  /// The token that closes a bracket, from the first token behind it on; the end of the cell for none,
  /// or the last token that is looked at.
  fileprivate func endOfNote(_ start: Int) -> Int {
    let end = min(tokenCount, start + mostTokensOfNote)
    var index = start
    while index < end, tokens[index].kind != .close { index += 1 }
    return index
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

extension NumberGrammar {
  /// Whether a bracket may hold digits of the number.
  @inline(__always)
  func goesOn(inBracket index: Int) -> Bool {
    switch tokens[index + 1].kind {
    case .digits: groupCount == 0 || !endsNumber(before: index) && !partsFromNote(bracket: index)
    case .plus: true
    default: false
    }
  }

  /// Whether the number of a house, or of a case, stands before a bracket in which a number in full begins, a dash
  /// between blanks or a dot between: Rua Augusta, 1234 - (41) 2044-0971.
  private func partsFromNote(bracket: Int) -> Bool {
    if endsCase(before: bracket) { return true }
    let sign = tokens[bracket - 1]
    guard groupCount == 1, groups[0].count > 1, tokens[bracket].followsBlank,
      sign.kind == .dash && sign.followsBlank || sign.kind == .dot && !sign.followsBlank
    else { return false }
    return isOfNote(groups[0]) && startsFullNumber(behindNote: bracket)
  }

  /// Whether more digits than a prefix has stand before the area code of a number in full, where all area codes have
  /// three digits: the number of a case, 2024-118 (416) 743-8166.
  private func endsCase(before bracket: Int) -> Bool {
    groupCount == 2 && !hasPlus && tokens[bracket + 1].count > 2
      && Int(tokens[bracket + 1].count) == context.answer({ $0.soleAreaDigits })
      && tokens[bracket + 2].kind == .close && tokens[bracket].followsBlank
      && digits(of: 0..<groupCount).count > 4 && startsFullNumber(behindNote: bracket)
  }

  /// The same before a dash between blanks and a trunk 0: Нова 7 - 010 290556.
  @inline(never)
  func begins(behindNote index: Int) -> Bool {
    tokens[index - 1].followsBlank && digits[Int(tokens[index].first)] == 48
      && isOfNote(groups[0]) && startsFullNumber(behindNote: index)
  }

  /// Whether the first group stands behind letters, and begins as no number does.
  private func isOfNote(_ house: Group) -> Bool {
    guard !hasPlus, house.token > 0, house.count <= 5, digits[house.first] != 48,
      !isCallingCode(group: 0)
    else { return false }
    let before = tokens[house.token - 1].kind == .comma ? house.token - 2 : house.token - 1
    guard before >= 0 else { return false }
    switch tokens[before].kind {
    case .letters: return true
    case .word: return tokens[before].word == .new || tokens[before].word == .former
    default: return false
    }
  }

  /// Whether a number ends where a bracket opens: it is complete, and what the bracket holds stands
  /// at its end, so that 0621 293012 (9-12) takes none of it; but 01 (23) 456 and 06221 54 (0) - 0 do.
  private func endsNumber(before bracket: Int) -> Bool {
    let written = digits(of: 0..<groupCount)
    guard written.count > 4, written.count <= Self.mostDigits,
      direct(0..<groupCount, hasPlus: hasPlus).validity == .valid
        || isLocal(written, behind: columnArea) || isLocal(written, behind: inherited)
    else { return false }
    let end = endOfNote(bracket + 1)
    switch tokens[min(end + 1, tokenCount)].kind {
    case .digits: return written.count > 8 || startsFullNumber(behindNote: end + 1)
    case .dash, .dot, .slash: return tokens[end + 2].kind != .digits
    default: return true
    }
  }

  /// Whether a full number begins behind a note; it has notes of its own, of which only so many are
  /// asked the same, so that a cell full of them costs no more than its length.
  private func startsFullNumber(behindNote index: Int) -> Bool {
    notesBefore < Self.mostNotesBefore
      && startsFullNumber(at: index, behindNotes: notesBefore + 1)
  }

  private func isLocal(_ local: UnsafeBufferPointer<UInt8>, behind area: ReadArea) -> Bool {
    area.digits > 0 && !hasPlus && context.answer { $0.isLocal(local, behind: area) }
  }
}

/// The words of prices and of lengths of time.
enum UnitsOfNotes {
  private static let words = SpellingTable(EmbeddedWords.noteUnit)

  static func contains(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    words.contains(word) || CurrencyWords.all.contains(word)
  }

  /// Whether a cell may have one of them.
  static func mayHoldSome(of spelled: SpelledWords) -> Bool {
    words.mayHoldSome(of: spelled) || CurrencyWords.all.mayHoldSome(of: spelled)
  }
}
