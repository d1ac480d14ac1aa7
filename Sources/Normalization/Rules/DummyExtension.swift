import NumberingPlans
import Records

/// Leaves out the extension 0 that forms fill in: 0755-23235888-0.
extension TailGrammar {
  /// The most zeros that are filled in.
  private static let mostOfFiller = 4

  /// Whether digits are zeros that forms fill in as well: 0571-87012345-000.
  func mayBeFiller(_ token: Token) -> Bool {
    !plan.notation.hasDirectDialling && Int(token.count) <= Self.mostOfFiller
      && value(of: token) == 0
  }

  /// Reads one digit behind a dash: a dummy, the choice of a menu, or the end of a run of lines.
  func readSingleDigit(_ tail: inout Tail, _ index: Int, _ base: Base) {
    guard value(of: tokens[index]) == 0 else {
      guard isChoice(of: base), isOn(.extensionDash) else { return readRunEnd(&tail, index) }
      tail.rule = .extensionDash
      _ = addExtension(&tail, token: index)
      return
    }
    guard isOn(.dummyExtension) else { return tail.fail(.badExtension, at: index) }
    tail.hasDummy = true
    tail.next = index + 1
  }
}
