import Records

/// Drops an area code that is written twice: (02)02…, 03-03-….
extension NumberGrammar {
  /// Reads a number whose first two groups are the same area code; 02-02-8772… begins with a premium
  /// number too, which nobody writes so.
  func readDoubledArea(_ start: Int) -> Base? {
    guard isOn(.doubledAreaCode), groupCount > 2, groups[0].count == groups[1].count,
      digits(of: 0..<1).elementsEqual(digits(of: 1..<2)), plan.isAreaCode(digits(of: 0..<1)[...])
    else { return nil }
    for count in stride(from: groupCount, through: 3, by: -1) {
      let answer = withoutDoubledArea(digits(of: 0..<count))
      guard answer.validity == .valid else { continue }
      return makeBase(answer, count, start: start, repair: .doubledAreaCode, additions: 0)
    }
    return nil
  }

  func withoutDoubledArea(_ digits: UnsafeBufferPointer<UInt8>) -> PlanQuery.Answer {
    guard digits.count > 9, digits[0] == 48 else { return PlanQuery.Answer() }
    // Set apart as an area code is; in one row of digits nothing says that it is one.
    for length in 2...5
    where groups[0].count == length && length * 2 < digits.count && digits[length] == 48 {
      guard (0..<length).allSatisfy({ digits[$0] == digits[length + $0] }) else { continue }
      let rest = UnsafeBufferPointer(rebasing: digits[length...])
      let answer = plan.national(rest, needsTrunk: true)
      if answer.validity == .valid, plan.areaDigits(of: answer) == length - 1 { return answer }
    }
    return PlanQuery.Answer()
  }
}
