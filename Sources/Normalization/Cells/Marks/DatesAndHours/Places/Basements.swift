import NumberingPlans

/// Floors below the ground: 02-27123456 B1.
extension TokenWriter {
  /// Whether the cell may hold a floor below the ground.
  var mayHoldBasements: Bool {
    facts.hasLone("b") && facts.kinds.contains(.letters) && facts.hasToken(digits: 1)
      && plan.notation.hasBasements
  }

  /// The token behind a floor below the ground that begins the cell, before a number: B1F 02-27123456.
  func endOfLeadingBasement() -> Int? {
    guard mayHoldBasements, isLetter("b", at: 0), tokens[1].count == 1, tokens[1].kind == .digits,
      !tokens[1].followsBlank, isLetter("f", at: 2), !tokens[2].followsBlank,
      touchesNumber(3) || tokens[3].isOfIdeographs && tokens[3].kind != .digits
        || tokens[3].followsBlank && startsFullNumber(at: 3)
    else { return nil }
    return 3
  }

  /// Whether a number in full with its trunk 0 stands behind a floor where names touch numbers: 12F02-27123456.
  func touchesNumber(_ index: Int) -> Bool {
    plan.notation.notesAreChinese && tokens[index].kind == .digits
      && digits[Int(tokens[index].first)] == 48 && startsFullNumber(at: index)
  }

  /// The token behind a floor below the ground that stands behind a number: 02-27123456 B1.
  func endOfBasement(_ index: Int) -> Int? {
    guard index > 1, mayHoldBasements, tokens[index].count == 1, !tokens[index].followsBlank,
      isLetter("b", at: index - 1), beginsCountedItem(index - 1, digits: index)
    else { return nil }
    let end =
      isLetter("f", at: index + 1) && !tokens[index + 1].followsBlank ? index + 2 : index + 1
    switch tokens[end].kind {
    case .dash, .digits, .dot, .slash, .letters: return nil
    default: return end
    }
  }
}
