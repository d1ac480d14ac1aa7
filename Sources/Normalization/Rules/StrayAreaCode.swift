import NumberingPlans
import Records

/// Drops an area code in front of a mobile number, which has none: 0755-13912345678, +86-755-13912345678.
extension NumberGrammar {
  /// The area code that was dropped; later numbers of the cell may still need it.
  func strayArea() -> ReadArea {
    let group = strayGroup() ?? 0
    let written = digits(of: group..<group + 1)
    return ReadArea(written[0] == 48 ? written.dropFirst() : written[...])
  }

  /// The mobile number of the first groups without the area code that is the first one, or stands behind the calling
  /// code of the region.
  func withoutStrayArea(_ digits: RuleBook.Digits) -> PlanQuery.Answer {
    let all = digits.all
    guard let stray = strayGroup(), digits.groups > stray + 1, all.count > 10,
      mayBeComplete(stray + 1..<digits.groups)
    else { return PlanQuery.Answer() }
    let length = self.digits(of: 0..<stray + 1).count
    guard mayBeNational(from: groups[stray + 1].first, count: all.count - length) else {
      return PlanQuery.Answer()
    }
    let answer = plan.national(
      UnsafeBufferPointer(rebasing: all[length...]), needsTrunk: true)
    return answer.isMobile ? answer : PlanQuery.Answer()
  }

  /// Whether an area code is the first group with others behind it, or stands behind the calling code.
  func mayHoldStrayArea() -> Bool { strayGroup() != nil }

  /// The group of such an area code: behind the calling code only where mobiles stand alone, with its trunk 0 or not.
  private func strayGroup() -> Int? {
    guard groupCount > 1 else { return nil }
    if !hasPlus, digits[groups[0].first] == 48, (2...5).contains(groups[0].count),
      isAreaCode(group: 0)
    {
      return 0
    }
    guard groupCount > 2, plan.notation.mobilesStandAlone, groups[1].count <= 4,
      beginsWithOwnCode()
    else { return nil }
    let area = digits(of: 1..<2)
    return context.answer({ $0.isAreaCode(behindCode: area) }) ? 1 : nil
  }

  /// Whether the first group is the calling code of the region, behind a plus, 00 or nothing.
  private func beginsWithOwnCode() -> Bool {
    let first = digits(of: 0..<1)
    let zeros = !hasPlus && first.count > 2 && first[0] == 48 && first[1] == 48 ? 2 : 0
    return context.answer {
      $0.isCallingCode(UnsafeBufferPointer(rebasing: first[zeros...]))
    }
  }
}
