import NumberingPlans

/// Finds dates and opening hours, which are no phone numbers: 1986-03-21, 08:00-17:00, 24/7.
///
/// What stands alone may be told by its form; beside a number only what cannot be digits of it.
extension TokenWriter {
  /// Whether the cell may hold what the rule looks for, by its facts alone.
  var mayHoldDatesAndHours: Bool {
    mayHoldCounts || mayHoldCountsBehindWords || mayHoldTerms
      || mayHoldBirth || mayHoldFlats || mayHoldLeadingDay || mayHoldBareHours
      || mayHoldHashUnits || mayHoldRooms || mayHoldDatesBesideNumbers
      || mayHoldHoursBehindSigns || mayHoldAmountsBehindNumbers || mayHoldOtherDays
      || !TimeFacts(facts, hasLetters: letterCount > 0).hasNone
  }

  /// Sets days, counts and hours aside; every mark sees what those before it made of the cell, and asks first whether it
  /// may hold any.
  func markDatesCountsAndHours() {
    markDatesBesideNumbers()
    markOtherDays()
    markLeadingDay()
    markFoundingYears()
    markTerms()
    markFlats()
    markRooms()
    markCountedItems()
    markHoursBehindSigns()
    markAmountsBehindNumbers()
    if mayHoldCounts { markCounts() }
    markCountsBehindWords()
    markSpansOfCounts()
    markAddressesBehindNumbers()
    markCountsBehindSigns()
    markDigitsBeforeWords()
    markTimesAndUnits()
    markBesideHours()
    markMonths()
    markPlaces()
    markBareHours()
  }

  /// Sets aside what signs and units tell of digits.
  private func markTimesAndUnits() {
    let times = TimeFacts(facts, hasLetters: letterCount > 0)
    let hasDashes = facts.kinds.contains(.dash)
    let hasHalves = mayHoldMeridiem
    let hasUnits = times.haveWords && mayHoldUnits
    if times.haveDots { markDottedHours() }
    if hasHalves || hasUnits || times.haveSigns {
      for index in 0..<tokenCount where tokens[index].kind == .digits {
        if hasDashes { markEndOfSpan(index, times, halves: hasHalves, units: hasUnits) }
        if times.haveClocks, tokens[index].kind == .digits, let end = endOfLetteredClock(index) {
          mark(index..<end, as: .hours)
        }
        if tokens[index].kind == .digits, hasUnits || mayBeginTime(index),
          !isJoined(before: index)
        {
          if hasHalves { markMeridiem(index) }
          if hasUnits { markUnit(index) }
          markBySigns(index, times)
        }
      }
    }
  }

  /// Sets aside what stands beside hours or an amount.
  private func markBesideHours() {
    guard facts.kinds.contains(anyOf: .hours, .amount) else { return }
    for index in 0..<tokenCount where tokens[index].kind == .digits { markBesideHours(index) }
  }

  /// Whether a sign, a word or a letter stands behind digits, with which all but quantities go on.
  @inline(__always)
  private func mayBeginTime(_ index: Int) -> Bool {
    switch tokens[index + 1].kind {
    case .colon, .dash, .dot, .letters, .ordinal, .slash, .star, .tilde, .word: true
    default: false
    }
  }

  /// Marks the end of a span that begins with an hour: 9-5pm, M-F 8-4:30.
  @inline(__always)
  private func markEndOfSpan(
    _ index: Int, _ times: TimeFacts, halves hasHalves: Bool, units hasUnits: Bool
  ) {
    guard hasHalves || hasUnits || times.haveColons, endsHours(index) else { return }
    if hasHalves { markMeridiem(index) }
    if hasUnits { markUnit(index) }
    if times.haveColons, tokens[index].kind == .digits,
      index < 3 || tokens[index - 3].kind != .colon
    {
      markTime(index)
    }
  }

  /// Marks what signs tell: a time of day, a span of hours, a date, 24/7.
  @inline(__always)
  private func markBySigns(_ index: Int, _ times: TimeFacts) {
    if times.haveColons, tokens[index].kind == .digits { markTime(index) }
    if times.haveColons, isYearOrNameBeforeNumber(index) { mark(index..<index + 1, as: .date) }
    if times.haveSpans, tokens[index].kind == .digits { markSpan(index) }
    if times.haveSpansOfDays || times.standAlone && index == 0, tokens[index].kind == .digits {
      markSpanOfDays(index)
    }
    if times.areDates, tokens[index].kind == .digits {
      markDate(index)
      if tokens[index].kind == .digits { markTwoSpans(index) }
    }
    if times.haveClocks, tokens[index].kind == .digits,
      index == 0 || tokens[index - 1].kind != .digits, let end = endOfRoundTheClock(index)
    {
      mark(index..<end, as: .hours)
    }
  }

  /// Whether a year, or the end of a name, and a colon stand before a number in full: updated 2018: 312-840-9917,
  /// Studio 54: 212-478-9917.
  private func isYearOrNameBeforeNumber(_ index: Int) -> Bool {
    guard tokens[index].kind == .digits, (2...4).contains(tokens[index].count),
      tokens[index + 1].kind == .colon, tokens[index + 2].followsBlank,
      index == 0
        || tokens[index].followsBlank
          && (tokens[index - 1].kind == .letters || isWord(.joiner, at: index - 1)),
      isYear(tokens[index]) || index > 0 && tokens[index - 1].count > 3,
      !startsFullNumber(at: index)
    else { return false }
    return beginsNumber(index + 2)
  }

  /// Whether digits belong to something that stands right before them.
  func isJoined(before index: Int) -> Bool {
    guard index > 0 else { return false }
    switch tokens[index - 1].kind {
    case .hash, .star, .digits:
      return !tokens[index].followsBlank || tokens[index - 1].kind != .digits
    case .dash, .plus: return index > 1 && tokens[index - 2].kind == .digits
    case .dot:
      return index > 1 && (tokens[index - 2].kind == .digits || isWord(.marker, at: index - 2))
    case .colon, .close: return index > 1 && isWord(.marker, at: index - 2)
    case .word: return tokens[index - 1].word == .marker
    default: return false
    }
  }

  /// Whether digits end a span that begins with an hour of its own: 9-5pm.
  private func endsHours(_ index: Int) -> Bool {
    index > 1 && (tokens[index - 1].kind == .dash || isRange(index - 1)) && isHour(index - 2)
      && (!isJoined(before: index - 2) || index > 3 && isSetApart(index - 3))
      // (0463)23-2283 年中無休.
      && (tokens[index].count < 3 || index < 3 || tokens[index - 3].kind != .close)
  }

  /// 9am, 9:30 pm, 9 a.m.: a time of day with its half.
  private func markMeridiem(_ index: Int) {
    guard tokens[index].count <= 2 else { return }
    var end = index + 1
    if tokens[end].kind == .colon || tokens[end].kind == .dot, tokens[end + 1].kind == .digits,
      tokens[end + 1].count == 2, !tokens[end].followsBlank, !tokens[end + 1].followsBlank
    {
      end += 2
    }
    guard (1...12).contains(value(of: tokens[index])), let last = endOfMeridiem(end),
      !endsNumberBeforeName(index)
    else { return }
    mark(index..<last, as: .hours)
  }

  /// The token behind am or pm, with dots or without, at a token; nil without one.
  func endOfMeridiem(_ index: Int) -> Int? {
    let start = letters(of: tokens[index])
    guard start.count > 0, start[0] == UInt8(ascii: "a") || start[0] == UInt8(ascii: "p") else {
      return nil
    }
    switch tokens[index].count {
    case 2: return start[1] == UInt8(ascii: "m") ? index + 1 : nil
    case 1:
      guard tokens[index + 1].kind == .dot, !tokens[index + 1].followsBlank,
        isLetter("m", at: index + 2)
      else { return nil }
      return tokens[index + 3].kind == .dot ? index + 4 : index + 3
    default: return nil
    }
  }

  /// 24小時, 3樓, 9h30: a quantity.
  private func markUnit(_ index: Int) {
    guard tokens[index].kind == .digits, mayHaveUnit(index), !endsNumberBeforeName(index)
    else { return }
    if isHoursBehindLetter(index) { return mark(index - 1..<index + 1, as: .hours) }
    if isHourBehindDays(index) {
      let hasUnit = isLetterH(index + 1) && !tokens[index + 1].followsBlank
      let hasMinutes = hasUnit && isMinutes(index + 2)
      return mark(index..<index + (hasMinutes ? 3 : hasUnit ? 2 : 1), as: .hours)
    }
    let next = index + 1
    if counts(index), !continuesNumber(index) { return mark(index..<next + 1, as: .amount) }
    if isRoundTheClock(index), !continuesNumber(index) {
      return mark(index..<next + 2, as: .hours)
    }
    guard tokens[index].count <= 4, endsInUnit(next, behind: index), !continuesNumber(index)
    else { return }
    let kind: Token.Kind =
      switch tokens[next].word {
      case .dateUnit: .date
      case .amount, .place: .amount
      default: .hours
      }
    let hasMinutes = isLetterH(next) && isMinutes(next + 1)
    mark(index..<next + (hasMinutes ? 2 : 1), as: kind)
  }

  /// Whether a unit may stand behind digits, or an h or a day before them.
  @inline(__always)
  private func mayHaveUnit(_ index: Int) -> Bool {
    switch tokens[index + 1].kind {
    case .letters, .word, .dash: true
    default: facts.words.contains(.hours) || index > 0 && isLetter("h", at: index - 1)
    }
  }

  /// Whether a word behind digits makes a quantity of them.
  private func isUnit(_ index: Int) -> Bool {
    switch tokens[index].word {
    case .unit, .dateUnit, .amount: true
    case .place: tokens[index].isOfIdeographs
    default: letters(of: tokens[index]).isOne(of: EmbeddedWords.hoursCounted)
    }
  }

  /// The same, or the letter of hours: 9h, 9u.
  private func endsInUnit(_ next: Int, behind index: Int) -> Bool {
    tokens[next].kind == .word
      ? isUnit(next) || isLetterH(next) : isLetterOfHour(next, behind: index)
  }

  /// Whether an h touches the digits before it, or ends a span of hours.
  private func isLetterH(_ index: Int) -> Bool {
    tokens[index].bytes == 1
      && (!tokens[index].followsBlank || endsHours(index - 1))
      && isLetter("h", at: index)
  }

  /// Whether two digits may be the minutes behind an hour that they touch.
  private func isMinutes(_ index: Int) -> Bool {
    tokens[index].kind == .digits && !tokens[index].followsBlank && tokens[index].count == 2
      && value(of: tokens[index]) < 60
  }

  /// Whether digits before a unit are part of a number; 24 hours and a floor are none: 0161 496 0123
  /// 24h, 02-27123456 3樓.
  private func continuesNumber(_ index: Int) -> Bool {
    if continuesGroupInBracket(index) { return true }
    guard index > 0, case .digits = tokens[index - 1].kind else { return false }
    let isAmount = isAmount(index + 1) && !tokens[index + 1].followsBlank
    if tokens[index].followsBlank,
      isRoom(index) || isYearBeforeUnit(index) || isOClock(index) || beginsSpan(index)
    {
      return false
    }
    return !tokens[index].followsBlank || tokens[index].count > 2
      || value(of: tokens[index]) != 24 && !isAmount
  }

  /// Whether both hours of a span have their h: 9h-12h, 8h30-12h.
  private func beginsSpan(_ index: Int) -> Bool {
    guard isHour(index), isLetterH(index + 1) else { return false }
    let dash = isMinutes(index + 2) ? index + 3 : index + 2
    return tokens[dash].kind == .dash && isHour(dash + 1) && isLetterH(dash + 2)
  }

  /// Whether digits that stand apart from a number are an hour of the day with its unit: 9點, 18点.
  private func isOClock(_ index: Int) -> Bool {
    isWord(.unit, at: index + 1) && tokens[index + 1].isOfIdeographs
      && !tokens[index + 1].followsBlank && tokens[index].count <= 2
      && value(of: tokens[index]) <= 24 && endsNumberInFull(before: index)
  }

  /// Whether hours or an amount were set aside at a token.
  private func isQuantity(_ index: Int) -> Bool {
    tokens[index].kind == .hours || tokens[index].kind == .amount
  }

  /// 08:30, 08:30:00: a time of day.
  private func markTime(_ index: Int) {
    guard tokens[index + 1].kind == .colon, tokens[index + 2].kind == .digits,
      tokens[index].count <= 2, tokens[index + 2].count == 2, value(of: tokens[index]) <= 24,
      value(of: tokens[index + 2]) < 60,
      // 12: 02 40 35 12 34.
      !tokens[index + 2].followsBlank || tokens[index].count > 1 && beginsWithZero(index)
        || !startsFullNumber(at: index + 2)
    else { return }
    mark(index..<index + 3, as: .hours)
    guard tokens[index + 3].kind == .colon, tokens[index + 4].kind == .digits,
      tokens[index + 4].count == 2
    else { return }
    mark(index + 3..<index + 5, as: .hours)
  }

  /// 0800-1730, 0800~1700: from a time of day to another.
  private func markSpan(_ index: Int) {
    guard isClock(index) else { return }
    let next = endOfSigns(index + 1)
    guard next > index + 1, isClock(next) || tokens[next].kind == .hours else { return }
    if tokens[next].kind == .digits {
      let follows = tokens[next + 1]
      if follows.kind == .digits || follows.kind == .dash { return }
      let isDashed = tokens[index + 1].kind == .dash
      let first = digits[Int(tokens[index].first)]
      if isDashed, first != 48, first != 49 { return }
      let whole = UnsafeBufferPointer(start: digits + Int(tokens[index].first), count: 8)
      if isDashed, first == 49, national(spelled: whole).validity == .valid { return }
      if isDashed, endsNumber(index, through: next) || isOddNumber(whole, index, next) { return }
      if !isDashed, endsOddNumber(index, next) { return }
    }
    mark(index..<next + 1, as: .hours)
  }

  /// Whether digits are a number of the plan at whose halves nobody opens or closes: 0800-1351.
  private func isOddNumber(
    _ whole: UnsafeBufferPointer<UInt8>, _ first: Int, _ last: Int
  ) -> Bool {
    let (start, end) = (value(of: tokens[first]), value(of: tokens[last]))
    let isSpan = end > start && start % 5 == 0 && end % 5 == 0
    return !isSpan && national(spelled: whole).validity == .valid
  }

  /// Whether the first half of a span ends a number in full, and nobody opens or closes at the halves: 080
  /// 2558 1234 to 1240.
  private func endsOddNumber(_ first: Int, _ last: Int) -> Bool {
    first > 0 && tokens[first - 1].kind == .digits
      && (value(of: tokens[first]) % 5 != 0 || value(of: tokens[last]) % 5 != 0)
      && endsNumberInFull(before: first + 1)
  }

  /// Whether the eight digits of a span end a number that begins before them: (011) 1021-1234.
  private func endsNumber(_ index: Int, through last: Int) -> Bool {
    var isNumber = false
    eachNumber(
      endingBefore: last + 1, over: { $0 > index || tokens[$0].kind != .dot && isSignInFull($0) }
    ) { start, _, _ in
      isNumber = start < index
      return !isNumber
    }
    return isNumber
  }

  /// The token behind the dashes and words of a span.
  private func endOfSigns(_ start: Int) -> Int {
    var next = start
    while tokens[next].kind == .dash || isRange(next) { next += 1 }
    return next
  }

  /// Whether four digits are a time of day: 0830.
  private func isClock(_ index: Int) -> Bool {
    guard tokens[index].kind == .digits, tokens[index].count == 4 else { return false }
    let value = value(of: tokens[index])
    return value / 100 <= 24 && value % 100 < 60
  }

  /// Mon-Fri 9-5, 平日 0900-1700, and 08~17 where nothing else stands: from an hour to another.
  private func markSpanOfDays(_ index: Int) {
    guard isHour(index) || isClock(index) else { return }
    var last = endOfSigns(index + 1)
    // between 9 and 5, mellan 9 och 12.
    if last == index + 1, isWord(.joiner, at: last), followsHourWord(index) { last += 1 }
    guard last > index + 1, isHour(last) || isClock(last),
      tokens[last + 1].kind != .dash || isSetApart(last + 1) && startsFullNumber(at: last + 2)
    else { return }
    let isAlone = index == 0 && last + 1 == tokenCount && isRange(index + 1)
    guard isAlone || followsDays(index, to: last) else { return }
    if tokens[last + 1].kind == .digits, startsFullNumber(at: index) { return }
    let hasMinutes = tokens[last + 1].kind == .colon && isMinutes(last + 2)
    mark(index..<last + (hasMinutes ? 3 : 1), as: .hours)
  }

  /// 0800 beside a time: 0800~22:00, 9-5pm.
  private func markBesideHours(_ index: Int) {
    guard tokens[index].count <= 5 else { return }
    if index > 1, tokens[index - 1].kind == .tilde || tokens[index - 1].kind == .dash,
      isQuantity(index - 2), tokens[index - 2].kind == .hours || !tokens[index].followsBlank,
      !((tokens[index].followsBlank || beginsWithZero(index)) && startsFullNumber(at: index))
    {
      tokens[index].kind = tokens[index - 2].kind
      return
    }
    let last = endOfSigns(index + 1)
    if last > index + 1, isQuantity(last),
      !isJoined(before: index) || tokens[index - 1].kind == .dash && isSetApart(index - 1),
      isHour(index) || isClock(index) && isRange(index + 1)
        || tokens[last].kind == .amount && tokens[index].count < 4 && beginsSpan(before: index)
    {
      tokens[index].kind = tokens[last].kind
    }
  }
}
