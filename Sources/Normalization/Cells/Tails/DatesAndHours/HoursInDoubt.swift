import NumberingPlans
import Records

/// Hours behind a number of an open plan that may be its last digits: 0351/8 02 33 10 bis 12 Uhr.
extension TailGrammar {
  /// Doubts a number in pairs and the hour behind it that the plan may take in as one more pair; false for others.
  ///
  /// A word stands behind it, which may begin the hours: a dash joins two of them.
  func doubtsHours(_ tail: inout Tail, _ base: Base) -> Bool {
    let hour = tail.next
    guard plan.notation.hasDirectDialling, hour == base.nextToken, isPair(hour),
      tokens[hour].followsBlank, tokens[hour - 1].kind == .digits, tokens[hour - 1].count == 2,
      tokens[hour + 1].word == .range, tokens[hour + 1].bytes > 1, isHome(base)
    else { return false }
    let code = plan.callingCodeDigits
    let count = base.answer.nationalDigits + 2
    let pair = Int64(value(of: tokens[hour]))
    let national = base.answer.nationalNumber * 100 + pair
    guard code.count + count <= 15,
      plan.international(
        code.decimalValue * powerOfTen(count) + national, digits: code.count + count
      ).validity == .valid
    else { return false }
    tail.fail(.ambiguous, at: hour, "hours, or the last digits of the number")
    return true
  }

  /// Whether a token is two digits that were set aside.
  private func isPair(_ index: Int) -> Bool {
    text(of: tokens[index]).count == 2 && text(of: tokens[index]).allSatisfy { $0 &- 48 < 10 }
  }
}
