import NumberingPlans

/// Sets digits aside that a word makes something else than the last digits of another number, or an extension: and 15
/// employees, / 12 rue Foch, #7 High St, *2nd choice.
///
/// Only where a sign or a word stands between them and a number: behind a word that marks extensions a name may follow.
extension TokenWriter {
  /// The most digits that are looked at.
  private static let mostDigits = 5

  /// Whether the cell may hold the year of a birth: (* 1978).
  var mayHoldBirth: Bool {
    facts.kinds.contains(.star) && facts.kinds.contains(.open) && facts.hasToken(digits: 4)
  }

  /// Whether the cell may hold a floor and a flat behind #.
  var mayHoldHashUnits: Bool { plan.notation.hasHashUnits && facts.kinds.contains(.hash) }

  /// Whether the cell has some sign or word that may stand between a number and what is none; letters and text may
  /// have become words since it was folded.
  private var mayPartFromNumbers: Bool {
    facts.kinds.contains(anyOf: .word, .letters, .text, .other)
      || facts.kinds.contains(anyOf: .slash, .comma, .hash, .star)
      || facts.kinds.contains(.ampersand)
  }

  func markDigitsBeforeWords() {
    guard facts.mayHoldNumber, mayPartFromNumbers, !plan.notation.notesAreChinese else { return }
    for index in 2..<max(tokenCount, 2)
    where tokens[index].kind == .digits && tokens[index].count <= Self.mostDigits
      && partsFromNumber(index - 1)
    {
      guard let end = endOfNone(index) else { continue }
      let first = flat(before: index - 1)
      guard endsNumber(before: first) else { continue }
      mark(first..<end, as: .amount)
    }
  }

  /// Whether a token is a sign or a word that may stand between a number and what is none.
  @inline(__always)
  private func partsFromNumber(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .word, .ampersand, .slash, .hash, .star, .comma: true
    default: false
    }
  }

  /// The token behind digits and what makes them no part of a number; nil for others.
  private func endOfNone(_ index: Int) -> Int? {
    let sign = tokens[index - 1]
    switch sign.kind {
    case .word where sign.word == .joiner: return wordBehind(index) ?? endOfThai(index)
    case .ampersand: return wordBehind(index)
    case .slash:
      if let end = endOfHouse(beforeRoadOf: index) { return end }
      guard let end = wordBehind(index) else { return nil }
      return endsRoad(index + 1) || !isCloseAbove(index) ? end : nil
    case .hash: return ordinalOrWord(index) ?? endOfHouse(beforeRoadOf: index) ?? unit(index)
    case .star: return ordinalOrWord(index) ?? endOfHouse(beforeRoadOf: index) ?? birth(index)
    case .comma: return endOfHouse(beforeRoadOf: index)
    default: return nil
    }
  }

  /// 15 employees: digits before a word in small letters that is no label of a number behind it.
  private func wordBehind(_ index: Int) -> Int? {
    let word = index + 1
    guard tokens[word].followsBlank, tokens[word].count > 1 else { return nil }
    switch tokens[word].kind {
    case .letters:
      guard !isCapital(word), !isMarker(word), !leadsToLabelledDigits(word) else { return nil }
      return word + 1
    default: return nil
    }
  }

  private func ordinalOrWord(_ index: Int) -> Int? {
    let word = index + 1
    if tokens[word].kind == .letters || tokens[word].kind == .word, !tokens[word].followsBlank,
      letters(of: tokens[word]).isOne(of: EmbeddedWords.ordinalEnding)
    {
      return word + 1
    }
    return wordBehind(index)
  }

  /// 7 High St: a house before its street.
  private func endOfHouse(beforeRoadOf index: Int) -> Int? {
    lastOfRoad(from: index + 1).map { $0 + 1 }
  }

  /// The # of a flat before the comma and the house that it is in: #5, 120 Main St; the comma itself without one.
  private func flat(before comma: Int) -> Int {
    guard tokens[comma].kind == .comma, comma > 2, tokens[comma - 1].kind == .digits,
      tokens[comma - 1].count <= Self.mostDigits, tokens[comma - 2].kind == .hash
    else { return comma }
    return comma - 2
  }

  /// 03-12: a floor and the number of a flat behind #.
  private func unit(_ index: Int) -> Int? {
    let last = index + 2
    guard plan.notation.hasHashUnits, !tokens[index].followsBlank,
      (2...3).contains(tokens[index].count), tokens[index + 1].kind == .dash,
      !tokens[index + 1].followsBlank, tokens[last].kind == .digits,
      (2...4).contains(tokens[last].count), !tokens[last].followsBlank
    else { return nil }
    return last + 1
  }

  /// The year, or the day, of a birth behind its star: (* 1978), *4.5.1978.
  private func birth(_ index: Int) -> Int? {
    if isYear(tokens[index]), tokens[index - 2].kind != .hash, tokens[index + 1].kind != .digits {
      return index + 1
    }
    let year = index + 4
    guard tokens[index].count <= 2, tokens[index + 1].kind == .dot, tokens[index + 2].count <= 2,
      tokens[index + 2].kind == .digits, tokens[index + 3].kind == .dot,
      tokens[year].kind == .digits, isYear(tokens[year]) || tokens[year].count == 2
    else { return nil }
    return year + 1
  }

  /// และ 15 คน: what a unit of Thai counts.
  private func endOfThai(_ index: Int) -> Int? {
    tokens[index + 1].kind == .text && CountUnits.all.contains(text(of: tokens[index + 1]))
      ? index + 2 : nil
  }

  private func isMarker(_ index: Int) -> Bool {
    plan.notation.shortMarkers.contains { $0.elementsEqual(letters(of: tokens[index])) }
  }

  /// Whether words lead to another number, whose label they may be: and 15 mobil: 0171 ….
  private func leadsToLabelledDigits(_ word: Int) -> Bool {
    var index = word
    while tokens[index].kind == .letters || tokens[index].kind == .dot { index += 1 }
    switch tokens[index].kind {
    case .colon, .plus, .open, .hash: return true
    case .digits: return tokens[index].count > 2
    default: return false
    }
  }

  /// Whether digits are close above the last ones before their sign, as the next line is: …11 10/11.
  private func isCloseAbove(_ index: Int) -> Bool {
    var last = index - 2
    while last > 0, tokens[last].kind != .digits { last -= 1 }
    let base = powerOfTen(min(Int(tokens[index].count), Int(tokens[last].count)))
    return (1...20).contains(value(of: tokens[index]) % base - value(of: tokens[last]) % base)
  }
}

/// The units of counts: Data/words.tsv.
private enum CountUnits {
  static let all = SpellingTable(EmbeddedWords.countUnit)
}
