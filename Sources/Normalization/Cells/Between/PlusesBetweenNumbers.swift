import NumberingPlans
import Records

/// A plus that parts two numbers, where people write extensions behind a dash: 13812345678+177-0220-8113. Others
/// write calling codes behind it.
extension CellReading {
  /// Whether a plus stands tight between a number, its extension or a name and a number of the region in full.
  func joinsNumberAtHome(plus index: Int) -> Bool {
    let next = index + 1
    guard index > 0, tokens[next].kind == .digits, !tokens[index].followsBlank,
      !tokens[next].followsBlank, plan.notation.plusJoinsNumbers,
      !plan.starts(withCallingCode: digits(of: tokens[next])), startsFullNumber(at: next)
    else { return false }
    switch tokens[index - 1].kind {
    case .digits, .close, .text, .amount: return true
    case .word: return tokens[index - 1].count == 0 && lastBase != nil
    default: return false
    }
  }

  /// Whether digits are grouped as only the region groups its numbers: behind a trunk 0, 177-0220-8113,
  /// 400-778-6098.
  func isGroupedAtHome(_ first: Int) -> Bool {
    if digits[Int(tokens[first].first)] == 48 { return true }
    let second = group(behind: first)
    let third = group(behind: second)
    guard tokens[second].kind == .digits, tokens[third].kind == .digits, tokens[first].count == 3
    else { return false }
    let sizes = (tokens[second].count, tokens[third].count)
    let isMobile = sizes == (4, 4)
    guard isMobile || sizes == (3, 4) && digits[Int(tokens[first].first)] == 52 else {
      return false
    }
    let answer = national(from: Int(tokens[first].first), count: isMobile ? 11 : 10)
    return answer.validity == .valid && answer.callingCode == plan.callingCode
  }

  private func group(behind index: Int) -> Int {
    switch tokens[index + 1].kind {
    case .dash, .dot: index + 2
    default: index + 1
    }
  }

  /// Whether the digits behind a plus are a number of another country.
  func leadsAbroad(plus index: Int) -> Bool {
    switch NumberGrammar(list, context, at: index).read(at: index) {
    case .base(let base): base.answer.callingCode != plan.callingCode
    case .ambiguous: true
    case .rejected: false
    }
  }

  /// Rejects a number behind such a plus that may be one of the region or of another country; nil for others.
  func rejectJoined(plus index: Int, into result: CellResult) -> Int? {
    guard joinsNumberAtHome(plus: index) else { return nil }
    let end = endOfRejected(index + 1)
    reject(
      .ambiguous, token: index, to: end, note: "a number of the region, or of another country",
      into: result)
    return end
  }
}
