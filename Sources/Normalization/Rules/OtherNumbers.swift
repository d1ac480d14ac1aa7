import NumberingPlans

/// Sets aside numbers that are no telephone numbers by the word before them: CVR 64942212, 統一編號,
/// Kunden-Nr. 4711, ח.פ. 510123456, Item #2125550142.
extension TokenWriter {
  /// Whether the cell may hold what no telephone number is, by its facts alone.
  var mayHoldOtherNumbers: Bool {
    facts.kinds.contains(anyOf: .word, .letters, .text, .caret) || facts.kinds.contains(.other)
      || mayHoldCards || mayHoldServiceCodes || mayHoldCheckDigits
  }

  /// Sets prices, accounts, cards, codes of services, time zones and numbers of registers aside; false when the
  /// cell has no number but of another country.
  func markOtherNumbers(into result: CellResult) -> Bool {
    guard !rejectsNumbersAbroad(into: result) else { return false }
    if facts.words.contains(.identity), facts.kinds.contains(.semicolon) {
      readSemicolonsAsColons()
    }
    if mayHoldServiceCodes { markServiceCodes() }
    if mayHoldPrices { markPrices() }
    if facts.kinds.contains(anyOf: .letters, .word),
      letterCount > 0
        || facts.kinds.contains(.text) && facts.kinds.contains(.colon)
    {
      markAccounts()
    }
    markTimeZones()
    markTransfersOfMoney()
    if mayHoldNumbersOfWords { markNumbersOfWords() }
    if mayHoldCards { markCards() }
    if mayHoldCheckDigits { markNumbersWithCheckDigits() }
    markTaxNumbers()
    return true
  }

  /// Takes a semicolon for a colon that stands between a word for another number and its digits: QQ;2558502893.
  private func readSemicolonsAsColons() {
    for index in 1..<max(tokenCount, 1)
    where tokens[index].kind == .semicolon && isWord(.identity, at: index - 1)
      && tokens[index + 1].kind == .digits && !tokens[index].followsBlank
      && !tokens[index + 1].followsBlank && !text(of: tokens[index]).spells("|")
    {
      tokens[index].kind = .colon
      facts.kinds.insert(.colon)
    }
  }

  /// Sets numbers aside whose word announces them.
  private func markNumbersOfWords() {
    // Words and signs that were passed over on the way to the last start: many words in a row have the
    // same one.
    var passed = 0..<0
    let holdsRegisters = facts.kinds.contains(.slash) && facts.hasToken(digits: 4)
    let holdsEnterprises = mayHoldEnterprises
    for index in 0..<tokenCount
    where tokens[index].kind == .letters || tokens[index].kind == .word {
      if holdsRegisters { markRegister(at: index) }
      if holdsEnterprises { markEnterprise(at: index) }
      guard let digits = lengthOfOtherNumber(behind: index) else { continue }
      let isPassed = passed.contains(index + 1) && tokens[index + 1].kind != .other
      let start = isPassed ? passed.upperBound : startOfOtherNumber(behind: index)
      passed = isPassed ? passed : index + 1..<max(start, index + 1)
      guard tokens[start].kind == .digits, !endsOtherNumber(index, before: start),
        let end = endOfOtherNumber(
          tokenBehindBankCode(start, of: index), digits: digits, of: index)
      else { continue }
      let first = (index + 1..<start).first { tokens[$0].kind == .hash } ?? start
      for marked in first..<endOfPart(behind: end) { tokens[marked].kind = .amount }
      markInitials(upTo: index)
      // PO is no word of hours there.
      if isWord(.hours, at: index) { tokens[index].kind = .amount }
      facts.kinds.insert(.amount)
    }
    if facts.words.contains(.identity) { markNumbersBeforeIdentities() }
  }

  /// Sets the number of a register of trade aside that has its letter, its number and its year, as
  /// Romania writes it: J40/1234/1995.
  private func markRegister(at letter: Int) {
    guard tokens[letter].kind == .letters, tokens[letter].count == 1,
      tokens[letter + 1].kind == .digits, !tokens[letter + 1].followsBlank,
      tokens[letter + 1].count <= 2, tokens[letter + 2].kind == .slash,
      tokens[letter + 3].kind == .digits, tokens[letter + 4].kind == .slash,
      tokens[letter + 5].kind == .digits, tokens[letter + 5].count == 4
    else { return }
    for index in letter...letter + 5 { tokens[index].kind = .amount }
    facts.kinds.insert(.amount)
  }

  /// Sets the letters of an abbreviation aside, of which one alone may be a label: C.F.
  private func markInitials(upTo last: Int) {
    let first = firstInitial(upTo: last)
    guard first < last else { return }
    for index in first...last { tokens[index].kind = .amount }
  }

  /// The first letter of an abbreviation that ends in a token: C.F., ח"פ, ს/კ.
  private func firstInitial(upTo last: Int) -> Int {
    var first = last
    while first > 1, isInitial(first), isInitial(first - 2), !tokens[first].followsBlank,
      tokens[first - 1].kind == .dot || tokens[first - 1].kind == .quote
        || tokens[first - 1].kind == .slash
    {
      first -= 2
      if last - first > OtherNumberWords.longestAbbreviation * 2 { return last }
    }
    return first
  }

  /// Whether a token is letters as an abbreviation has them between its dots, known words or not.
  private func isInitial(_ index: Int) -> Bool {
    let token = tokens[index]
    return token.kind == .letters && token.count < 6
      || token.kind == .word && (1...2).contains(token.count)
  }

  /// How many digits the number behind a word has, 0 for any; nil where the word announces none.
  private func lengthOfOtherNumber(
    behind index: Int
  ) -> Int? {
    switch tokens[index].kind {
    case .word:
      switch tokens[index].word {
      case .identity:
        // Those of scripts that do not part words have no letters, and any number of digits.
        let meaning = OtherNumberWords.lengths.meaning(of: letters(of: tokens[index]))
        return OtherNumberWords.length(meaning) ?? 0
      case .ordinal: return lengthOfOtherNumber(beforeOrdinal: index)
      case .hours where isPurchaseOrder(index):
        return lengthOfUnpartedNumber(behind: index, isStem: true)
      default:
        return mayEndInitials(index) ? lengthOfOtherNumber(behindInitials: index) : nil
      }
    case .letters:
      guard mayAnnounceOtherNumber(index), !isVersus(index) else { return nil }
      return lengthOfOtherNumber(behindInitials: index)
        ?? lengthOfUnpartedNumber(behind: index) ?? lengthOfOtherNumber(beforeHash: index)
        ?? lengthOfOtherNumber(behindOrdinal: index) ?? lengthOfMeeting(index)
        ?? lengthOfOtherNumber(behindCode: index)
        ?? (isGroup(index + 1, of: index) && isLetter("q", at: index) ? 0 : nil)
    default: return nil
    }
  }

  /// Whether letters are a word that may announce a number, or end an abbreviation with signs between.
  @inline(__always)
  private func mayAnnounceOtherNumber(_ index: Int) -> Bool {
    mayEndInitials(index) || OtherNumberWords.all.contains(letters(of: tokens[index]))
  }

  /// Whether a sign of abbreviations stands between letters and others before them.
  @inline(__always)
  private func mayEndInitials(_ index: Int) -> Bool {
    switch tokens[index - 1].kind {
    case .dot, .quote, .slash: !tokens[index].followsBlank && index > 1 && isInitial(index - 2)
    default: false
    }
  }

  /// The fewest digits of an unparted number that a word such as item or case is taken to announce.
  private static let fewestUnparted = 7

  /// How many digits stand behind a word that else counts before a word for number only, where
  /// nothing parts them; nil where it announces none.
  ///
  /// Item #2125550142. It may be a telephone number, too (orders), but nobody can tell.
  private func lengthOfUnpartedNumber(
    behind index: Int, isStem: Bool = false
  ) -> Int? {
    guard isStem || OtherNumberWords.stems.meaning(of: letters(of: tokens[index])) != 0 else {
      return nil
    }
    let start = startOfOtherNumber(behind: index)
    if isOfFewDigits(start, behind: index) { return 0 }
    guard tokens[start].kind == .digits, tokens[start].count >= Self.fewestUnparted,
      !isNumberOfAccount(index, start)
    else { return nil }
    if let next = groupOfOtherNumber(at: start + 1) {
      guard next == start + 1, startsFullNumber(at: next) else { return nil }
    }
    return 0
  }

  /// Whether a word is PO in capitals, the number of an order; po is a preposition in Polish.
  private func isPurchaseOrder(_ index: Int) -> Bool {
    letters(of: tokens[index]).isOne(of: EmbeddedWords.purchaseOrder) && isInCapitals(index)
  }

  /// WO# 2126399675, Cliente nº 7: the sign for number behind a word that counts before a word for
  /// number.
  private func lengthOfOtherNumber(beforeHash index: Int) -> Int? {
    guard tokens[index + 1].kind == .hash || isLetterForNumber(index + 1) else { return nil }
    let stem = letters(of: tokens[index])
    let isAnnounced =
      OtherNumberWords.stemsOfOrdinals.contains(stem)
      || tokens[index + 1].kind == .hash && OtherNumberWords.abbreviations.meaning(of: stem) != 0
    return isAnnounced ? 0 : nil
  }

  /// N° de commande, Nr zamówienia: the word for number before such a word, perhaps with one between.
  private func lengthOfOtherNumber(behindOrdinal index: Int) -> Int? {
    var before = index - 1
    if before > 0, tokens[before].kind == .letters, tokens[before].count == 2,
      !isLetterForNumber(before)
    {
      before -= 1
    }
    while before > 0, tokens[before].kind == .dot || tokens[before].kind == .other { before -= 1 }
    guard before >= 0, isWord(.ordinal, at: before) || isLetterForNumber(before) else {
      return nil
    }
    let stem = letters(of: tokens[index])
    return OtherNumberWords.stemsOfOrdinals.contains(stem)
      ? 0
      : OtherNumberWords.length(OtherNumberWords.stems.meaning(of: stem))
  }

  /// Codice cliente, código de cliente: the word for code before such a word, perhaps with one between.
  private func lengthOfOtherNumber(behindCode index: Int) -> Int? {
    var before = index - 1
    if before > 0, tokens[before].kind == .letters, tokens[before].count <= 6,
      tokens[before - 1].kind == .letters
    {
      before -= 1
    }
    while before > 0, tokens[before].kind == .dot { before -= 1 }
    guard before >= 0, tokens[before].kind == .letters,
      OtherNumberWords.codes.contains(letters(of: tokens[before])),
      OtherNumberWords.stemsOfOrdinals.contains(letters(of: tokens[index]))
    else { return nil }
    return 0
  }

  /// Kunden-Nr., Reg No: a word that counts before a word for number only.
  private func lengthOfOtherNumber(beforeOrdinal index: Int) -> Int? {
    var before = index - 1
    while before > 0, tokens[before].kind == .dot || tokens[before].kind == .dash { before -= 1 }
    guard before >= 0, tokens[before].kind == .letters else { return nil }
    // C.R. No: the letters of an abbreviation are one word.
    let stem = letters(from: firstInitial(upTo: before), through: before)
    if OtherNumberWords.stemsOfOrdinals.contains(stem) { return 0 }
    return OtherNumberWords.length(OtherNumberWords.stems.meaning(of: stem))
  }

  /// IK, ח"פ: two or three letters in capitals, or with a dot or a quote; A.B.N.: any such word.
  private func lengthOfOtherNumber(
    behindInitials last: Int
  ) -> Int? {
    guard isInitial(last), last > 1 || tokens[last].kind == .letters else { return nil }
    let first = firstInitial(upTo: last)
    guard first < last || tokens[last].kind == .letters else { return nil }
    let spelled = letters(from: first, through: last)
    let meaning = OtherNumberWords.abbreviations.meaning(of: spelled)
    guard meaning != 0 else {
      guard first < last else { return nil }
      return OtherNumberWords.length(OtherNumberWords.lengths.meaning(of: spelled))
        ?? (OtherNumberWords.stems.meaning(of: spelled) != 0
          ? lengthOfUnpartedNumber(behind: last, isStem: true) : nil)
    }
    if first == last, tokens[last + 1].kind != .dot, tokens[last + 1].kind != .hash,
      !isBeforeLabelledNumber(last + 1)
    {
      let written = text(of: tokens[last])
      guard written.count == spelled.count, !zip(written, spelled).contains(where: ==) else {
        return nil
      }
    }
    return OtherNumberWords.length(meaning)
  }

  /// The first token behind the word that is no sign, ordinal, other such word, or the country of an
  /// account or the letter of a register: DE89, ATU12345678, J-00012345-6.
  private func startOfOtherNumber(
    behind word: Int
  ) -> Int {
    var index = isGroup(word + 1, of: word) ? word + 2 : word + 1
    if isWord(.ordinal, at: word), tokens[index].kind == .letters, namesNumber(word) { index += 1 }
    while index < tokenCount {
      switch tokens[index].kind {
      case .hash: index += 1
      case let kind where kind.isSignBeforeNumber: index += 1
      case .word where tokens[index].word == .identity || tokens[index].word == .ordinal: index += 1
      case .letters where isCountry(index): index += 1
      case .letters where isTown(index, behind: word): index += 1
      case .letters where isLetterOfRegister(index): index += 2
      case .word where isSeries(index, behind: word): index += 1
      case .letters where isLetterForNumber(index): index += 1
      case .other where index > word + 1 && isLetterForNumber(index - 1): index += 1
      default: return index
      }
    }
    return index
  }

  /// Whether letters before digits are the country or the code of a number: DE89, ATU12345678.
  private func isCountry(_ index: Int) -> Bool {
    tokens[index].count <= 5 && tokens[index + 1].kind == .digits
      && (!tokens[index + 1].followsBlank || tokens[index].count == 2)
  }

  /// Whether letters that are a word elsewhere touch the digits behind a word in ideographs: 發票號碼 AB12345678.
  private func isSeries(_ index: Int, behind word: Int) -> Bool {
    tokens[word].isOfIdeographs && (1...3).contains(tokens[index].count)
      && tokens[index + 1].kind == .digits && !tokens[index + 1].followsBlank
  }

  /// Whether text touches the letters of a service and ends in 群 or 号: QQ群, QQ交流群, QQ号.
  private func isGroup(
    _ text: Int, of service: Int
  ) -> Bool {
    guard tokens[text].kind == .text || isWord(.amount, at: text), tokens[text].isOfIdeographs,
      !tokens[text].followsBlank, tokens[service].count > 0, tokens[text].end >= 3
    else { return false }
    return list.cell[..<Int(tokens[text].end)].ends(inOneOf: EmbeddedWords.accountEnding)
  }

  /// Whether a word before an ordinal leaves it to the word behind that to say whose number it is:
  /// Mã số thuế.
  private func namesNumber(_ ordinal: Int) -> Bool {
    ordinal > 0 && tokens[ordinal - 1].kind == .letters
      && (OtherNumberWords.stemsOfOrdinals.contains(letters(of: tokens[ordinal - 1]))
        || OtherNumberWords.codes.contains(letters(of: tokens[ordinal - 1])))
  }

  /// Whether a dash stands between letters and the digits of a register: J-00012345-6.
  private func isLetterOfRegister(_ index: Int) -> Bool {
    tokens[index].count <= 3 && tokens[index + 1].kind == .dash && !tokens[index + 1].followsBlank
      && tokens[index + 2].kind == .digits && !tokens[index + 2].followsBlank
  }

  /// Whether a word rather ends the number before it than announces a telephone number in groups:
  /// CHE-123.456.789 MWST 044 234 56 78.
  private func endsOtherNumber(_ word: Int, before start: Int) -> Bool {
    word > 0 && start == word + 1 && tokens[word - 1].kind == .amount
      && tokens[start + 1].kind == .digits && startsFullNumber(at: start)
  }

  /// Whether few digits behind a word are no telephone number beside one in full: (03) 9269 4276 (Ref: 649183).
  private func isOfFewDigits(_ start: Int, behind word: Int) -> Bool {
    let count = Int(tokens[start].count)
    guard tokens[start].kind == .digits, (3..<Self.fewestUnparted).contains(count),
      digitCount - count >= Self.fewestUnparted,
      OtherNumberWords.fewDigits.contains(letters(of: tokens[word]))
    else { return false }
    return groupOfOtherNumber(at: start + 1) == nil
  }
}
