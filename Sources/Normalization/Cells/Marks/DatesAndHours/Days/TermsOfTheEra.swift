import NumberingPlans

/// Sets a term of days apart whose years are of an era: 111.12.25~115.12.24, which else are extensions of the
/// number before it.
extension TokenWriter {
  /// Whether the cell may hold one.
  var mayHoldTerms: Bool {
    plan.notation.era != nil && facts.kinds.contains(.dot)
      && (facts.hasToken(digits: 3) || facts.hasTokens(digits: 2))
      && (facts.kinds.contains(anyOf: .tilde, .dash) || facts.words.contains(.range))
  }

  func markTerms() {
    guard mayHoldTerms else { return }
    for sign in 5..<max(tokenCount, 5) where partsDays(sign) {
      guard isDayOfTheEra(sign - 5), isDayOfTheEra(sign + 1), tokens[sign + 6].kind != .dot else {
        continue
      }
      mark(sign - 5..<sign + 6, as: .date)
    }
  }

  private func partsDays(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .tilde, .dash: true
    default: isWord(.range, at: index)
    }
  }

  /// Whether a year of the era, a month and a day begin at a token, with dots between them.
  private func isDayOfTheEra(_ year: Int) -> Bool {
    guard
      (year..<year + 5).allSatisfy({ tokens[$0].kind == (($0 - year) & 1 == 0 ? .digits : .dot) })
    else { return false }
    return tokens[year].count > 1 && isYearOfTheEra(tokens[year]) && tokens[year + 2].count <= 2
      && tokens[year + 4].count <= 2 && isDay(monthAt: year + 2, dayAt: year + 4)
  }
}
