import NumberingPlans

/// Sets spans of hours aside that no word tells, behind a number that is complete without them: 08-123 456 78 9-17,
/// 02 9374 4000 (9-5).
///
/// Where people write extensions behind a dash, or an extension is part of the number, they stay in doubt.
extension TokenWriter {
  /// Whether the cell may hold such hours.
  var mayHoldBareHours: Bool {
    facts.mayHoldNumber && facts.kinds.contains(.dash)
      && (facts.hasToken(digits: 1) || facts.hasToken(digits: 2))
      && !plan.notation.writesDashExtensions && !plan.notation.hasDirectDialling
  }

  func markBareHours() {
    guard mayHoldBareHours else { return }
    for index in 1..<max(tokenCount, 1)
    where tokens[index].kind == .digits && tokens[index].count <= 2
      && tokens[index + 1].kind == .dash && tokens[index - 1].mayBeOfNumber
    {
      guard isSpanOfDay(index), let first = firstOfSpan(index), let end = endOfSpan(index, first),
        let number = number(before: first, goingOnWith: index), number.digits > 6,
        // One digit alone is the last group of no number.
        !number.goesOn || tokens[index].count == 1 && tokens[first].kind != .open
      else { continue }
      mark(first..<end, as: .hours)
    }
  }

  /// Whether digits on both sides of a dash are the hours at which somebody opens and closes: 9-17, 8-4.
  func isSpanOfDay(_ index: Int) -> Bool {
    let last = index + 2
    guard isHour(index), isHour(last), digits[Int(tokens[index].first)] != 48,
      digits[Int(tokens[last].first)] != 48, !tokens[index + 1].followsBlank,
      !tokens[last].followsBlank
    else { return false }
    let (from, to) = (value(of: tokens[index]), value(of: tokens[last]))
    if from < to { return from > 5 && to - from > 2 }
    return (7...12).contains(from) && (1...9).contains(to) && to + 12 - from > 2
  }

  /// The first token of a span, with the bracket or the comma before it; nil where no blank parts it from what stands
  /// before.
  private func firstOfSpan(_ index: Int) -> Int? {
    switch tokens[index - 1].kind {
    case .open: index > 1 ? index - 1 : nil
    case .comma: tokens[index].followsBlank ? index - 1 : nil
    case .digits, .close: tokens[index].followsBlank ? index : nil
    default: nil
    }
  }

  /// The token behind a span that nothing goes on with; nil for others.
  private func endOfSpan(_ index: Int, _ first: Int) -> Int? {
    let next = index + 3
    if tokens[first].kind == .open { return tokens[next].kind == .close ? next + 1 : nil }
    switch tokens[next].kind {
    case .dash, .slash, .dot, .colon, .hash, .star, .tilde: return nil
    case .digits:
      return tokens[next].followsBlank && startsFullNumber(at: next) && !startsFullNumber(at: index)
        ? next : nil
    default: return next
    }
  }
}
