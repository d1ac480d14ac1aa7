import NumberingPlans

/// Classes of schools and counts times prices beside a number: 三(2)班, 3(2)班, 3-2班, 30桌*2888.
extension TokenWriter {
  /// The tokens of a class of which digits are the number; nil for others.
  func schoolClass(at index: Int) -> Range<Int>? {
    guard plan.notation.notesAreChinese, tokens[index].count <= 2, index > 0 else { return nil }
    let (before, next) = (tokens[index - 1].kind, index + 1)
    if tokens[next].kind == .close, before == .open, isClass(next + 1) {
      let hasGrade = index > 1 && isGrade(index - 2) && !tokens[index - 1].followsBlank
      return (hasGrade ? index - 2 : index - 1)..<next + 1
    }
    guard before == .dash, !tokens[index].followsBlank, !tokens[index - 1].followsBlank,
      index > 1, isGrade(index - 2), isClass(next)
    else { return nil }
    return index - 2..<next
  }

  /// Whether text that touches what stands before it begins with the word for a class.
  private func isClass(_ index: Int) -> Bool {
    tokens[index].kind == .text && !tokens[index].followsBlank
      && text(of: tokens[index]).begins(withOneOf: EmbeddedWords.schoolClass)
  }

  /// Whether one digit, which no other ones touch, may be the grade of a school.
  private func isGrade(_ index: Int) -> Bool {
    guard tokens[index].kind == .digits, tokens[index].count == 1 else { return false }
    return index == 0 || tokens[index].followsBlank || tokens[index - 1].kind == .text
  }

  /// The token behind the price that a count is multiplied by, or the one behind the count itself: 30桌*2888.
  func endOfProduct(_ end: Int) -> Int {
    let price = end + 1
    guard plan.notation.notesAreChinese, tokens[end].kind == .star || isLetter("x", at: end),
      !tokens[end].followsBlank, tokens[price].kind == .digits, !tokens[price].followsBlank,
      (3...5).contains(tokens[price].count), tokens[end - 1].kind == .text
    else { return end }
    switch tokens[price + 1].kind {
    case .dash, .slash, .dot, .hash, .star: return end
    case .digits where !tokens[price + 1].followsBlank: return end
    default: return price + 1
    }
  }
}
