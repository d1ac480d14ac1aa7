import NumberingPlans

/// Short groups behind a dash at the end of what an open plan takes for one number: the last lines of
/// runs, and rows of them.
extension NumberGrammar {
  /// Whether the last group, behind a dash, may be something else than the end of a number.
  func isLooseBehindDash(
    _ last: Group, behind previous: Group, of base: Base, groups count: Int
  ) -> Bool {
    if mayBeHours(count) || groupsBeforeRow(count) != nil { return true }
    if isShortTail(last, behind: previous) || isCloseAbove(last, previous, groups: count) {
      return !plan.dialsDirectly(base.answer)
        || isShortTail(last, behind: previous)
          && (endsMobile(last, base) || isNextLine(last, behind: previous))
    }
    return isAnotherNumber(last, behind: previous, of: base)
  }

  /// Whether one or two digits stand behind the dash of a mobile, which has no direct lines: 0171-4070506-2.
  private func endsMobile(_ last: Group, _ base: Base) -> Bool {
    base.answer.type == .mobile && last.count < 3
  }

  /// Whether two digits behind a dash are one above those that end a line in one piece: 030 52306835-36.
  private func isNextLine(_ last: Group, behind previous: Group) -> Bool {
    last.count == 2 && previous.count >= Self.fewestOfLine
      && value(of: tokens[last.token]) == value(of: tokens[previous.token]) % 100 + 1
  }

  /// Whether two digits behind a blank follow so many that these are a line or a mobile without them, where the plan
  /// takes both: 06 1234567 89, 0664 7098856 12.
  func followsLine(_ last: Group, behind previous: Group) -> Bool {
    last.count == 2 && previous.count >= Self.fewestOfLine
  }

  /// The fewest digits in one piece that are a line or a mobile behind its code.
  private static let fewestOfLine = 7

  /// Whether a group behind a dash is as long as the one before, in a number too long for one.
  private func isAnotherNumber(_ last: Group, behind previous: Group, of base: Base) -> Bool {
    last.count > 4 && last.count == previous.count && base.answer.nationalDigits > 11
  }

  /// Whether a group behind a dash is so short that it rather names the last line of a run, or an
  /// extension: 02 88461234-5, 055 27681-12.
  private func isShortTail(_ last: Group, behind previous: Group) -> Bool {
    switch last.count {
    case 1: previous.count > 2
    case 2: previous.count > 3
    case 3: previous.count > 4
    default: false
    }
  }

  /// Whether one or two digits behind a dash are close above those that end the group before, which
  /// only a blank parts from what stands before it: 08-12 34 41-42.
  private func isCloseAbove(_ last: Group, _ previous: Group, groups count: Int) -> Bool {
    guard last.count < 3, previous.separator == .end, previous.count >= last.count,
      digits(of: 0..<count - 1).count >= Self.fewestBeforeRow
    else { return false }
    let ending = value(of: tokens[previous.token]) % powerOfTen(last.count)
    return (1...20).contains(value(of: tokens[last.token]) - ending)
  }

  /// The fewest digits of a number behind which last digits of others are looked for.
  private static let fewestBeforeRow = 8

  /// How many groups stand before a row of last lines, each behind a dash: 055 284471-2-3; nil where
  /// none ends the number.
  func groupsBeforeRow(_ count: Int) -> Int? {
    let width = groups[count - 1].count
    guard width <= 2, count > 3 else { return nil }
    var first = count
    while first > 1, groups[first - 1].separator == .dash, groups[first - 1].count == width {
      first -= 1
    }
    guard count - first > 1, groups[first - 1].count > 3 || groups[first - 1].separator == .end,
      digits(of: 0..<first).count >= Self.fewestBeforeRow
    else { return nil }
    for group in first + 1..<count {
      let step = value(of: tokens[groups[group].token]) - value(of: tokens[groups[group - 1].token])
      guard step == 1 else { return nil }
    }
    return first
  }

  /// Whether a group behind a dash names the last line of a run that begins with a number, or says how
  /// many lines it has: 030 1234567 2 Leitungen.
  func endsRun(_ base: Base, groups count: Int) -> Bool {
    let last = groups[count - 1]
    if endOfQuantity(last.token) != nil { return true }
    guard last.separator == .dash, last.count < 3, isOn(.lineRuns) else { return false }
    if let first = groupsBeforeRow(count) {
      let start = value(of: tokens[groups[first].token])
      return !plan.dialsDirectly(base.answer)
        && start == base.answer.nationalNumber % powerOfTen(last.count) + 1
    }
    guard isShortTail(last, behind: groups[count - 2]) || mayBeHours(count) else { return false }
    return value(of: tokens[last.token]) > base.answer.nationalNumber % powerOfTen(last.count)
  }

  /// Whether so few digits are no line before so many behind a blank, which are no postcode: 089/ 5511 333783.
  func isHeadOfLine(_ shorter: PlanQuery.Answer, before last: Group) -> Bool {
    plan.notation.hasDirectDialling && last.separator == .end && last.count > 5
      && shorter.nationalDigits < 7
  }

  /// Whether a 0 behind a blank ends all digits of a number, which is dialled in place of a direct line: 0351 435094 0.
  func endsInSwitchboard(
    _ last: Group, behind previous: Group, of base: Base, groups count: Int
  ) -> Bool {
    guard plan.dialsDirectly(base.answer), count == groupCount, count > 1, previous.count > 1,
      digits[last.first] == 48, base.answer.type == .fixedLine
    else { return false }
    switch tokens[last.token + 1].kind {
    case .end, .newline, .comma, .semicolon, .slash, .open: return true
    case .letters: return isCapital(last.token + 1)
    default: return namesPerson(last.token + 1)
    }
  }
}
