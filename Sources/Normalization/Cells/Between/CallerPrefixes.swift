import NumberingPlans

/// What is dialled before a number to hide or show who calls, and is no part of it: *67
/// 212-639-9675, #31#030 9018382, 184-03-3581-2361.
extension CellReading {
  /// What a caller prefixes with a sign before and behind it in every mobile network (3GPP TS 22.030); what
  /// else is data.
  private static let everywhere: Int64 = 31

  /// The token at which the number behind such a prefix begins; nil where none stands.
  func numberBehindCallerPrefix(at sign: Int) -> Int? {
    let code = sign + 1
    guard tokens[code].kind == .digits, tokens[code].count == 2, !tokens[code].followsBlank else {
      return nil
    }
    var number = code + 1
    if value(of: tokens[code]) == Self.everywhere {
      guard tokens[number].kind == .hash || tokens[number].kind == .star else { return nil }
      number += 1
    } else {
      guard tokens[sign].kind == .star,
        plan.notation.starredCallerPrefixes.contains(where: {
          $0.elementsEqual(digits(of: tokens[code]))
        })
      else { return nil }
      if tokens[number].kind == .dash || tokens[number].kind == .comma { number += 1 }
    }
    switch tokens[number].kind {
    case .plus: return number
    case .digits, .open: return startsFullNumber(at: number) ? number : nil
    default: return nil
    }
  }

  /// The number in full behind digits that show or withhold who calls: 184-03-3581-2361.
  func numberBehindCallerPrefix(digitsAt index: Int) -> Int? {
    let next = tokens[index + 1].kind == .dash ? index + 2 : index + 1
    guard tokens[index].kind == .digits, tokens[index].count <= 4, tokens[next].kind == .digits,
      plan.notation.callerPrefixes.contains(where: {
        $0.elementsEqual(digits(of: tokens[index]))
      }), startsFullNumber(at: next)
    else { return nil }
    return next
  }
}
