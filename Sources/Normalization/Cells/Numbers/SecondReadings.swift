import NumberingPlans
import Records

/// Second readings of a number that was read: what stands before it may be none of its digits.
extension NumberGrammar {
  /// The second group, where a number in full with its trunk 0 begins: 184-03-3581-2361 withholds who
  /// calls.
  func groupOfTrunk() -> Int? {
    guard groups[1].count > 1, digits[groups[1].first] == 48, startsFullNumber(group: 1) else {
      return nil
    }
    return 1
  }

  /// Doubts a number that stands as the number of a person does, year, month and day of birth before a dash and four
  /// digits: 070112-1234.
  func readBirthNumber(_ base: Base, groups count: Int) -> NumberOutcome? {
    guard plan.notation.hasBirthNumbers, count == 2, !hasPlus, groups[0].count == 6,
      groups[1].count == 4, groups[1].separator == .dash, !groups[0].opens
    else { return nil }
    let day = value(of: tokens[groups[0].token])
    guard CalendarDay.isDay(month: day / 100 % 100, day: day % 100) else { return nil }
    return .rejected(.ambiguous, token: base.firstToken, next: base.nextToken)
  }

  /// Whether a postcode stands before an area code in brackets, and only with the digits of that, but not with the
  /// last ones of its line, a number: Albany NY 12203 (518) 436-1234.
  func followsPostcode(_ base: Base) -> Bool {
    groups[0].count == 5 && groupCount > 3 && isInBrackets(1) && base.nextToken <= groups[3].token
      && groups[3].separator == .dash && startsFullNumber(group: 1)
  }

  /// The number behind digits of their own: 5 02-210-0049 may be line 5, or floor 5, of a number,
  /// and so may 5 (441) 412-3010; but 86 010 … and 8 (495) … are prefixes.
  ///
  /// Behind digits that begin with 0, as the postcode 06236 in Korea, it must take in more groups.
  func laterReading(of base: Base) -> Base? {
    guard tokens[base.firstToken].kind != .plus, groups[1].separator == .end,
      groups[1].token < base.nextToken,
      digits[groups[1].first] == 48 || groups[1].opens && groups[1].count > 1
        || groups[0].count == 1 && plan.lacksTrunkPrefix,
      !isCallingCode(group: 0),
      groups[0].count > 1 || !context.answer({ $0.isTrunk(digits[groups[0].first]) })
    else { return nil }
    let hasZero = digits[groups[0].first] == 48
    if hasZero, let next = firstGroup(behind: base), startsFullNumber(group: next) { return nil }
    let lengths = completeLengths(from: 1)
    // Lengths behind other calling codes take the tables of their plans, which few groups are not worth.
    let possible =
      lengths ?? (groupCount > Self.fewGroups ? possibleLengths(from: groups[1].first) : .max)
    for count in stride(from: endBeforeSign(behind: base), through: 2, by: -1) {
      if hasZero, groups[count - 1].token < base.nextToken { return nil }
      let length = digits(of: 1..<count).count
      guard length <= Self.mostDigits, possible >> UInt32(length) & 1 == 1,
        isComplete(1..<count, lengths, hasPlus: false)
      else { continue }
      let answer = direct(1..<count, hasPlus: false)
      if answer.validity == .valid, answer.nationalDigits >= min(plan.shortestNumber, 7) {
        let other = Base(answer: answer)
        return other.isSame(as: base) ? nil : other
      }
    }
    return nil
  }

  /// The most groups of numbers as people write them: 0033 6 12 34 56 78.
  private static let fewGroups = 6

  /// How many groups stand before a sign behind a number, where that leads to another one: a slash, or any
  /// before a number in full; else all.
  private func endBeforeSign(behind base: Base) -> Int {
    guard let next = firstGroup(behind: base) else { return groupCount }
    let sign = groups[next].separator
    return sign == .slash || sign != .end && startsFullNumber(group: next) ? next : groupCount
  }

  /// The first group behind those of a number that was read; nil where none is left.
  private func firstGroup(behind base: Base) -> Int? {
    for group in 0..<groupCount where groups[group].token >= base.nextToken { return group }
    return nil
  }

  /// Whether a blank stands before a group, and signs between all those of the number before it: (0212)285.19.66
  /// 285.52.60.
  private func endsBehindSigns(_ next: Int, from first: Int) -> Bool {
    groups[next].separator == .end && next > first + 1
      && (first + 1..<next).allSatisfy { groups[$0].separator != .end }
  }

  /// The number behind an area code in brackets, where both together are longer than people have lines:
  /// +43 (01) 2236 710600 has the area codes of two towns; but (037) 221348 04-22334455 are two numbers.
  func readingBehindNotedArea(of base: Base) -> Base? {
    // A sign behind the number leads to another one: (02) 33041190/33041191.
    let next = firstGroup(behind: base)
    let end = next.map { groups[$0].separator == .end ? groupCount : $0 } ?? groupCount
    guard let area = groups[0].opens ? 0 : groups[1].opens ? 1 : nil, area + 2 < end,
      groups[area].count > 1, context.answer({ $0.isTrunk(digits[groups[area].first]) }),
      tokens[groups[area].token + 1].kind == .close, isHome(base),
      base.repair == nil, !context.answer({ $0.isTrunk(digits[groups[area + 1].first]) }),
      digits(of: area + 1..<end).count > 9, !plan.hasAreaTable,
      !(next.map { endsBehindSigns($0, from: area + 1) } ?? false),
      !(next.map { startsFullNumber(group: $0) } ?? false)
    else { return nil }
    for count in stride(from: end, through: area + 2, by: -1) {
      let local = digits(of: area + 1..<count)
      guard local.count < 16 else { continue }
      var probe = base.answer
      probe.nationalNumber = local.decimalValue
      probe.digitCount = UInt8(truncatingIfNeeded: local.count)
      let answer = plan.inFull(probe) {
        plan.refuses(international: $0) ? PlanQuery.Answer() : plan.international($0)
      }
      if answer.validity == .valid, answer.type == .fixedLine { return Base(answer: answer) }
    }
    return nil
  }
}
