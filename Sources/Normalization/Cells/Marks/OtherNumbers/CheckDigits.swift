import NumberingPlans

/// Numbers of tax payers and persons in thousands with a check digit behind a dash, beside a telephone number:
/// 15.427.618-9.
extension TokenWriter {
  /// The fewest digits of the telephone number beside it.
  private static let fewestDigitsBeside = 7

  /// Whether the cell may hold such a number.
  var mayHoldCheckDigits: Bool {
    facts.repeatedKinds.contains(.dot) && facts.kinds.contains(.dash) && facts.hasToken(digits: 1)
      && facts.hasTokens(digits: 3) && !plan.notation.notesAreChinese
  }

  /// Sets such numbers aside, unless a telephone number begins there.
  func markNumbersWithCheckDigits() {
    var index = 0
    while index < tokenCount {
      guard let end = endOfCheckDigit(index), !startsFullNumber(at: index),
        digitCount - countDigits(index..<end) >= Self.fewestDigitsBeside
      else {
        index += 1
        continue
      }
      mark(index..<end, as: .amount)
      index = end
    }
  }

  /// The token behind groups of three digits with dots between, and a dash and one digit; nil without.
  private func endOfCheckDigit(_ first: Int) -> Int? {
    guard tokens[first].kind == .digits, tokens[first].count <= 3, first == 0 || beginsApart(first)
    else { return nil }
    var last = first
    while last < first + 6, tokens[last + 1].kind == .dot, tokens[last + 2].kind == .digits,
      tokens[last + 2].count == 3, !tokens[last + 1].followsBlank, !tokens[last + 2].followsBlank
    { last += 2 }
    let digit = last + 2
    guard last > first + 2, tokens[last + 1].kind == .dash, !tokens[last + 1].followsBlank,
      tokens[digit].kind == .digits, tokens[digit].count == 1, !tokens[digit].followsBlank
    else { return nil }
    switch tokens[digit + 1].kind {
    case .digits where !tokens[digit + 1].followsBlank, .dash, .dot, .slash: return nil
    default: return digit + 1
    }
  }

  /// Whether neither a sign of numbers nor digits touch digits from the left.
  private func beginsApart(_ index: Int) -> Bool {
    switch tokens[index - 1].kind {
    case .plus, .dot, .dash, .slash, .open, .close: tokens[index].followsBlank
    case .digits: false
    default: true
    }
  }

  private func countDigits(_ range: Range<Int>) -> Int {
    range.reduce(0) { $0 + (tokens[$1].kind == .digits ? Int(tokens[$1].count) : 0) }
  }
}
