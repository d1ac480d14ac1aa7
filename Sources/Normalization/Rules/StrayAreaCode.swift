import Records

/// Drops an area code in front of a mobile number, which has none: 0755-13912345678.
extension NumberGrammar {
  /// The area code that was dropped; later numbers of the cell may still need it.
  func strayArea() -> ReadArea {
    var area = ReadArea(digits: groups[0].count - 1)
    for digit in digits(of: 0..<1).dropFirst() {
      area.value = area.value * 10 + Int64(digit &- 48)
    }
    return area
  }

  func withoutStrayArea(_ digits: UnsafeBufferPointer<UInt8>) -> PlanQuery.Answer {
    guard digits.count > 10, digits[0] == 48, groupCount > 1 else {
      return PlanQuery.Answer()
    }
    let length = groups[0].count
    guard (2...5).contains(length), length < digits.count, plan.isAreaCode(digits[..<length]) else {
      return PlanQuery.Answer()
    }
    let rest = UnsafeBufferPointer(rebasing: digits[length...])
    let answer = plan.national(rest, needsTrunk: true)
    return plan.isMobile(answer) ? answer : PlanQuery.Answer()
  }
}
