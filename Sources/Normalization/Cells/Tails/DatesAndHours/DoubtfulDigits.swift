import NumberingPlans
import Records

/// Tells last digits and extensions from what else stands behind a sign, where a word goes on with it or nothing like
/// it stands before it: and 1987, / 92 Nanterre, # 12 Elm.
extension TailGrammar {
  /// The token behind digits and the word that counts with them: up to 250 guests; nil for others.
  func endOfCounted(_ index: Int) -> Int? {
    guard tokens[index].kind == .digits, tokens[index].count <= 4, tokens[index].followsBlank
    else { return nil }
    if let end = endOfSpanOfCounts(index) { return end }
    return endOfUnitOfMeasure(index + 1) ?? (isCounted(index + 1) ? index + 2 : nil)
  }

  /// How far last digits lie above those that they replace, at most, where they may be something else.
  private static let farthest: Int64 = 20
  /// The same of four digits that look like a year.
  private static let farthestOfYear: Int64 = 100

  /// Whether digits behind a word such as and, or before the word for something behind a slash, may be no last digits.
  func mayBeCount(_ index: Int, of base: Base) -> Bool {
    guard !plan.notation.notesAreChinese, index > 0 else { return false }
    let (sign, token) = (tokens[index - 1], tokens[index])
    if sign.kind == .slash, isAgeOrCount(index) { return true }
    let isJoined = sign.kind == .ampersand || isWord(.joiner, at: index - 1)
    guard isJoined || sign.kind == .slash && token.followsBlank else { return false }
    let hasName = isCapitalName(index + 1)
    if token.count == 1 { return isJoined && hasName }
    guard isJoined || hasName, token.count != 3 else { return false }
    let replaced = base.answer.nationalNumber % powerOfTen(Int(token.count))
    let distance = value(of: token) - replaced
    if hasName || token.count == 2 { return distance > Self.farthest }
    return CalendarDay.isYear(value(of: token)) && distance > Self.farthestOfYear
  }

  /// Whether digits behind a slash are an age before the letter of a sex, or a blank before the slash and a word in
  /// small letters behind them make a count of them: /45/M, /4 tickets.
  private func isAgeOrCount(_ index: Int) -> Bool {
    let next = index + 1
    guard tokens[index].count <= 2 else { return false }
    if tokens[next].kind == .slash {
      return !tokens[next].followsBlank && !tokens[next + 1].followsBlank
        && (isLetter("m", at: next + 1) || isLetter("f", at: next + 1))
        && tokens[next + 2].kind != .digits
    }
    return tokens[index - 1].followsBlank && tokens[next].kind == .letters
      && tokens[next].followsBlank && tokens[next].count > 2 && !isCapital(next)
      && tokens[next + 1].kind != .digits && tokens[next + 1].kind != .colon
  }

  /// Whether # and digits with a blank between may be a house before the name of its street: # 12 Elm.
  func mayBeHouse(marker: Int, digits index: Int) -> Bool {
    !plan.notation.notesAreChinese && marker == index - 1 && tokens[marker].kind == .hash
      && tokens[index].followsBlank && isCapitalName(index + 1)
  }

  /// Whether two question marks that touch a number may stand for two more digits of it: 081 2008285??.
  func masksDigits(of base: Base, question: Int) -> Bool {
    let (first, last) = (base.firstToken, question - 1)
    guard question == base.nextToken, !tokens[question].followsBlank,
      tokens[question + 1].kind == .question, !tokens[question + 1].followsBlank,
      base.repair == nil, tokens[last].kind == .digits
    else { return false }
    var longer = OpenNumber(hasPlus: tokens[first].kind == .plus)
    for index in first...last where tokens[index].kind == .digits {
      longer.append(digits(of: tokens[index]))
    }
    longer.appendOpen()
    longer.appendOpen()
    return longer.ask(plan).validity >= .possible
  }

  /// Whether words or a line end part digits from a number that is sure, so that they do not go on with it: <br>236
  /// Pretorius Street.
  func standsBehindWord(_ index: Int, _ base: Base, _ tail: Tail) -> Bool {
    guard index > base.nextToken, tail.isEmpty,
      isSure(base, before: index)
    else { return false }
    return (base.nextToken..<index).contains {
      tokens[$0].kind == .newline
        || tokens[$0].kind == .letters && (tokens[$0].count > 2 || isLineBreak($0))
    }
  }

  /// Whether letters are the tag of a line end: <br>.
  private func isLineBreak(_ index: Int) -> Bool {
    tokens[index - 1].kind == .open && !tokens[index].followsBlank
      && letters(of: tokens[index]).isOne(of: EmbeddedWords.lineTag)
  }

  /// The most digits of a floor or a street behind #, and of the flat or the house behind it.
  private static let mostDigitsOfUnit: (first: UInt16, last: UInt16) = (3, 4)

  /// Reads a flat or a house behind #: left unused where addresses have it so, and in doubt behind a comma or a word, or
  /// before a name, where nobody has so many extensions: , #03-45; false for others.
  func leavesUnit(_ tail: inout Tail, _ base: Base, marker: Int, digits index: Int) -> Bool {
    let last = index + 2
    guard !plan.notation.notesAreChinese, marker == index - 1, tokens[marker].kind == .hash,
      isTightRange(index), tail.extensions.count == 0
    else { return false }
    if plan.notation.hasHashUnits {
      var end = last + 1
      while tokens[end].kind == .slash, !tokens[end].followsBlank, tokens[end + 1].kind == .digits,
        tokens[end + 1].count <= Self.mostDigitsOfUnit.last
      { end += 2 }
      tail.leave(upTo: end)
      return true
    }
    let isApart = marker > base.nextToken && tokens[marker - 1].kind != .open
    guard isApart || isCapitalName(last + 1) else { return false }
    tail.doubt(marker, keeping: base, "extensions, or a flat or a house")
    return true
  }

  /// Whether a dash that touches them parts so few digits from others that they may be a flat or a house.
  private func isTightRange(_ index: Int) -> Bool {
    let last = index + 2
    return !tokens[index].followsBlank && tokens[index].count <= Self.mostDigitsOfUnit.first
      && tokens[index + 1].kind == .dash && !tokens[index + 1].followsBlank
      && tokens[last].kind == .digits && !tokens[last].followsBlank
      && tokens[last].count <= Self.mostDigitsOfUnit.last
  }

  /// Whether digits behind a comma dial nothing, for a blank or a name stands beside them: ,12 Elm.
  func dialsNothing(_ index: Int) -> Bool {
    tokens[index].followsBlank || !plan.notation.notesAreChinese && isCapitalName(index + 1)
  }

  /// Whether a word with a capital stands behind digits, and no number that it names behind that.
  func isCapitalName(_ index: Int) -> Bool {
    guard tokens[index].kind == .letters, tokens[index].followsBlank, tokens[index].count > 1,
      isCapital(index)
    else { return false }
    let next = token(afterSigns: index + 1)
    return tokens[next].kind != .digits && tokens[next].kind != .plus
  }
}

extension TokenReading {
  /// Whether a plus stands before so few digits that no calling code begins there, and nothing goes on with them.
  func leadsToFewDigits(behindPlus index: Int) -> Bool {
    guard !plan.notation.plusJoinsNumbers, tokens[index + 1].kind == .digits,
      tokens[index + 1].count <= 3
    else { return false }
    switch tokens[index + 2].kind {
    case .digits, .dash, .dot, .open, .close, .plus, .slash: return false
    default: return true
    }
  }
}
