import NumberingPlans

/// Spans of counts behind a number: 0711 638214 50-200 Personen, 100 à 250 personnes.
extension TokenReading {
  /// The token behind a span of counts that rises, and the word that counts with it; nil for others.
  func endOfSpanOfCounts(_ index: Int) -> Int? {
    let last = index + 2
    guard tokens[index].kind == .digits, tokens[index].count <= 4, tokens[index].followsBlank,
      joinsCounts(index + 1), tokens[last].kind == .digits, tokens[last].count <= 4,
      value(of: tokens[index]) < value(of: tokens[last])
    else { return nil }
    return endOfUnitOfMeasure(last + 1) ?? (isCounted(last + 1) ? last + 2 : nil)
  }

  /// Whether a dash, or a word for to, stands between two counts.
  private func joinsCounts(_ index: Int) -> Bool {
    tokens[index].kind == .dash || isRange(index)
      || tokens[index].kind == .letters
        && letters(of: tokens[index]).isOne(of: EmbeddedWords.spanBetween)
  }
}

extension TokenWriter {
  /// Sets such spans aside behind a number, even where the first count would go on with it, unless that is short.
  func markSpansOfCounts() {
    guard facts.mayHoldNumber, mayHoldCounted, !plan.notation.writesDashExtensions else { return }
    for index in 1..<max(tokenCount, 1)
    where tokens[index].kind == .digits && tokens[index].followsBlank
      && tokens[index - 1].mayBeOfNumber
    {
      guard let end = endOfSpanOfCounts(index),
        let number = number(before: index, goingOnWith: index),
        number.digits > (number.goesOn ? 7 : 6)
      else { continue }
      mark(index..<end, as: .amount)
    }
  }
}
