import NumberingPlans

extension TokenWriter {
  /// Whether the cell may hold a word that announces another number, or an abbreviation with signs between its letters.
  var mayHoldNumbersOfWords: Bool {
    facts.words.contains(anyOf: .identity, .ordinal)
      || facts.kinds.contains(.letters)
        && (facts.kinds.contains(anyOf: .dot, .quote, .slash)
          || OtherNumberWords.alone.mayHoldSome(of: spelled))
  }

  /// The token behind the ideograph that ends such a number and its part: 京ICP备12345678号-1.
  func endOfPart(behind end: Int) -> Int {
    guard end + 2 < tokenCount, tokens[end].bytes == 3, isWordOrText(end),
      tokens[end].isOfIdeographs, tokens[end + 1].kind == .dash, tokens[end + 2].kind == .digits,
      tokens[end + 2].count < 4, !(end...end + 2).contains(where: { tokens[$0].followsBlank })
    else { return end }
    return end + 3
  }

  /// Whether letters that are a symbol of payments elsewhere set two numbers in full beside each other:
  /// 0912345678 vs 0922345678.
  func isVersus(_ index: Int) -> Bool {
    plan.notation.notesAreChinese && index > 0 && spells("vs", at: index)
      && endsNumberInFull(before: index) && leadsToNumber(index + 1)
  }

  /// Whether letters are the town of a register, or the part of it: RCS Lyon 732 829 320, RCS Paris B 732 829 320.
  func isTown(_ index: Int, behind word: Int) -> Bool {
    guard index - word <= 2, isCapital(index),
      OtherNumberWords.registers.contains(letters(of: tokens[word]))
    else { return false }
    return tokens[index + 1].kind == .digits
      || tokens[index + 1].count == 1 && tokens[index + 2].kind == .digits
  }
}

/// The rows of Data/words.tsv about numbers that are no telephone numbers: how many digits stand
/// behind a word, which tells where its number ends and a telephone number begins.
enum OtherNumberWords {
  /// The most digits of an account, which may have fewer: ISO 13616.
  static let account = 34

  static let lengths = SpellingTable(EmbeddedWords.identity, others: .max)

  /// Words that count before a word for number, and before unparted digits; `.max` for any number of
  /// digits.
  static let stems = SpellingTable(
    EmbeddedWords.identityBeforeNumber, EmbeddedWords.identityCode, EmbeddedWords.serial,
    others: .max)

  /// Words that count before a word for number only.
  static let stemsOfOrdinals = SpellingTable(EmbeddedWords.identityBeforeOrdinal)

  /// Registers of which every town has its own.
  static let registers = SpellingTable(EmbeddedWords.registerOfTown)

  /// Words that count before few digits beside a number in full.
  static let fewDigits = SpellingTable(EmbeddedWords.fewDigits)

  /// Words for code, which make words of that kind count without a word for number.
  static let codes = SpellingTable(EmbeddedWords.identityCode)

  /// How many digits the meaning of a word stands for, 0 for any; nil for no meaning.
  static func length(_ meaning: UInt8) -> Int? {
    meaning == 0 ? nil : meaning == .max ? 0 : Int(meaning)
  }

  /// The most letters, each with a dot or a quote, that an abbreviation is looked for in.
  static let longestAbbreviation = 6

  /// The words in letters that are asked for in one way or another: one look for most words of a cell.
  static let all = SpellingTable(
    EmbeddedWords.identityBeforeNumber, EmbeddedWords.identityCode,
    EmbeddedWords.identityBeforeOrdinal, EmbeddedWords.identityAbbreviation,
    EmbeddedWords.identityLetters, EmbeddedWords.serial)

  /// The same, and those that count with what stands behind them.
  static let alone = SpellingTable(
    EmbeddedWords.identityBeforeNumber, EmbeddedWords.identityCode,
    EmbeddedWords.identityBeforeOrdinal, EmbeddedWords.identityAbbreviation,
    EmbeddedWords.identityLetters, EmbeddedWords.serial, EmbeddedWords.identityBeginning,
    EmbeddedWords.enterprise, EmbeddedWords.enterpriseRegister)

  /// Abbreviations that other words begin like, or are; `.max` for any number of digits.
  static let abbreviations = SpellingTable(EmbeddedWords.identityAbbreviation, others: .max)
}
