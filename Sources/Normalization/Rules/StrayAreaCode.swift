import Records

/// Drops an area code in front of a mobile number, which has none: 0755-13912345678.
extension NumberGrammar {
  /// The area code that was dropped; later numbers of the cell may still need it.
  func strayArea() -> ReadArea {
    ReadArea(digits(of: 0..<1).dropFirst())
  }

  /// The mobile number of the first groups without the area code that the first one is.
  func withoutStrayArea(_ digits: RuleBook.Digits) -> PlanQuery.Answer {
    let all = digits.all
    let length = groups[0].count
    guard digits.groups > 1, all.count > 10, all[0] == 48, mayHoldStrayArea(),
      mayBeComplete(1..<digits.groups),
      mayBeNational(from: groups[1].first, count: all.count - length)
    else { return PlanQuery.Answer() }
    let answer = plan.national(
      UnsafeBufferPointer(rebasing: all[length...]), needsTrunk: true)
    return plan.isMobile(answer) ? answer : PlanQuery.Answer()
  }

  /// Whether the first group is an area code with others behind it.
  func mayHoldStrayArea() -> Bool {
    groupCount > 1 && (2...5).contains(groups[0].count) && isAreaCode(group: 0)
  }
}
