import NumberingPlans

/// Few digits with a unit, and prices: 10 lines, 0,14 €.
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
      UnitsOfNotes.contains(letters(of: tokens[end])), !isAreaWord(end), !namesPerson(end)
    else { return nil }
    return end + 1
  }

  /// Whether a word behind digits makes them an amount, a floor or a room.
  func isAmount(_ index: Int) -> Bool {
    tokens[index].word == .amount || tokens[index].word == .place
  }

  /// Whether digits without a 0 before them stand before the word of a currency: 120 EUR.
  func isPrice(_ index: Int) -> Bool {
    !beginsWithZero(index) && tokens[index].count <= Self.mostDigitsOfPrice
      && isCurrency(index + 1)
  }

  /// Whether letters are a currency.
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

  /// Whether STD stands before digits, which are an area code then.
  private func isAreaWord(_ index: Int) -> Bool {
    letters(of: tokens[index]).isOne(of: EmbeddedWords.areaCodeOrHours)
      && tokens[index + 1].kind == .digits
  }

  /// The most digits of a price with its currency behind a number.
  private static var mostDigitsOfPrice: UInt16 { 5 }

  /// The most tokens of a price, digits and the signs that part them: a cell full of such digits costs no more
  /// than its length.
  private static var mostTokensOfPrice: Int { 16 }

  /// Whether a word says that digits before it are a number, of a house, an item or an extension: 號, 번.
  func isNumberSign(_ index: Int) -> Bool {
    text(of: tokens[index]).isOne(of: EmbeddedWords.numberSign)
  }

  /// Whether a word is that of a line, of telephones or a railway: 線.
  func isLineWord(_ index: Int) -> Bool {
    text(of: tokens[index]).isOne(of: EmbeddedWords.line)
  }

  /// Whether the year or the term of a school begins at a token: 114學年度, 112學期.
  func beginsSchoolTime(_ index: Int) -> Bool {
    let written = list.cell[Int(tokens[index].start)...]
    return written.begins(withOneOf: EmbeddedWords.schoolYear)
      || written.begins(withOneOf: EmbeddedWords.schoolTerm)
  }

  /// Whether neither text nor a word goes on with a unit, as in 12人事室.
  func endsUnit(_ unit: Int) -> Bool {
    let next = tokens[unit + 1]
    if next.followsBlank { return true }
    switch next.kind {
    case .text, .word, .letters: return false
    default: return true
    }
  }
}

/// The words of prices and of lengths of time.
enum UnitsOfNotes {
  private static let words = SpellingTable(EmbeddedWords.noteUnit)

  /// Whether a word is one of them.
  static func contains(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    words.contains(word) || CurrencyWords.all.contains(word)
  }

  /// Whether a cell may have one of them.
  static func mayHoldSome(of spelled: SpelledWords) -> Bool {
    words.mayHoldSome(of: spelled) || CurrencyWords.all.mayHoldSome(of: spelled)
  }
}

/// The units of counts in ideographs: Data/words.tsv.
enum UnitsOfCounts {
  static let all = SpellingTable(EmbeddedWords.countUnit, EmbeddedWords.sureUnit)
  /// Those that no name begins with.
  static let sure = SpellingTable(EmbeddedWords.sureUnit)
}
