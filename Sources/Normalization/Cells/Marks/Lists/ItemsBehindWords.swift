import NumberingPlans

/// Sets few digits, or a year, aside right behind a word, where a number in full stands behind them that does not need them: Home 2
/// 617-270-0907, Tür 5 / 01 5123456, Büro 31: 0621 816069.
///
/// Else they were its area code, or its first digits behind the area code of the number before.
extension TokenWriter {
  /// The most digits of an item, and the most places where a cell is asked for a number behind one.
  private static let mostDigits = 3
  private static let mostPlaces = 40

  /// Whether the cell may have such an item, by its facts alone.
  var mayHoldItemsBehindWords: Bool {
    facts.mayHoldNumber && facts.kinds.contains(anyOf: .letters, .word)
      && (1...4).contains(where: { facts.hasToken(digits: $0) }) && !plan.notation.notesAreChinese
  }

  func markItemsBehindWords() {
    var places = 0
    for index in 1..<max(tokenCount, 1)
    where mayBeItem(index) {
      guard places < Self.mostPlaces else { return }
      guard let word = word(before: index) else { continue }
      let end = endOfItem(index)
      guard let number = number(behindItem: end) else { continue }
      places += 1
      guard isApart(index..<end, behind: word, before: number) else { continue }
      mark(index..<end, as: .ordinal)
      if number == end + 1, tokens[end].kind != .close { tokens[end].kind = .ordinal }
    }
  }

  /// Whether the digits of an item are no part of the number behind them, nor its calling code.
  private func isApart(_ item: Range<Int>, behind word: Int, before number: Int) -> Bool {
    let (index, end) = (item.lowerBound, item.upperBound)
    if isBehindSignOfNumber(index) || isLongHouse(index) || isBehindRoad(index) { return true }
    // Germany 49/0221 211393.
    let isTight = tokens[end].kind == .slash && !tokens[end].followsBlank
    return !isNeeded(index, by: number)
      && (number == end + 1 && !isTight || item.count > 1 || isOwnerWord(word)
        || !mayBeAbroad(index, upTo: number))
  }

  /// Whether digits are as few as those of an item, a year, or a house.
  private func mayBeItem(_ index: Int) -> Bool {
    tokens[index].kind == .digits
      && (tokens[index].count <= Self.mostDigits || isYear(tokens[index]) || isLongHouse(index))
  }

  /// The token behind the digits of an item, which may be two: 12, 38/28, 26-22.
  private func endOfItem(_ index: Int) -> Int {
    let (sign, last) = (tokens[index + 1], tokens[index + 2])
    guard sign.kind == .slash || sign.kind == .dash, !sign.followsBlank, last.kind == .digits,
      last.count <= Self.mostDigits, !last.followsBlank,
      !(sign.kind == .slash && isNumber(behindSlash: index + 1) && startsFullNumber(at: index + 2))
    else { return index + 1 }
    return index + 3
  }

  /// The word right before the digits of an item, with its dot or comma; nil for what goes on with them otherwise.
  private func word(before index: Int) -> Int? {
    let sign = tokens[index - 1].kind
    guard !beginsWithZero(index) else { return nil }
    if isBehindSignOfNumber(index) { return wordOfOffice(before: index - 1) }
    guard tokens[index].followsBlank else { return nil }
    let word = sign == .dot || sign == .comma ? index - 2 : index - 1
    guard word >= 0, tokens[word].count > 1 || sign == .dot || isNameOfRoad(word) else {
      return nil
    }
    switch tokens[word].kind {
    // What begins the cell marks no extension: д. 9 8 (903) 765-43-88.
    case .letters: return word > 0 && isShortMarker(word) ? nil : word
    case .word where sign != .comma: return mayHaveItem(word) ? word : nil
    default: return nil
    }
  }

  /// Whether a word that the word book knows may stand before the digits of an item.
  private func mayHaveItem(_ word: Int) -> Bool {
    switch tokens[word].word {
    case .place, .label: true
    // Line 2, and not 3 lines.
    case .amount: word == 0 || tokens[word - 1].kind != .digits
    default: false
    }
  }

  /// The word that № stands behind: школа №4; nil without one.
  private func wordOfOffice(before sign: Int) -> Int? {
    sign > 0 && tokens[sign - 1].kind == .letters && tokens[sign - 1].count > 1 ? sign - 1 : nil
  }

  /// Whether № stands before digits.
  private func isBehindSignOfNumber(_ index: Int) -> Bool {
    text(of: tokens[index - 1]).isOne(of: EmbeddedWords.numeroSign)
  }

  /// Whether one capital stands behind a word with another: Rua A.
  private func isNameOfRoad(_ index: Int) -> Bool {
    index > 0 && tokens[index].kind == .letters && tokens[index].followsBlank && isCapital(index)
      && tokens[index - 1].kind == .letters && tokens[index - 1].count > 1 && isCapital(index - 1)
  }

  /// The fewest and the most digits of a house that no item has, and the most tokens of the name of its road.
  private static let lengthsOfLongHouse: ClosedRange<UInt16> = 4...5
  private static let mostTokensOfRoad = 6

  /// Whether more digits than items have are a house behind its road, or a slash parts them from the bracket of a number.
  ///
  /// Avenida Brasil 4695 21 99912-0694, Rua A 2733/(41) 2044-0905.
  private func isLongHouse(_ index: Int) -> Bool {
    guard Self.lengthsOfLongHouse.contains(tokens[index].count) else { return false }
    if tokens[index + 1].kind == .slash, tokens[index + 2].kind == .open,
      tokens[index + 3].kind == .digits, tokens[index + 3].count > 1
    {
      return true
    }
    return standsBehind(index) { letters(of: tokens[$0]).isOne(of: EmbeddedWords.roadBeginning) }
  }

  /// Whether a slash parts a house from a number in full, and the name of its road begins as German has it: Am Markt
  /// 57/0664 7901913.
  private func isBehindRoad(_ index: Int) -> Bool {
    tokens[index + 1].kind == .slash
      && standsBehind(index) {
        isCapital($0) && letters(of: tokens[$0]).isOne(of: EmbeddedWords.roadPreposition)
      }
  }

  /// Whether a word stands before digits with no more than a few words, dots and commas between.
  private func standsBehind(_ index: Int, _ isWord: (Int) -> Bool) -> Bool {
    var word = index - 1
    while word >= max(0, index - Self.mostTokensOfRoad) {
      switch tokens[word].kind {
      case .letters, .word: if isWord(word) { return true }
      case .dot, .comma: break
      default: return false
      }
      word -= 1
    }
    return false
  }

  /// Whether a number in full begins with its trunk 0, or a bracket, behind a slash that touches an item: Am Markt
  /// 57/0664 7901913.
  private func isNumber(behindSlash slash: Int) -> Bool {
    let next = slash + 1
    if tokens[next].kind == .open { return true }
    return tokens[next].kind == .digits && tokens[next].count > 1 && beginsWithZero(next)
  }

  /// The number in full behind an item, and behind the blank or the sign that closes it; nil without one.
  private func number(behindItem end: Int) -> Int? {
    guard let number = token(behindItem: end),
      tokens[number].followsBlank || tokens[number - 1].kind == .close
        || tokens[number].kind == .open || tokens[number - 1].kind == .slash
    else { return nil }
    switch tokens[number].kind {
    case .digits, .open: return startsFullNumber(at: number) ? number : nil
    default: return nil
    }
  }

  /// The token behind the sign that closes an item, or behind the item; nil where a sign goes on with it.
  private func token(behindItem end: Int) -> Int? {
    switch tokens[end].kind {
    case .digits, .open: end
    case .colon, .comma, .enumeration, .close: end + 1
    case .slash where isNumber(behindSlash: end): end + 1
    case .slash, .dash: tokens[end].followsBlank ? end + 1 : nil
    default: nil
    }
  }

  /// Whether a word says whose a number is, or what the digits behind it are, and no country.
  private func isOwnerWord(_ index: Int) -> Bool {
    isWord(.place, at: index) || isWord(.amount, at: index)
      || SharedWords.owners.contains(letters(of: tokens[index]))
  }

  /// Whether the digits of an item may be a calling code that lacks its plus.
  private func mayBeAbroad(_ index: Int, upTo number: Int) -> Bool {
    guard case .base(let base) = NumberGrammar(list, context, at: number).read(at: number),
      let last = (number..<max(base.nextToken, number)).last(where: { tokens[$0].kind == .digits })
    else { return true }
    let first = tokens[number].kind == .open ? number + 1 : number
    let zero = beginsWithZero(first) ? 1 : 0
    let code = Int(tokens[index].count)
    let line = Int(tokens[last].first + tokens[last].count - tokens[first].first)
    guard code + line - zero <= NumberGrammar.mostDigits else { return false }
    let capacity = NumberGrammar.mostDigits + DigitKey.mostDigits
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { written in
      for place in 0..<code { written[place] = digits[Int(tokens[index].first) + place] }
      for place in zero..<line {
        written[code + place - zero] = digits[Int(tokens[first].first) + place]
      }
      let abroad = UnsafeBufferPointer(
        rebasing: UnsafeBufferPointer(written)[..<(code + line - zero)])
      let answer = international(abroad)
      return answer.validity == .valid && answer.callingCodeDigits == code
    }
  }
}

extension TokenReading {
  /// The most digits of a number with an area code that lacks its trunk 0.
  private var mostWithoutTrunk: Int { 11 }

  /// Whether a number that begins with few digits is as likely as the number in full behind them.
  ///
  /// It is not where that has its trunk 0 or brackets, or goes on behind the end of the longer one.
  func isNeeded(_ index: Int, by number: Int) -> Bool {
    if tokens[number].kind != .digits || beginsWithZero(number) || !startsFullNumber(at: index) {
      return false
    }
    let other: Base
    switch NumberGrammar(list, context, at: index).read(at: index) {
    case .base(let base): other = base
    case .ambiguous(let base, _, _, _): other = base
    case .rejected: return false
    }
    guard case .base(let base) = NumberGrammar(list, context, at: number).read(at: number) else {
      return true
    }
    // 3 / 3478097882.
    let isMobileBehindSign = tokens[number - 1].kind != .digits && base.answer.type == .mobile
    return base.nextToken <= other.nextToken && !isMobileBehindSign
      && other.answer.nationalDigits <= mostWithoutTrunk
  }
}
