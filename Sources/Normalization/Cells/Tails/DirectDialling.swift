import NumberingPlans

/// What an extension column must know of a number where extensions are dialled within it: 030 9018-0.
extension TokenReading {
  /// Whether a number ends in the 0 of a switchboard, in whose place extensions are dialled.
  func endsInSwitchboard(_ base: Base) -> Bool {
    let last = base.nextToken - 1
    return dialsDirectly(base) && last > base.firstToken && tokens[last].kind == .digits
      && tokens[last].count == 1 && value(of: tokens[last]) == 0 && tokens[last - 1].kind == .dash
  }

  /// What a number says to an extension beside it.
  func directDialling(_ base: Base, _ tail: Tail) -> Findings {
    guard dialsDirectly(base) else { return [] }
    if tail.replaced > 0 || endsInDirectLine(base) { return .directLine }
    return endsInSwitchboard(base) ? .switchboardZero : []
  }

  private func dialsDirectly(_ base: Base) -> Bool {
    plan.notation.hasDirectDialling && base.answer.callingCode == plan.callingCode
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
