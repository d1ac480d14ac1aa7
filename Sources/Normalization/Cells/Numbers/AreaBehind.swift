import NumberingPlans

/// Area codes behind the local number, where people write from right to left: 88241234-021.
extension TailGrammar {
  /// Whether digits behind a local number are the area code that it has already, where people write it
  /// there: 88241234-021, 88241237-021.
  func repeatsArea(_ token: Token, of base: Base) -> Bool {
    plan.notation.writesAreaBehind && base.area.digits > 0
      && Int(token.count) == base.area.digits + 1 && beginsWithZero(token)
      && value(of: token) == base.area.value
  }
}

extension NumberGrammar {
  /// Reads a line whose area code stands behind it, with its trunk 0 and a dash; nil for others.
  func readBeforeArea(_ start: Int) -> NumberOutcome? {
    guard plan.notation.writesAreaBehind, !hasPlus, groupCount > 1,
      digits[groups[0].first] != 48, let last = groupOfAreaBehind()
    else { return nil }
    let local = digits(of: 0..<last).count
    let area = ReadArea(digits(of: last..<last + 1).dropFirst(), localDigits: local)
    let answer = read(0..<last, behind: area)
    guard answer.validity == .valid, answer.type == .fixedLine else { return nil }
    var base = Base(answer: answer)
    base.rule = .lists
    base.firstToken = start
    base.nextToken = token(behind: last + 1)
    base.area = area
    base.localDigits = local
    return .base(base)
  }

  /// The group that is an area code behind six to eight digits; nil without one.
  private func groupOfAreaBehind() -> Int? {
    for group in 1..<groupCount where digits[groups[group].first] == 48 {
      guard groups[group].separator == .dash, (2...4).contains(groups[group].count),
        (6...8).contains(digits(of: 0..<group).count),
        isAreaCode(group: group)
      else { return nil }
      return group
    }
    return nil
  }
}
