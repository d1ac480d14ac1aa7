import NumberingPlans

/// Sets days, and months with their year, aside beside a number in full: 05/2023 019 8765432, 020-6241234 -
/// 12-3-2024, 0621 293012 (Stand: 05/2023).
///
/// Their digits would else be those of a number, or its extensions. What may be digits of the number itself stays.
extension TokenWriter {
  /// What stands on one side of a date.
  private enum Side {
    /// The cell, a bracket or an item begins or ends there, or a word says what the date is of.
    case nothing
    /// A number in full before it.
    case number(NumberBefore, Parting)
    /// A number in full behind it.
    case numberBehind
  }

  /// What parts a date from the number before it: blank space alone, a sign with a blank or a bracket, or a sign that the
  /// date does not have.
  private enum Parting {
    case blank, sign, tightSign
  }

  /// The fewest digits of a number before a date, without its prefixes, and of one that could go on with the digits of
  /// the date.
  private static let fewestDigits = 6
  private static let fewestGoingOn = 8

  /// Whether the cell may hold such a date.
  var mayHoldDatesBesideNumbers: Bool {
    facts.mayHoldNumber && facts.hasToken(digits: 4)
      && (facts.hasToken(digits: 1) || facts.hasToken(digits: 2))
      && facts.kinds.contains(anyOf: .slash, .dash, .dot)
  }

  func markDatesBesideNumbers() {
    guard mayHoldDatesBesideNumbers else { return }
    for year in 0..<tokenCount where tokens[year].kind == .digits && tokens[year].count == 4 {
      guard let date = date(atYear: year), let first = beginning(of: date),
        let last = ending(of: date), isNoNumber(date, first.side, last.side)
      else { continue }
      mark(first.token..<last.token, as: .date)
    }
  }

  /// The first token that is set aside with a date, and what stands before it; nil where it is none.
  private func beginning(of date: DateInFigures) -> (token: Int, side: Side)? {
    let first = date.tokens.lowerBound
    guard first > 0 else { return (0, .nothing) }
    let before = first - 1
    switch tokens[before].kind {
    case .digits, .close:
      guard tokens[first].followsBlank || tokens[before].kind == .close,
        let number = number(before: first, goingOnWith: first, date)
      else { return nil }
      return (first, .number(number, .blank))
    case .open:
      guard first > 1, let number = number(before: before, goingOnWith: first, date) else {
        return (first, .nothing)
      }
      return (first, .number(number, .sign))
    case .dash, .slash, .comma, .ampersand, .tilde: return beginning(of: date, behindSign: before)
    case .colon, .dot: return isWordOfDate(before - 1) ? (first, .nothing) : nil
    case .letters, .text, .word: return isWordOfDate(before) ? (first, .nothing) : nil
    case .newline, .semicolon, .enumeration, .hours, .amount, .date, .note, .other:
      return (first, .nothing)
    default: return nil
    }
  }

  /// The same where a sign stands before the date, which is set aside with it.
  private func beginning(
    of date: DateInFigures, behindSign sign: Int
  ) -> (token: Int, side: Side)? {
    guard sign > 0, tokens[sign - 1].kind == .digits || tokens[sign - 1].kind == .close else {
      return isText(sign - 1) ? (sign, .nothing) : nil
    }
    let isApart = tokens[sign + 1].followsBlank
    guard isApart || tokens[sign].kind != date.sign,
      let number = number(before: sign, goingOnWith: sign + 1, date)
    else { return nil }
    return (sign, .number(number, isApart ? .sign : .tightSign))
  }

  /// The number in full before a token, or the one whose extension stands there; before a date with its day any digits
  /// that are as many as those of a number.
  private func number(
    before end: Int, goingOnWith tail: Int, _ date: DateInFigures
  ) -> NumberBefore? {
    if let number = number(before: end, goingOnWith: tail) { return number }
    let isExtension = tokens[end - 1].kind == .digits && isMarkedExtension(end - 1)
    guard isExtension || date.isDay && hasDigitsOfNumber(before: end) else { return nil }
    return NumberBefore(digits: Self.fewestGoingOn, goesOn: false, isParted: false)
  }

  /// Whether a word before a date may say what it is of: no label of a number, and no marker.
  private func isWordOfDate(_ index: Int) -> Bool {
    guard index >= 0 else { return false }
    switch tokens[index].kind {
    case .text: return true
    case .letters:
      return tokens[index].count > 1
        && !plan.notation.shortMarkers.contains { $0.elementsEqual(letters(of: tokens[index])) }
    case .word:
      switch tokens[index].word {
      case .dateUnit, .hours, .new, .place, .range, .unit: return true
      default: return false
      }
    default: return false
    }
  }

  /// The token behind a date and the sign that parts it from a number, and what stands there; nil where it goes on.
  private func ending(of date: DateInFigures) -> (token: Int, side: Side)? {
    let next = date.tokens.upperBound
    switch tokens[next].kind {
    case .digits, .plus:
      let isNumber = tokens[next].followsBlank && beginsNumber(next)
      return isNumber ? (next, .numberBehind) : nil
    case .open: return (next, beginsNumber(next) ? .numberBehind : .nothing)
    case .dash, .slash, .colon, .comma, .ampersand, .tilde, .dot:
      return ending(of: date, before: next)
    case .hash, .star, .percent: return nil
    case .letters, .text, .word: return tokens[next].followsBlank ? (next, .nothing) : nil
    case .close:
      let behind = tokens[next + 1].kind.partsItems ? next + 2 : next + 1
      return (next, beginsNumber(behind) ? .numberBehind : .nothing)
    default: return (next, .nothing)
    }
  }

  /// The same where a sign stands behind the date, which is set aside with it before a number.
  private func ending(
    of date: DateInFigures, before sign: Int
  ) -> (token: Int, side: Side)? {
    let next = sign + 1
    let isApart = tokens[sign].followsBlank || tokens[next].followsBlank
    if isApart || tokens[sign].kind != date.sign,
      beginsNumber(next) || date.isDay && hasDigitsOfNumber(from: next)
    {
      return (next, .numberBehind)
    }
    return leadsToDigits(next) && tokens[sign].kind != .comma ? nil : (sign, .nothing)
  }

  /// Whether the digits of a date are none of a number, by what stands on both sides.
  private func isNoNumber(_ date: DateInFigures, _ before: Side, _ behind: Side) -> Bool {
    switch (before, behind) {
    case (.number(let number, let parting), _): return isNone(date, of: number, parting)
    case _ where date.isDay: return true
    case (_, .numberBehind): return isNoneBeforeNumber(date)
    default:
      let first = date.tokens.lowerBound
      return first > 0 && !startsFullNumber(at: first)
    }
  }

  /// Whether a date is neither an extension nor the last digits of the number before it.
  private func isNone(
    _ date: DateInFigures, of number: NumberBefore, _ parting: Parting
  ) -> Bool {
    if date.isDay || parting == .sign { return number.digits >= Self.fewestDigits }
    if parting == .tightSign, plan.notation.hasDirectDialling { return false }
    return number.digits >= (number.goesOn ? Self.fewestGoingOn : Self.fewestDigits)
  }

  /// Whether a month and its year begin no number though one stands behind them: that has a trunk prefix, a plus or a
  /// bracket, or they begin none.
  private func isNoneBeforeNumber(_ date: DateInFigures) -> Bool {
    var next = date.tokens.upperBound
    while tokens[next].kind == .close || tokens[next].kind.partsItems
      || tokens[next].kind == .dash || tokens[next].kind == .colon
    { next += 1 }
    return tokens[next].kind != .digits || beginsWithZero(next)
      || !startsFullNumber(at: date.tokens.lowerBound)
  }
}
