import NumberingPlans

/// A date in figures that one sign without blanks parts.
struct DateInFigures {
  var tokens: Range<Int>
  var sign: Token.Kind

  /// Whether it has a day beside its month and its year.
  var isDay: Bool { tokens.count == 5 }
}

/// Dates in figures with their year in full: 12/03/2024, 2024-03-12, 05/2023, 2020-03.
extension TokenWriter {
  /// The date whose year stands at a token; nil where other digits go on with it.
  func date(atYear year: Int) -> DateInFigures? {
    guard isYear(tokens[year]) || isYearOfTheEra(tokens[year]) else { return nil }
    // 044.412.11.11-2015/07/23: a day says more than the month before its year.
    let (ending, beginning) = (dateEnding(inYear: year), dateBeginning(withYear: year))
    return beginning?.isDay == true ? beginning : ending ?? beginning
  }

  /// 12/03/2024, 05/2023.
  private func dateEnding(inYear year: Int) -> DateInFigures? {
    let (month, day) = (year - 2, year - 4)
    guard isShortFigure(month), let sign = sign(between: month, and: year) else { return nil }
    guard isShortFigure(day), self.sign(between: day, and: month) == sign else {
      return isDay(monthAt: month, dayAt: month) ? date(month...year, sign) : nil
    }
    let isDay = isDay(monthAt: month, dayAt: day) || isDay(monthAt: day, dayAt: month)
    return isDay ? date(day...year, sign) : nil
  }

  /// 2024-03-12, 2020-03.
  private func dateBeginning(withYear year: Int) -> DateInFigures? {
    let (month, day) = (year + 2, year + 4)
    guard isShortFigure(month), isDay(monthAt: month, dayAt: month),
      let sign = sign(between: year, and: month)
    else { return nil }
    guard isShortFigure(day), self.sign(between: month, and: day) == sign else {
      return date(year...month, sign)
    }
    return isDay(monthAt: month, dayAt: day) ? date(year...day, sign) : nil
  }

  private func isShortFigure(_ index: Int) -> Bool {
    index >= 0 && tokens[index].kind == .digits && tokens[index].count <= 2
  }

  /// The sign without blanks between two tokens, as dates have it.
  private func sign(between first: Int, and last: Int) -> Token.Kind? {
    guard !tokens[first + 1].followsBlank, !tokens[last].followsBlank else { return nil }
    switch tokens[first + 1].kind {
    case .slash, .dash, .dot: return tokens[first + 1].kind
    default: return nil
    }
  }

  /// A date of such tokens, where its sign joins no digits with it on either side.
  private func date(_ figures: ClosedRange<Int>, _ sign: Token.Kind) -> DateInFigures? {
    let (first, last) = (figures.lowerBound, figures.upperBound)
    let goesOn = first > 1 && tokens[first - 2].kind == .digits && joins(first - 1, sign)
    guard !goesOn, !joins(last + 1, sign) else { return nil }
    return DateInFigures(tokens: first..<last + 1, sign: sign)
  }

  /// Whether a sign without blanks stands at a token before digits.
  private func joins(_ index: Int, _ sign: Token.Kind) -> Bool {
    tokens[index].kind == sign && !tokens[index].followsBlank
      && tokens[index + 1].kind == .digits && !tokens[index + 1].followsBlank
  }
}

/// Digits that are as many as those of a number, in whichever notation.
extension TokenWriter {
  private static let fewestDigits = 7
  /// The most tokens that are looked at.
  private static let mostTokens = 16

  /// Whether so many digits, and signs between them, end before a token.
  func hasDigitsOfNumber(before end: Int) -> Bool {
    var count = 0
    for index in stride(from: end - 1, through: max(end - Self.mostTokens, 0), by: -1) {
      guard mayBeInNumber(index) else { return false }
      if tokens[index].kind == .digits { count += Int(tokens[index].count) }
      if count >= Self.fewestDigits { return true }
    }
    return false
  }

  /// Whether so many digits, and signs between them, begin at a token.
  func hasDigitsOfNumber(from start: Int) -> Bool {
    var count = 0
    for index in start..<max(min(start + Self.mostTokens, tokenCount), start) {
      guard mayBeInNumber(index) else { return false }
      if tokens[index].kind == .digits { count += Int(tokens[index].count) }
      if count >= Self.fewestDigits { return true }
    }
    return false
  }

  private func mayBeInNumber(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .digits, .slash: true
    default: isSignInFull(index)
    }
  }
}
