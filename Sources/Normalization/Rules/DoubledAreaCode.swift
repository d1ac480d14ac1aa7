import Records

/// Drops an area code that is written twice: (02)02…, 03-03-….
extension NumberGrammar {
  /// Reads a number whose first two groups are the same area code; 02-02-8772… begins with a premium
  /// number too, which nobody writes so.
  func readDoubledArea(_ start: Int) -> NumberOutcome? {
    guard groupCount > 2, !hasPlus, groups[0].count == groups[1].count,
      digits(of: 0..<1).elementsEqual(digits(of: 1..<2)), isAreaCode(group: 0)
    else { return nil }
    let lengths = completeLengths(from: 1) ?? possibleLengths(from: groups[1].first)
    guard lengths != 0, mayDoubleArea() else { return nil }
    for count in stride(from: groupCount, through: 3, by: -1) {
      let length = digits(of: 1..<count).count
      guard length < 32, lengths >> UInt32(length) & 1 == 1, length > groups[0].count,
        length + groups[0].count > Self.mostOfShort
      else { continue }
      let answer = behindDoubledArea(count)
      guard answer.validity == .valid else { continue }
      return .base(makeBase(answer, count, start: start, repair: .doubledAreaCode))
    }
    return nil
  }

  /// Reads a number whose area code stands in a bracket behind the calling code, too, which has no trunk prefix:
  /// (56-2) 225049693.
  func readDoubledArea(behindCode start: Int) -> NumberOutcome? {
    guard groupCount > 2, groups[0].opens, !groups[1].opens, groups[1].count < 4,
      tokens[groups[1].token + 1].kind == .close,
      digits(of: 2..<groupCount).starts(with: digits(of: 1..<2))
    else { return nil }
    for count in stride(from: min(groupCount, fittingCount), through: 3, by: -1) {
      let answer = direct(2..<count, hasPlus: false)
      guard answer.validity == .valid,
        answer.nationalDigits == digits(of: 2..<count).count
      else { continue }
      var base = makeBase(answer, count, start: start, repair: .doubledAreaCode)
      base.area = ReadArea()
      return .base(base)
    }
    return nil
  }

  /// The number of the first groups without the area code that the first one is.
  func withoutDoubledArea(_ digits: RuleBook.Digits) -> PlanQuery.Answer {
    let all = digits.all
    guard digits.groups > 1, all.count > Self.mostOfShort, all[0] == 48, mayDoubleArea(),
      groups[0].count * 2 < all.count, mayBeComplete(1..<digits.groups)
    else { return PlanQuery.Answer() }
    return behindDoubledArea(digits.groups)
  }

  /// The most digits, an area code twice among them, of what is too short for a number.
  private static let mostOfShort = 9

  /// What the plan says of the groups behind the first one, where that is the area code of theirs; not valid for others.
  private func behindDoubledArea(_ count: Int) -> PlanQuery.Answer {
    let answer = direct(1..<count, hasPlus: false)
    guard answer.validity == .valid,
      context.answer({ $0.areaDigits(of: answer) }) == groups[0].count - 1
    else {
      return PlanQuery.Answer()
    }
    return answer
  }

  /// Whether the digits of the first group stand behind it again, and may be an area code.
  func mayDoubleArea() -> Bool {
    // Set apart as an area code is; in one row of digits nothing says that it is one.
    let length = groups[0].count
    let all = digits(of: 0..<groupCount)
    return groupCount > 1 && (2...5).contains(length) && length * 2 < all.count
      && all[length] == 48 && (0..<length).allSatisfy { all[$0] == all[length + $0] }
  }
}

extension CellReading {
  /// The number behind an area code that stands alone before a sign of lists, and that the number has again:
  /// (029),(029)85253806; nil without.
  func behindAreaAlone(_ start: Int) -> Int? {
    let area = tokens[start].kind == .open ? start + 1 : start
    guard isOn(.doubledAreaCode), tokens[area].kind == .digits, tokens[area].count <= 5,
      beginsWithZero(area),
      context.answer({ $0.isAreaCode(digits(of: tokens[area])) })
    else { return nil }
    let sign = tokens[area + 1].kind == .close ? area + 2 : area + 1
    guard tokens[sign].kind == .newline || tokens[sign].kind.partsItems else { return nil }
    let again = tokens[sign + 1].kind == .open ? sign + 2 : sign + 1
    guard tokens[again].kind == .digits, tokens[again].count >= tokens[area].count,
      digits(of: tokens[again]).starts(with: digits(of: tokens[area])),
      startsFullNumber(at: sign + 1)
    else { return nil }
    return sign + 1
  }
}
