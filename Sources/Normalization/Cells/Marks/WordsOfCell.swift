import NumberingPlans

/// What a cell may hold by its words and facts, so that a mark need not go through its tokens for it.
extension TokenWriter {
  /// Whether the cell may have letters that mark an extension in the region.
  var mayHoldShortMarkers: Bool {
    facts.kinds.contains(.letters)
      && plan.notation.shortMarkers.contains { marker in
        marker.withUnsafeBufferPointer { !$0.isEmpty && spelled.mayHold($0) }
      }
  }

  /// Whether the cell has a word or a sign that may stand behind such digits, or some that may be a year.
  ///
  /// What the marks take for an ordinal was text or a sign of these before.
  var mayHoldCounted: Bool {
    facts.kinds.contains(anyOf: .letters, .word, .text, .other) || facts.hasToken(digits: 4)
      || facts.kinds.contains(anyOf: .slash, .star, .dot, .comma)
      || facts.kinds.contains(anyOf: .colon, .ordinal, .percent)
  }

  /// Whether a word or a sign stands behind digits, without which they may only be a year.
  @inline(__always)
  func mayCount(_ index: Int) -> Bool {
    switch tokens[index + 1].kind {
    case .letters, .word, .ordinal, .slash, .star, .dot, .comma, .colon, .quote, .percent: true
    default: tokens[index].count == 4
    }
  }

  /// Whether the cell may hold am or pm, in one word or with dots.
  var mayHoldMeridiem: Bool {
    letterCount > 1
      && (Self.meridiem.mayHoldSome(of: spelled)
        || facts.hasLone("m") && (facts.hasLone("a") || facts.hasLone("p")))
  }

  private static let meridiem = SpellingTable(EmbeddedWords.halfOfDay)

  /// Whether the cell may hold what a quantity is told by: a word, or a letter for hours.
  var mayHoldUnits: Bool {
    facts.words.contains(anyOf: .unit, .amount, .dateUnit, .place) || facts.words.contains(.hours)
      || facts.hasLone("h") || facts.hasLone("u") || UnitsOfNotes.mayHoldSome(of: spelled)
      || Self.hours.mayHoldSome(of: spelled)
  }

  private static let hours = SpellingTable(EmbeddedWords.hoursCounted)
}
