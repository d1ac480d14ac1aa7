import NumberingPlans
import Records

/// Reads the spelled-out last digits of further numbers: (757) 555-6519/6537, 03-9612051、2.
extension TailGrammar {
  /// Notes that a token's digits replace the last ones of the base.
  func addAlternate(_ tail: inout Tail, token index: Int, of base: Base) {
    let count = Int(tokens[index].count)
    let local = base.localDigits > 0 ? base.localDigits : base.answer.nationalDigits
    guard isOn(.alternates), count <= 4, count < local, replacesGroup(token: index, of: base),
      count > 2 || value(of: tokens[index]) > base.answer.nationalNumber % powerOfTen(count),
      tail.run == nil, !tail.hasDummy,
      tail.extensions.count == tail.alternates, tail.extensions.hasRoom
    else {
      return tail.fail(.ambiguous, at: index, "the last digits of another number, or an extension")
    }
    tail.extensions.append(
      ReadExtension(value: value(of: tokens[index]), digits: count, replaces: count))
    tail.alternates += 1
    tail.next = index + 1
  }

  /// Notes that digits behind a slash and a dash replace those behind the last dash of the base, be
  /// they as many or not: 030 9018382-10/-11, 0221/470-0/-123.
  func readDirectDialling(_ tail: inout Tail, _ base: Base, dash: Int) {
    let index = dash + 1
    guard isOn(.alternates), plan.notation.hasDirectDialling, tokens[index].kind == .digits,
      !tokens[index].followsBlank, tokens[index].count <= 5,
      let replaced = digitsBehindLastDash(of: base), tail.run == nil, !tail.hasDummy,
      tail.extensions.count == tail.alternates, tail.extensions.hasRoom
    else {
      return tail.fail(.ambiguous, at: index, "the last digits of another number, or an extension")
    }
    tail.extensions.append(
      ReadExtension(
        value: value(of: tokens[index]), digits: Int(tokens[index].count), replaces: replaced))
    tail.alternates += 1
    tail.next = index + 1
  }

  private func digitsBehindLastDash(of base: Base) -> Int? {
    var last = base.nextToken - 1
    while last > base.firstToken, tokens[last].kind != .digits { last -= 1 }
    return tokens[last - 1].kind == .dash && last > base.firstToken ? Int(tokens[last].count) : nil
  }

  /// Whether digits replace the last group of the base, or the end of a local number in one piece:
  /// 555-6519/6537, 89251234/5678.
  ///
  /// Those that cut another group, or take in several, must lie close to what they replace: 20 20 /
  /// 2021 and not 20 20 / 1234, an extension perhaps. Three that cut a group must begin as what they
  /// replace: 03-573 1788/789, and not 0755-23456789、801.
  private func replacesGroup(token index: Int, of base: Base) -> Bool {
    let count = Int(tokens[index].count)
    guard count > 2 else { return true }
    var last = base.nextToken - 1
    while last > 0, tokens[last].kind != .digits { last -= 1 }
    if tokens[last].count == count || count == 4 && tokens[last].count >= 7 { return true }
    let (replacing, replaced) = (
      value(of: tokens[index]), base.answer.nationalNumber % powerOfTen(count)
    )
    if count == 3 { return replacing / 100 == replaced / 100 }
    return abs(replacing - replaced) <= Self.farthestAlternate
  }

  /// How far an alternate that cuts a group may lie from what it replaces.
  private static let farthestAlternate: Int64 = 100
}
