import NumberingPlans
import Records

/// What a plus before digits is for.
enum PlusRole {
  /// A calling code follows.
  case callingCode
  /// It parts two numbers: 13812345678+15901234567.
  case separator
  /// It may be either: the digits behind it are a number of the region, and one of another country.
  case doubt
}

/// Tells a plus that parts two numbers from the one before a calling code.
extension CellReading {
  /// What a plus is for.
  func role(ofPlus index: Int, _ result: CellResult) -> PlusRole {
    if joinsMobile(plus: index) { return .separator }
    if joinsNumberAtHome(plus: index) {
      return isGroupedAtHome(index + 1) || !leadsAbroad(plus: index) ? .separator : .doubt
    }
    return partsFromLast(plus: index, result) ? .separator : .callingCode
  }

  /// Whether a plus behind a number, its extension or a name stands before a mobile in full that nothing parts,
  /// and not before a calling code: 0755-26551234+13812345678, 张三+13812345678.
  private func joinsMobile(plus index: Int) -> Bool {
    guard index > 0, tokens[index].kind == .plus, tokens[index + 1].kind == .digits,
      tokens[index].followsBlank == tokens[index + 1].followsBlank,
      plan.notation.plusJoinsNumbers, isMobile(index + 1)
    else { return false }
    switch tokens[index - 1].kind {
    case .digits, .close, .text, .amount: return true
    default: return false
    }
  }

  /// Whether a plus stands tight between a number, its extension or a name and a number of the region in full.
  private func joinsNumberAtHome(plus index: Int) -> Bool {
    let next = index + 1
    guard index > 0, tokens[next].kind == .digits, !tokens[index].followsBlank,
      !tokens[next].followsBlank, plan.notation.plusJoinsNumbers,
      !plan.starts(withCallingCode: digits(of: tokens[next])), startsFullNumber(at: next)
    else { return false }
    switch tokens[index - 1].kind {
    case .digits, .close, .text, .amount: return true
    case .word: return tokens[index - 1].isOfIdeographs && lastNumber.base != nil
    default: return false
    }
  }

  /// Whether digits are grouped as only the region groups its numbers: behind a trunk 0, 177-0220-8113,
  /// 400-778-6098.
  private func isGroupedAtHome(_ first: Int) -> Bool {
    if beginsWithZero(first) { return true }
    let second = group(behind: first)
    let third = group(behind: second)
    guard tokens[second].kind == .digits, tokens[third].kind == .digits, tokens[first].count == 3
    else { return false }
    let sizes = (tokens[second].count, tokens[third].count)
    let isMobile = sizes == (4, 4)
    guard isMobile || sizes == (3, 4) else { return false }
    let answer = national(from: Int(tokens[first].first), count: isMobile ? 11 : 10)
    return answer.validity == .valid && answer.callingCode == plan.callingCode
      && (isMobile || answer.type == .sharedCost)
  }

  /// The token of the next group, behind a sign or not.
  private func group(behind index: Int) -> Int {
    switch tokens[index + 1].kind {
    case .dash, .dot: index + 2
    default: index + 1
    }
  }

  /// Whether the digits behind a plus are a number of another country.
  private func leadsAbroad(plus index: Int) -> Bool {
    switch NumberGrammar(list, context, at: index).read(at: index) {
    case .base(let base): base.answer.callingCode != plan.callingCode
    case .ambiguous: true
    case .rejected: false
    }
  }

  /// Whether a plus right behind the number that was read last parts it from another one of the region, or of its
  /// area.
  ///
  /// Blanks stand on both sides of it, or on none, and the digits behind it are as they stand, and in groups
  /// alike, such a number.
  private func partsFromLast(plus index: Int, _ result: CellResult) -> Bool {
    let next = index + 1
    guard index > 0, tokens[index].kind == .plus, index == lastNumber.end, result.numbers.count > 0,
      tokens[next].kind == .digits, tokens[next].followsBlank == tokens[index].followsBlank
    else { return false }
    if let base = lastNumber.base, partsHome(plus: index, behind: base) { return true }
    guard tokens[index].followsBlank, let base = lastNumber.base else {
      return tokens[index - 1].count == tokens[next].count
        && (startsFullNumber(at: next)
          || lastNumber.base.map { startsLocalNumber(at: next, like: $0) } ?? false)
    }
    // No calling code begins with 0; else it must begin as the number before does.
    if beginsWithZero(next) || beginsAlike(base, next) {
      if startsFullNumber(at: next) { return true }
    }
    return tokens[index - 1].count == tokens[next].count
      && startsLocalNumber(at: next, like: base)
  }

  /// Whether a plus that touches digits on both sides parts a number without calling code from another one of as
  /// many digits: 29 482 736+67 284 716.
  private func partsHome(plus index: Int, behind base: Base) -> Bool {
    let next = index + 1
    guard !tokens[index].followsBlank, tokens[base.firstToken].kind != .plus, base.repair == nil,
      isHome(base),
      !context.answer({ $0.isCallingCode(digits(of: tokens[next])) }), startsFullNumber(at: next)
    else { return false }
    let grammar = NumberGrammar(list, context, at: next)
    guard grammar.groupCount > 0 else { return false }
    let answer = grammar.direct(0..<grammar.groupCount, hasPlus: false)
    return answer.validity == .valid && answer.nationalDigits == base.answer.nationalDigits
      && answer.callingCode == plan.callingCode
  }

  /// Whether digits are as many as those with which a number begins.
  private func beginsAlike(_ base: Base, _ next: Int) -> Bool {
    tokens[base.firstToken].kind == .digits && tokens[base.firstToken].count == tokens[next].count
  }
}
