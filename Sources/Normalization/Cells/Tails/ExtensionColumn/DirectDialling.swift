import NumberingPlans

/// What an extension column must know of a number where extensions are dialled within it: 030 9018-0.
extension TokenReading {
  /// How many zeros a number ends in behind a dash or a dot, in place of which extensions are dialled; 0 where it
  /// does not.
  func switchboardZeros(of base: Base) -> Int {
    let last = base.nextToken - 1
    guard dialsDirectly(base), last > base.firstToken, tokens[last].kind == .digits,
      tokens[last].count < 4, value(of: tokens[last]) == 0
    else { return 0 }
    switch tokens[last - 1].kind {
    case .dash: return Int(tokens[last].count)
    case .dot: return tokens[last].count == 1 ? 1 : 0
    default: return 0
    }
  }

  /// Whether it ends in one of them: 030 9018-0.
  func endsInSwitchboard(_ base: Base) -> Bool { switchboardZeros(of: base) > 0 }

  /// What a number says to an extension beside it.
  func directDialling(_ base: Base, _ tail: Tail) -> Findings {
    guard dialsDirectly(base) else { return [] }
    if tail.replaced > 0 || endsInDirectLine(base) { return .directLine }
    switch switchboardZeros(of: base) {
    case 0: return []
    case 1: return .switchboardZero
    case 2: return [.switchboardZero, .twoZeros]
    default: return [.switchboardZero, .threeZeros]
    }
  }

  /// Whether a number may end in the extension that is dialled within it.
  private func dialsDirectly(_ base: Base) -> Bool {
    plan.notation.hasDirectDialling && isHome(base)
  }

  /// Whether a few digits behind the last dash of a number are the extension within it: 030 9018-21, and not
  /// 030-9018.
  private func endsInDirectLine(_ base: Base) -> Bool {
    let last = base.nextToken - 1
    guard last > base.firstToken + 1, tokens[last].kind == .digits, tokens[last].count < 5,
      value(of: tokens[last]) != 0, tokens[last - 1].kind == .dash
    else { return false }
    if base.localDigits > 0 { return base.localDigits > Int(tokens[last].count) }
    let groups = (base.firstToken..<last).count(where: { tokens[$0].kind == .digits })
    return groups > (tokens[base.firstToken].kind == .plus ? 2 : 1)
  }
}
