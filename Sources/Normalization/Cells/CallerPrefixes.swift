/// Signs before a number that hide or show who calls, which are no part of it: *67 212-639-9675,
/// #31#030 9018382.
extension CellReading {
  /// What a caller prefixes: 31 with a sign before and behind it in every mobile network (3GPP TS
  /// 22.030), *67 and *82 in the plan of North America.
  private static let everywhere: Int64 = 31
  private static let ofNorthAmerica: [Int64] = [67, 82]

  /// The token at which the number behind such a prefix begins; nil where none stands.
  func numberBehindCallerPrefix(at sign: Int) -> Int? {
    let code = sign + 1
    guard tokens[code].kind == .digits, tokens[code].count == 2, !tokens[code].followsBlank else {
      return nil
    }
    var number = code + 1
    switch value(of: tokens[code]) {
    case Self.everywhere:
      guard tokens[number].kind == .hash || tokens[number].kind == .star else { return nil }
      number += 1
    case let value where plan.callingCode == 1 && Self.ofNorthAmerica.contains(value):
      guard tokens[sign].kind == .star else { return nil }
      if tokens[number].kind == .dash || tokens[number].kind == .comma { number += 1 }
    default: return nil
    }
    switch tokens[number].kind {
    case .plus: return number
    case .digits, .open: return startsFullNumber(at: number) ? number : nil
    default: return nil
    }
  }
}

/// What stands before the sign for number: PO# 2126399675.
extension CellReading {
  /// Whether an unknown word before a sign may say that unparted digits are the number of a thing.
  ///
  /// Labels are known words, and digits in groups are written as phones are: Desk # 212-639-9675.
  func namesThing(beforeHash sign: Int, number: Int) -> Bool {
    guard tokens[sign].kind == .hash, number == sign + 1, sign > 0, isUnparted(number) else {
      return false
    }
    let last = tokens[sign - 1].kind == .dot ? sign - 2 : sign - 1
    guard last >= 0 else { return false }
    switch tokens[last].kind {
    case .letters: return true
    case .word where last > 1 && tokens[last].count == 1 && tokens[last - 1].kind == .dot:
      return tokens[last - 2].kind == .letters || tokens[last - 2].kind == .word
    case .word:
      switch tokens[last].word {
      case .hours, .unit, .dateUnit, .amount, .place: return true
      default: return false
      }
    default: return false
    }
  }

  private func isUnparted(_ index: Int) -> Bool {
    switch tokens[index + 1].kind {
    case .dash, .dot, .slash: tokens[index + 2].kind != .digits
    case .digits: startsFullNumber(at: index + 1)
    default: true
    }
  }
}
