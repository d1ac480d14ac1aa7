import NumberingPlans
import Records

/// Refuses types of numbers, and accepts what the plan does not know where a pipeline asks for it.
extension CellContext {
  /// Whether the pipeline refuses numbers of this type.
  @inline(__always)
  func refuses(_ answer: PlanQuery.Answer) -> Bool {
    guard refusedTypes != 0, isOn(.validation), let type = answer.type else { return false }
    return refusedTypes >> UInt32(type.rawValue) & 1 == 1
  }

  /// Looks a number up that was made from the digits of another one; false when it is none.
  func lookUp(_ made: inout Base) -> Bool {
    let answer = plan.again(made.answer)
    guard made.answer.nationalDigits > 0, answer.isSame(as: made.answer) else { return false }
    made.answer = answer
    if answer.validity == .valid { return true }
    // E.164: fifteen digits with the calling code, which nothing longer is read back from.
    guard answer.callingCodeDigits + answer.nationalDigits <= 15 else { return false }
    if !isOn(.validation) { return true }
    switch validation {
    case .plan: return false
    case .length: return answer.validity != .impossible
    case .none: return true
    }
  }
}

extension NumberGrammar {
  /// What may be meant by digits that are no number; `next` is the token behind them.
  func note(on reason: RejectionReason, at next: Int) -> StaticString {
    switch reason {
    case .unknownCallingCode:
      return writesTrunkBehindPlus(0..<groupCount)
        ? "the trunk prefix stands where the calling code should" : ""
    case .impossibleLength, .unassigned:
      if tokens[next].kind == .hash, tokens[next + 1].kind == .hash {
        return "digits and # together must be as long as a number; count the #"
      }
      if groupCount == 1, groups[0].count > 2, plan.isShortCode(digits(of: 0..<1)) {
        return "a short code, which is no number in full"
      }
      return isBareAreaCode() ? "an area code without its number" : ""
    case .ambiguous where takesCount(before: next):
      return "the last digits of a number, or a count behind one that lacks them"
    case .ambiguous:
      return columnArea.digits > 0
        ? "the area code of the cell, or that of its own column"
        : "a telephone number that lacks digits, or another number of the word before it"
    case .innerLineOnly:
      return digits(of: 0..<groupCount).count < 5
        ? "an inner line, or an area code without its number" : ""
    case .missingAreaCode:
      return context.hasUnreadColumn ? "the cell of the area code holds none that can be read" : ""
    default: return ""
    }
  }

  /// Whether the groups are an area code in brackets, or behind the trunk prefix.
  private func isBareAreaCode() -> Bool {
    guard groupCount == 1 else { return false }
    let digits = digits(of: 0..<1)
    guard digits.count < 6 else { return false }
    return groups[0].opens && digits.count < 5 || digits[0] == 48 && plan.isAreaCode(digits)
  }

  /// A number that is accepted though the plan does not assign it; nil under `validate: plan`.
  func acceptable(_ start: Int) -> Base? {
    let validation = context.validation
    guard validation != .plan || !isOn(.validation) else { return nil }
    guard groupCount > 0 else { return nil }
    let digits = digits(of: 0..<groupCount)
    guard digits.count <= 15, digits.count >= 3 else { return nil }
    let answer =
      hasPlus ? plan.international(digits) : plan.national(digits, needsTrunk: false)
    // A number that reads as another one when it is written in full is none.
    guard answer.callingCode > 0, answer.nationalDigits > 0, plan.isStable(answer),
      !isFormer(answer)
    else {
      return nil
    }
    if validation == .length, isOn(.validation), answer.validity == .impossible {
      return nil
    }
    return makeBase(answer, groupCount, start: start)
  }
}
