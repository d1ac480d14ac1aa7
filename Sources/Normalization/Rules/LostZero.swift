import NumberingPlans
import Records

/// Gives back the leading zero that a spreadsheet took for nothing: 223456789.
extension NumberGrammar {
  /// What the plan says of digits with the zero in front that they lost; nothing where they are written as what has
  /// none.
  func withLostZero(_ given: RuleBook.Digits) -> PlanQuery.Answer {
    let digits = given.all
    guard columnArea.digits == 0, digits.count >= 7, digits[0] != 48 else {
      return PlanQuery.Answer()
    }
    let answer = withoutTrunk(digits)
    guard answer.validity == .valid, !looksLikeRegistration(digits.count),
      !looksForeign(digits.count), !isOddlyParted(0..<given.groups, answer),
      !hasDigitTooMany(given), !beginsWithPostcode(given, answer)
    else {
      return PlanQuery.Answer()
    }
    if context.answer({ $0.isLocal(digits) }), !separatesArea(of: answer) {
      guard localityArea.digits > 0,
        context.answer({ $0.areaDigits(of: answer) }) == localityArea.digits
      else {
        return PlanQuery.Answer()
      }
      return context.begins(answer, with: localityArea) ? answer : PlanQuery.Answer()
    }
    return answer
  }

  /// Whether digits stand as Korea writes the number of a business, 123-45-67890.
  private func looksLikeRegistration(_ count: Int) -> Bool {
    count == 10 && groupCount > 2 && groups[0].count == 3 && groups[1].count == 2
      && groups[2].count == 5
  }

  /// Whether digits stand as numbers of North America do: toll-free ones, 877-914-5460, whose codes NANPA
  /// lists, or all of them, 212-736-5000, where none of the region is written so.
  private func looksForeign(_ count: Int) -> Bool {
    guard count == 10, groupCount > 2, groups[0].count == 3, groups[1].count == 3,
      groups[2].count == 4
    else { return false }
    if plan.notation.hasForeignGroups { return true }
    switch value(of: tokens[groups[0].token]) {
    case 800, 833, 844, 855, 866, 877, 888: return true
    default: return false
    }
  }

  /// Whether digits stand in the groups of a local number with one digit too many, where the table of area codes knows all lengths: 2712-34567.
  private func hasDigitTooMany(_ given: RuleBook.Digits) -> Bool {
    guard plan.hasAreaTable, given.groups == 2, given.all.count == 9 else {
      return false
    }
    return groups[0].count == 4 || groups[0].count == 5
  }

  /// Whether the first group is as long as a postcode, and cuts the line behind the area code, as nobody writes it:
  /// 74053 2107.
  private func beginsWithPostcode(_ given: RuleBook.Digits, _ answer: PlanQuery.Answer) -> Bool {
    // An area code: 33053 12345.
    plan.notation.firstOfLongAreas > 0 && given.all[0] != plan.notation.firstOfLongAreas
      && given.groups > 1 && groups[0].count == plan.notation.postcodeDigits && !groups[0].opens
      && answer.type == .fixedLine
  }

  /// Whether the area code is set apart as no local number would be: (82)325123.
  private func separatesArea(of answer: PlanQuery.Answer) -> Bool {
    if groupCount > 1, groups[0].count == 1 { return true }
    let areaDigits = context.answer({ $0.areaDigits(of: answer) })
    return areaDigits > 0 && areaDigits < 3 && groupCount > 1 && groups[0].count == areaDigits
  }
}
