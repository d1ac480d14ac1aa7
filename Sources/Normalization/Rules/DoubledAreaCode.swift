/// Drops an area code that is written twice: (02)02…, 03-03-….
extension CellScan {
  func withoutDoubledArea(_ digits: UnsafeBufferPointer<UInt8>) -> PlanQuery.Answer {
    guard isOn(.doubledAreaCode), digits.count > 9, digits[0] == 48 else {
      return PlanQuery.Answer()
    }
    for length in 2...5 where length * 2 < digits.count && digits[length] == 48 {
      guard (0..<length).allSatisfy({ digits[$0] == digits[length + $0] }) else { continue }
      let rest = UnsafeBufferPointer(rebasing: digits[length...])
      let answer = plan.national(rest, needsTrunk: true)
      if answer.validity == .valid, plan.areaDigits(of: answer) == length - 1 { return answer }
    }
    return PlanQuery.Answer()
  }
}
