import NumberingPlans

/// What is asked of a number that was read.
extension TokenReading {
  /// Whether a number is one of the region.
  func isHome(_ base: Base) -> Bool { base.answer.callingCode == plan.callingCode }

  /// Whether a number is a mobile of the region, where those have no extensions and no faxes: what stands behind it is
  /// something else.
  func isLoneMobile(_ base: Base) -> Bool {
    base.answer.type == .mobile && plan.notation.mobilesStandAlone && isHome(base)
  }

  /// The token of the last digits of a number.
  func lastDigits(of base: Base) -> Int {
    var last = base.nextToken - 1
    while last > base.firstToken, tokens[last].kind != .digits { last -= 1 }
    return last
  }

  /// How many digits the last group of a number has.
  func lengthOfLastGroup(of base: Base) -> Int { Int(tokens[lastDigits(of: base)].count) }

  /// How many digits stand behind the last dash of a number; nil where none does.
  func digitsBehindLastDash(of base: Base) -> Int? {
    let last = lastDigits(of: base)
    return tokens[last - 1].kind == .dash && last > base.firstToken ? Int(tokens[last].count) : nil
  }
}
