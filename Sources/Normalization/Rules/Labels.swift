import Records

/// Reads the words that say whose or what a number is: 電話, Tel., CVR-Nr.; docs/rules.md. The words
/// stand in Data/words.tsv.
extension TokenWriter {
  /// Tells what the words of a cell announce: what another rule needs is told before it asks; false when they
  /// leave every number in doubt.
  func markLabels(in cell: UnsafeBufferPointer<UInt8>, into result: CellResult) -> Bool {
    joinSpacedWords(in: cell)
    joinMarkerPairs()
    if facts.words.contains(.marker), facts.kinds.contains(.text) { markWordsWithTransfer() }
    markStatusWords(in: cell)
    guard !rejectsContrast(into: result), !rejectsNumbersAbroad(into: result) else { return false }
    markWords(in: cell)
    if mayHoldCards { markCards() }
    return true
  }

  private func markWords(in cell: UnsafeBufferPointer<UInt8>) {
    if facts.words.contains(anyOf: .marker, .changed) { markDialling(in: cell) }
    if mayHoldPrices { markPrices(in: cell) }
    if facts.kinds.contains(anyOf: .letters, .word),
      letterCount > 0
        || facts.kinds.contains(.text) && facts.kinds.contains(.colon)
    {
      markAccounts(in: cell)
    }
    if facts.words.contains(.marker), facts.kinds.contains(.text) || facts.words.contains(.label) {
      markNamedExtensions(in: cell)
    }
    markTimeZones()
    markTransfersOfMoney()
    if mayHoldOtherNumbers { markOtherNumbers(in: cell) }
    if facts.words.contains(.ordinal) { markOrdinals() }
    if facts.words.contains(.fax) {
      if letterCount > 0 { markFaxToMail() }
      markTelefaxes()
      markOwnersOfFaxes(in: cell)
      markAbsentFaxes(in: cell)
      markDeniedFaxes()
      markFaxesBeforePhones()
      markSharedFaxes(in: cell)
    }
    if facts.kinds.contains(.letters), mayHoldShortMarkers { markShortMarkers() }
    markJoiners()
    if facts.hasToken(digits: 1) {
      if mayNumberLabels { markNumbersOfLabels() }
      markLetteredPostcodes()
    }
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
          tokens[index].kind = .ordinal
          if tokens[index + 1].kind == .dot { tokens[index + 1].kind = .ordinal }
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
    if isInBracketBeforeDash(tail.next) {
      tail.next += 2
      return
    }
    if readsExtension(&tail, behindLabelOf: base) { return }
    var next = token(afterSigns: tail.next + 1)
    // Phone # 212-736-1234, Tél n° 01 42 33 66 17.
    if tokens[next].kind == .hash || isLetterForNumber(next) {
      let number = token(afterSigns: next + 1)
      if tokens[number].kind != .digits || startsFullNumber(at: number) { next = number }
    }
    switch tokens[next].kind {
    case .digits, .plus:
      if isSingleLetter(tokens[tail.next]), !tokens[tail.next].followsBlank,
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
    tokens[label - 1].kind == .open && tokens[label + 1].kind == .close
      && tokens[label + 2].kind == .dash && !tokens[label + 2].followsBlank
  }

  private func isSingleLetter(_ token: Token) -> Bool {
    token.end - token.start == 1
  }
}
