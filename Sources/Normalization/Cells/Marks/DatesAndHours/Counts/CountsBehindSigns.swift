import NumberingPlans

/// Sets few digits aside that a sign parts from a number in full where what stands with them makes them something
/// else than its last digits or its extension: 0341 9617352 - 80 Gäste, 312-944-7162 - 12/3, 48 27 16 12 h.
///
/// Where numbers have no fixed length they would be digits of the number, elsewhere an extension.
extension TokenWriter {
  /// The most digits that are looked at: those of a postcode.
  private static let mostDigits = 5

  /// How digits are parted from what stands before them.
  private enum Parting {
    /// Blank space alone.
    case blank
    /// A dash with blanks on both sides, before it, or on neither side.
    case dash, dashBehindBlank, tightDash
    /// A slash, an ampersand, or a word such as and.
    case list
    /// A sign or a letter that else marks an extension: x, *, #.
    case marker

    /// Whether a sign with blanks on both sides, or one that parts the items of a list, stands before them.
    var isSign: Bool { self == .dash || self == .list }
  }

  /// How sure it is that digits are none of a number.
  enum Certainty {
    case known
    /// The same behind blank space alone, where the digits may be the last ones of a number.
    case count
    /// A word that nobody knows, in small letters, or letters that touch the digits.
    case word
    /// A word with a capital, which may be a name.
    case name
    /// Nothing but a number that goes on with them.
    case year
  }

  /// What digits are that are none of a number, and the token behind them.
  struct Counted {
    var end: Int
    var kind = Token.Kind.amount
    var certainty = Certainty.known
  }

  /// Sets such digits aside, with the sign before them.
  func markCountsBehindSigns() {
    guard mayHoldCounted, !plan.notation.writesDashExtensions,
      facts.mayHoldNumber || facts.kinds.contains(.dash)
    else { return }
    for index in 1..<max(tokenCount, 1)
    where tokens[index].kind == .digits && tokens[index].count <= Self.mostDigits
      && mayCount(index)
    {
      guard let parting = parting(before: index),
        parting == .dash || tokens[parting == .blank ? index - 1 : index - 2].mayBeOfNumber,
        let counted = counted(index, parting)
      else { continue }
      let hours = firstOfHours(upTo: index, counted, parting)
      let end = hours ?? (parting == .blank ? index : index - 1)
      if let number = number(before: end, goingOnWith: hours == nil ? index : index - 2) {
        let isNone =
          counted.certainty == .count
          ? isNone(countOf: index, number) : isNone(counted, of: number, at: index, parting)
        guard isNone else { continue }
      } else {
        // 0470-48 27 - 12 platser: no number without them, and none with them.
        guard parting == .dash, isCounted(index + 1) else { continue }
      }
      mark(end..<counted.end, as: counted.kind)
    }
  }

  /// Whether a count behind a blank cannot be the end of the number.
  ///
  /// If the number could go on with it, only one digit behind more than eight, or an ordinal, is sure to be a count.
  private func isNone(countOf index: Int, _ number: NumberBefore) -> Bool {
    guard number.goesOn else { return number.digits > 6 }
    if tokens[index + 1].kind == .percent { return number.digits > 7 }
    if isNounOfCount(index + 1) { return number.digits > 7 }
    return tokens[index].count == 1 && number.digits > 8
      || tokens[index + 1].kind == .dot || tokens[index + 1].kind == .quote
      || isLetter("p", at: index + 1)
  }

  /// The first token of a span of hours that a blank, or a slash, parts from a number in full: 0621 293012 14-18
  /// Uhr; nil where its first hour may be digits of the number.
  private func firstOfHours(upTo index: Int, _ counted: Counted, _ parting: Parting) -> Int? {
    let first = index - 2
    guard parting == .tightDash, counted.kind == .hours, first > 0, tokens[first].kind == .digits,
      tokens[first].count <= 2, tokens[first].followsBlank, tokens[index].count <= 2,
      value(of: tokens[first]) < value(of: tokens[index])
    else { return nil }
    let isSign = tokens[first - 1].kind == .slash || tokens[first - 1].kind == .dash
    let end = isSign && tokens[first - 1].followsBlank ? first - 1 : first
    return number(before: end, goingOnWith: first) == nil ? nil : end
  }

  /// Whether a word has what it counts right before it wherever it stands: 20 Plätze, 20 posti.
  private func isNounOfCount(_ index: Int) -> Bool {
    tokens[index].kind == .letters && tokens[index].count > 4 && tokens[index].followsBlank
      && TailWords.counted.contains(letters(of: tokens[index]))
  }

  private func parting(before index: Int) -> Parting? {
    let sign = tokens[index - 1]
    if sign.kind == .digits { return tokens[index].followsBlank ? .blank : nil }
    guard index > 1, tokens[index - 2].kind == .digits || tokens[index - 2].kind == .close else {
      return nil
    }
    switch sign.kind {
    case .dash:
      guard sign.followsBlank else { return .tightDash }
      return tokens[index].followsBlank ? .dash : .dashBehindBlank
    case .slash, .ampersand: return .list
    case .comma: return tokens[index].followsBlank ? .list : nil
    case .enumeration where isSetApart(index - 1) && !plan.notation.notesAreChinese: return .list
    case .hash, .star: return .marker
    case .word: return parting(behindWord: index)
    default: return nil
    }
  }

  private func parting(behindWord index: Int) -> Parting? {
    switch tokens[index - 1].word {
    case .joiner: .list
    case .marker: isLetter("x", at: index - 1) || isCount(index) ? .marker : nil
    default: nil
    }
  }

  /// Whether a known word in small letters counts the digits of an extension: poste 2 personnes.
  private func isCount(_ index: Int) -> Bool {
    tokens[index + 1].kind == .letters && !isCapital(index + 1) && isCounted(index + 1)
  }

  /// What the digits at a token are by what stands behind them; nil for what may belong to a number.
  private func counted(_ index: Int, _ parting: Parting) -> Counted? {
    if namesPerson(index + 1) { return nil }
    if let end = endOfLetteredClock(index) { return Counted(end: end, kind: .hours) }
    if tokens[index + 1].kind == .percent, !tokens[index + 1].followsBlank || parting.isSign {
      return Counted(end: index + 2, certainty: parting == .blank ? .count : .known)
    }
    switch parting {
    case .blank:
      return day(index, parting) ?? hours(index) ?? postcodeBeforeTown(index)
        ?? houseWithLetter(index) ?? countedBehindBlank(index) ?? ordinalBehindBlank(index)
        ?? hourWithEnding(index) ?? persons(index)
    case .tightDash: return hours(index)
    case .dashBehindBlank: return hours(index) ?? ordinal(index) ?? countedByWord(index)
    case .dash:
      return day(index, parting) ?? time(index) ?? hours(index) ?? ordinal(index)
        ?? countedByWord(index) ?? decimals(index) ?? year(index) ?? house(index)
        ?? houseWithWord(index)
        ?? beforeWord(index)
    case .list:
      return wholeDay(index) ?? countedByWord(index) ?? house(index) ?? houseWithWord(index)
        ?? ordinalBehindBlank(index)
    case .marker: return countedByWord(index) ?? house(index)
    }
  }

  /// Whether what digits may be is told by the number before them as well.
  private func isNone(
    _ counted: Counted, of number: NumberBefore, at index: Int, _ parting: Parting
  ) -> Bool {
    if parting == .blank { return isNone(behindBlank: counted, of: number, at: index) }
    // 0911 - 23174 - 48 hinten.
    if number.isParted, counted.certainty != .known, counted.certainty != .count { return false }
    switch counted.certainty {
    case .known, .count: return true
    case .word: return !number.goesOn || number.digits > 7
    // Few digits behind a short number are those of who has the name: 089 123456 - 12 Müller.
    case .name: return !number.goesOn || number.digits > (tokens[index].count > 3 ? 8 : 9)
    case .year: return number.goesOn && number.digits > 8
    }
  }
}

/// What digits are by what stands behind them.
extension TokenWriter {
  /// Whether a blank alone parts a day, or an hour that is no name, from a number.
  private func isNone(
    behindBlank counted: Counted, of number: NumberBefore, at index: Int
  ) -> Bool {
    if counted.kind == .date { return counted.certainty == .known || number.digits > 8 }
    return number.goesOn && (counted.certainty == .known || number.digits > 6)
      && !mayBeTimeOrPerson(index)
  }

  /// 12/3, 12.03., 14.06.25: a day; behind blank space alone one that has a year or its last dot.
  private func day(_ index: Int, _ parting: Parting) -> Counted? {
    let sign = tokens[index + 1]
    let other = tokens[index + 2]
    guard sign.kind == .slash || sign.kind == .dot, !sign.followsBlank, other.kind == .digits,
      !other.followsBlank, tokens[index].count <= 2, other.count <= 2,
      isDay(monthAt: index, dayAt: index + 2) || isDay(monthAt: index + 2, dayAt: index)
    else { return nil }
    var end = index + 3
    var isWhole = false
    if tokens[end].kind == sign.kind, tokens[end + 1].kind == .digits, !tokens[end].followsBlank,
      !tokens[end + 1].followsBlank
    {
      guard tokens[end + 1].count == 2 || isYear(tokens[end + 1]) else { return nil }
      end += 2
      isWhole = true
    } else if sign.kind == .dot, tokens[end].kind == .dot, !tokens[end].followsBlank {
      end += 1
      isWhole = true
    }
    // 0918/123 456 02/5 341 2525, 06/53 21 62 29/06/25 31 60 08.
    guard endsDay(before: end), !startsFullNumber(at: index), !isAreaBeforePairs(index + 2) else {
      return nil
    }
    if isWhole { return Counted(end: end, kind: .date) }
    if sign.kind == .slash, plan.notation.hasDirectDialling || isNextLine(index) { return nil }
    if parting == .blank {
      return sign.kind == .slash ? Counted(end: end, kind: .date, certainty: .word) : nil
    }
    return Counted(end: end, kind: .date)
  }

  /// 14.06.25: a day in a list, which has its year.
  private func wholeDay(_ index: Int) -> Counted? {
    guard tokens[index].followsBlank, let day = day(index, .dash), day.end == index + 5 else {
      return nil
    }
    return day
  }

  private func endsDay(before end: Int) -> Bool {
    switch tokens[end].kind {
    case .digits: tokens[end].followsBlank
    case .dash, .slash, .dot, .colon: tokens[end].followsBlank || tokens[end + 1].kind != .digits
    default: true
    }
  }

  /// Whether digits are close above the last ones before their sign: …11 10 - 11/12 are lines.
  private func isNextLine(_ index: Int) -> Bool {
    let base: Int64 = tokens[index].count == 1 ? 10 : 100
    return (1...3).contains(value(of: tokens[index]) - value(of: lastDigits(before: index)) % base)
  }

  /// Whether digits are as many as those of the group before their sign, and close above it: the line of who is
  /// named, 312-944-7162 - 7165 Maria.
  private func isLineAbove(_ index: Int) -> Bool {
    let last = lastDigits(before: index)
    return last.count == tokens[index].count && last.count > 2
      && (1...100).contains(value(of: tokens[index]) - value(of: last))
  }

  private func lastDigits(before index: Int) -> Token {
    var last = index - 1
    while last > 0, tokens[last].kind != .digits { last -= 1 }
    return tokens[last]
  }

  /// 8:30, 8:30 Uhr, 24/7.
  private func time(_ index: Int) -> Counted? {
    if let end = endOfRoundTheClock(index) { return Counted(end: end, kind: .hours) }
    let minutes = index + 2
    guard isHour(index), tokens[index + 1].kind == .colon, !tokens[index + 1].followsBlank,
      tokens[minutes].kind == .digits, !tokens[minutes].followsBlank, tokens[minutes].count == 2,
      value(of: tokens[minutes]) < 60
    else { return nil }
    let hasUnit = isWord(.unit, at: index + 3)
    return Counted(end: hasUnit ? index + 4 : index + 3, kind: .hours)
  }

  /// 24h, 12 Uhr, 10 a.m., 14 h 30, 24h/24.
  private func hours(_ index: Int) -> Counted? {
    guard tokens[index].count <= 2 else { return nil }
    let unit = index + 1
    if (1...12).contains(value(of: tokens[index])), let end = endOfMeridiem(unit) {
      return Counted(end: end, kind: .hours)
    }
    if isWord(.unit, at: unit) && (isHour(index) || tokens[unit].isOfIdeographs)
      || isWord(.hours, at: unit) && value(of: tokens[index]) == 24
    {
      return Counted(end: unit + 1, kind: .hours)
    }
    guard isHour(index), isLetter("h", at: unit) || isLetterOfHour(unit, behind: index),
      tokens[unit + 1].kind != .colon,
      tokens[unit + 1].kind != .dot || tokens[unit + 2].kind != .digits
    else { return nil }
    var end = unit + 1
    if tokens[end].kind == .slash, tokens[end + 1].kind == .digits, tokens[end + 1].count <= 2 {
      end += 2
    } else if tokens[end].kind == .digits, tokens[end].count == 2, value(of: tokens[end]) < 60,
      tokens[end + 1].kind != .digits, tokens[end + 1].kind != .dash
    {
      end += 1
    }
    return Counted(end: end, kind: .hours)
  }

  /// 2. OG, 1. Vorsitzender: digits with the dot of an ordinal.
  private func ordinal(_ index: Int) -> Counted? {
    let word = index + 2
    guard tokens[index].count <= 2, tokens[index + 1].kind == .dot,
      !tokens[index + 1].followsBlank, tokens[word].followsBlank,
      tokens[word].kind == .letters || isWord(.place, at: word) || isUpperFloor(word),
      !plan.notation.shortMarkers.contains(where: { $0.elementsEqual(letters(of: tokens[word])) })
    else { return nil }
    if isCounted(word) || isUpperFloor(word) || endsRoad(word) { return Counted(end: word + 1) }
    let isName = isCapital(word) && tokens[index].count > 1
    return Counted(end: word, certainty: isName ? .name : .known)
  }

  /// Whether a token is OG, the upper floor, and not the word that joins numbers in Norway.
  private func isUpperFloor(_ index: Int) -> Bool {
    isWord(.joiner, at: index) && isCapital(index)
      && (tokens[index + 1].kind != .digits || beginsWithZero(index + 1))
  }

  /// 80 Gäste, 2e étage, 12 lines: what a known word counts.
  private func countedByWord(_ index: Int) -> Counted? {
    if let end = endOfUnitOfMeasure(index + 1) { return Counted(end: end) }
    if isCounted(index + 1) { return Counted(end: index + 2) }
    let isOrdinal =
      tokens[index + 1].kind == .letters && !tokens[index + 1].followsBlank
      && tokens[index + 1].count < 4 && isWord(.place, at: index + 2)
    return isOrdinal ? Counted(end: index + 3) : nil
  }

  /// 3 bedrooms, 2 этаж.
  private func countedBehindBlank(_ index: Int) -> Counted? {
    guard tokens[index].count <= 4, var counted = countedByWord(index) else { return nil }
    counted.certainty = .count
    return counted
  }

  /// 2. OG, 5. Klasse.
  private func ordinalBehindBlank(_ index: Int) -> Counted? {
    guard let counted = ordinal(index), counted.end == index + 3 else { return nil }
    return Counted(end: counted.end, certainty: .count)
  }

  /// 18'den: an hour with the ending that Turkish gives it.
  private func hourWithEnding(_ index: Int) -> Counted? {
    guard tokens[index].count <= 2, value(of: tokens[index]) < 25,
      tokens[index + 1].kind == .quote, !tokens[index + 1].followsBlank,
      tokens[index + 2].kind == .letters, !tokens[index + 2].followsBlank,
      tokens[index + 2].count <= 3
    else { return nil }
    return Counted(end: index + 3, kind: .hours, certainty: .count)
  }

  /// 200 P.: persons at the end of the cell.
  private func persons(_ index: Int) -> Counted? {
    guard (2...3).contains(tokens[index].count), isLetter("p", at: index + 1),
      tokens[index + 2].kind == .dot, tokens[index + 3].kind == .end
    else { return nil }
    return Counted(end: index + 2, certainty: .count)
  }

  /// 50.00: what has decimals.
  private func decimals(_ index: Int) -> Counted? {
    let end = index + 3
    guard tokens[index + 1].kind == .dot || tokens[index + 1].kind == .comma,
      !tokens[index + 1].followsBlank, tokens[index + 2].kind == .digits,
      !tokens[index + 2].followsBlank, tokens[index + 2].count == 2,
      value(of: tokens[index + 2]) == 0, endsDay(before: end)
    else { return nil }
    return Counted(end: end)
  }

  private func year(_ index: Int) -> Counted? {
    guard isYear(tokens[index]), endsDay(before: index + 1), tokens[index + 1].kind != .comma
    else { return nil }
    switch tokens[index + 1].kind {
    case .letters, .word: return nil
    default: return Counted(end: index + 1, kind: .date, certainty: .year)
    }
  }

  /// 120 Main St, 214 rue de la Paix, 7b: digits before a word that says nothing of extensions.
  private func beforeWord(_ index: Int) -> Counted? {
    let word = index + 1
    let isTimes = isLetter("x", at: word) && tokens[word + 1].kind != .digits
    // 50 m links.
    if isLetter("m", at: word), tokens[word + 1].kind == .letters { return Counted(end: word + 1) }
    guard tokens[word].kind == .letters || isTimes else { return nil }
    if !tokens[word].followsBlank {
      guard tokens[word].count <= 2, tokens[index].count <= 3, tokens[word + 1].kind != .digits
      else { return nil }
      return Counted(end: word + 1, certainty: .word)
    }
    guard tokens[word].count > 1, !TailWords.titles.contains(letters(of: tokens[word])),
      !plan.notation.shortMarkers.contains(where: { $0.elementsEqual(letters(of: tokens[word])) }),
      !mayLabelNumber(word), !isLineAbove(index)
    else { return nil }
    return Counted(end: word, certainty: isCapital(word) ? .name : .word)
  }
}
