import NumberingPlans

/// Codes that switch a service of the line on, with the number that they are for: *21*0912345678#.
extension TokenWriter {
  /// Whether the cell has the signs of such a code.
  var mayHoldServiceCodes: Bool {
    facts.repeatedKinds.contains(.star) && facts.kinds.contains(.hash)
      && plan.notation.notesAreChinese
  }

  /// Sets such a code aside.
  func markServiceCodes() {
    for index in 0..<tokenCount where tokens[index].kind == .star {
      guard tokens[index + 1].kind == .digits, (2...3).contains(tokens[index + 1].count),
        tokens[index + 2].kind == .star, tokens[index + 3].kind == .digits
      else { continue }
      var end = index + 4
      while tokens[end].kind == .digits || tokens[end].kind == .dash { end += 1 }
      guard tokens[end].kind == .hash,
        !(index + 1...end).contains(where: { tokens[$0].followsBlank })
      else { continue }
      mark(index..<end + 1, as: .amount)
    }
  }
}
