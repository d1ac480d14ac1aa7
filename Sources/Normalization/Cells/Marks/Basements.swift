import NumberingPlans

/// Floors below the ground: 02-27123456 B1.
extension TokenWriter {
  /// Whether the cell may hold a floor below the ground.
  var mayHoldBasements: Bool {
    facts.kinds.contains(.letters) && facts.hasToken(digits: 1)
      && plan.notation.hasBasements
  }

  /// The token behind a floor below the ground that stands behind a number: 02-27123456 B1.
  func endOfBasement(_ index: Int) -> Int? {
    guard index > 1, mayHoldBasements, tokens[index].count == 1, !tokens[index].followsBlank,
      isLetter("b", at: index - 1), tokens[index - 1].followsBlank,
      endsNumberInFull(before: index - 1)
    else { return nil }
    let end =
      isLetter("f", at: index + 1) && !tokens[index + 1].followsBlank ? index + 2 : index + 1
    switch tokens[end].kind {
    case .dash, .digits, .dot, .slash, .letters: return nil
    default: return end
    }
  }
}
