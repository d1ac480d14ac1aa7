import NumberingPlans

/// What the grammars ask about hours beside a number.
extension TokenReading {
  /// The token behind 24/7, 24/24 or 7/7 at a token, blank space or a sign around it; nil without.
  func endOfRoundTheClock(_ index: Int) -> Int? {
    guard isOn(.datesAndHours), index + 2 < tokenCount, tokens[index].count <= 2,
      isSignOfClock(index + 1), !tokens[index + 1].followsBlank,
      tokens[index + 2].kind == .digits, !tokens[index + 2].followsBlank
    else { return nil }
    switch (value(of: tokens[index]), value(of: tokens[index + 2])) {
    case (24, 7), (24, 24), (7, 7), (7, 24): break
    // 5*8小时.
    case (5...7, 8...12)
    where tokens[index + 1].kind != .slash && isWord(.unit, at: index + 3): break
    default: return nil
    }
    guard tokens[index + 2].count <= 2, !followsPairs(index) else { return nil }
    var end = index + 3
    if tokens[end].kind == .slash, tokens[end + 1].kind == .digits, tokens[end + 1].count == 3,
      value(of: tokens[end + 1]) == 365
    {
      end += 2
    }
    // 24/7 5 is left to who reads digits behind a blank.
    return tokens[end].kind != .digits && goesOnWithDigits(end) ? nil : end
  }

  /// The token behind 24h/24 or 7j/7 at a token, as French writes 24/24 and 7/7; nil without.
  func endOfLetteredClock(_ index: Int) -> Int? {
    let (letter, last) = (tokens[index + 1], index + 3)
    guard isOn(.datesAndHours), tokens[index].count <= 2, letter.bytes == 1, letter.count == 1,
      index == 0 || tokens[index].followsBlank || tokens[index - 1].kind != .digits,
      tokens[index + 2].kind == .slash, tokens[last].kind == .digits, !tokens[last].followsBlank,
      tokens[last].count == tokens[index].count
    else { return nil }
    switch (value(of: tokens[index]), value(of: tokens[last])) {
    case (24, 24), (7, 7): break
    default: return nil
    }
    return goesOnWithDigits(last + 1) ? nil : last + 1
  }

  /// Whether digits go on with a time at a token, and begin no number in full that blanks set apart.
  private func goesOnWithDigits(_ next: Int) -> Bool {
    switch tokens[next].kind {
    case .digits: return !tokens[next].followsBlank
    case .slash, .dash, .dot, .hash, .star, .tilde:
      guard tokens[next + 1].kind == .digits else { return false }
      return !tokens[next].followsBlank || !tokens[next + 1].followsBlank
        || !startsFullNumber(at: next + 1)
    default: return false
    }
  }

  /// Whether digits end a number whose pairs slashes part: 01/42/68/24/24.
  private func followsPairs(_ index: Int) -> Bool {
    guard index > 5, tokens[index].count == 2, tokens[index + 2].count == 2 else { return false }
    for pair in stride(from: index - 2, through: index - 6, by: -2) {
      let (digits, slash) = (tokens[pair], tokens[pair + 1])
      guard digits.kind == .digits, digits.count == 2, slash.kind == .slash, !slash.followsBlank,
        !tokens[pair + 2].followsBlank
      else { return false }
    }
    return true
  }

  /// Whether four digits stand behind an area code and the first group of a line in brackets: 03(3404)8693 年中無休.
  func continuesGroupInBracket(_ index: Int) -> Bool {
    guard index > 3, tokens[index].count == 4, tokens[index - 1].kind == .close,
      tokens[index - 2].kind == .digits, tokens[index - 2].count > 1,
      tokens[index - 3].kind == .open
    else { return false }
    let area = tokens[index - 4].kind == .close ? index - 5 : index - 4
    return area >= 0 && tokens[area].kind == .digits
      && (tokens[area].count <= 2 || digits[Int(tokens[area].first)] == 48)
  }

  /// Whether a sign stands between hours and days: 24/7, 7*24, 7x24.
  private func isSignOfClock(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .slash, .star: true
    default: isWord(.marker, at: index) && isLetter("x", at: index)
    }
  }

  /// Whether digits may begin hours, as in 24/7 and 08~17.
  func mayStartHours(_ index: Int) -> Bool {
    endOfRoundTheClock(index) != nil
      || isHour(index) && isRange(index + 1) && isHour(index + 2)
  }

  /// Whether one digit or two are an hour of the day.
  func isHour(_ index: Int) -> Bool {
    tokens[index].kind == .digits && tokens[index].count <= 2 && value(of: tokens[index]) <= 24
  }

  /// Whether a tilde, a word or the letter a joins the ends of a span.
  func isRange(_ index: Int) -> Bool {
    tokens[index].kind == .tilde || isWord(.range, at: index)
      || tokens[index].kind == .letters && tokens[index].count == 1
        && letters[Int(tokens[index].first)] == UInt8(ascii: "a")
  }

  /// Whether a word of days or hours stands before digits, perhaps with a dot or a short word.
  func followsHourWord(_ index: Int) -> Bool {
    guard facts.words.contains(.hours) else { return false }
    var before = index - 1
    if before > 0, tokens[before].kind == .dot { before -= 1 }
    if before > 0, tokens[before].kind == .letters, tokens[before].count <= 3 { before -= 1 }
    return isHours(before)
  }

  /// H24: the hours of a day behind the letter for them.
  func isHoursBehindLetter(_ index: Int) -> Bool {
    index > 0 && isLetter("h", at: index - 1) && !tokens[index].followsBlank
      && tokens[index].count == 2
      && value(of: tokens[index]) == 24
      && (index < 2 || tokens[index - 1].followsBlank || tokens[index - 2].kind != .digits)
  }

  /// 9u: an hour, as Dutch shortens it.
  func isLetterOfHour(_ letter: Int, behind index: Int) -> Bool {
    tokens[letter].kind == .letters && !tokens[letter].followsBlank && isLetter("u", at: letter)
      && isHour(index)
  }

  /// Whether a word of days or hours stands at a token.
  func isHours(_ index: Int) -> Bool {
    index >= 0 && isWord(.hours, at: index)
  }

  /// Whether digits behind a word of days are an hour, and begin no span or number.
  func isHourBehindDays(_ index: Int) -> Bool {
    guard facts.words.contains(.hours), index > 0, isHour(index), followsHourWord(index),
      !isRange(index + 1),
      !isWord(.joiner, at: index + 1) || !isHour(index + 2)
    else { return false }
    switch tokens[index + 1].kind {
    case .colon: return tokens[index + 2].followsBlank && startsFullNumber(at: index + 2)
    case .dash, .slash: return false
    case .dot: return tokens[index + 2].kind != .digits || tokens[index + 2].followsBlank
    case .digits: return !startsFullNumber(at: index)
    default: return true
    }
  }

  /// 24-hour: a dash between the hours of a day and their unit.
  func isRoundTheClock(_ index: Int) -> Bool {
    tokens[index + 1].kind == .dash && !tokens[index + 1].followsBlank
      && isWord(.unit, at: index + 2) && !tokens[index + 2].followsBlank
      && tokens[index].count == 2 && value(of: tokens[index]) == 24
  }
}
