import NumberingPlans

/// Sets unparted digits aside, behind a number in full, that the word of a price or the name of a company beside
/// them makes no line of its area: 02-27123456 恆星有限公司 22345678, 07-3456789 3450000元.
extension TokenWriter {
  /// Whether the cell may hold some.
  var mayHoldTaxNumbers: Bool {
    facts.mayHoldNumber && plan.notation.notesAreChinese
      && (facts.hasToken(digits: 7) || facts.hasToken(digits: 8) || facts.hasToken(digits: 9))
      && (facts.kinds.contains(.text) || facts.words.contains(.amount))
  }

  func markTaxNumbers() {
    guard mayHoldTaxNumbers else { return }
    // Where the first number in full ends, at the latest.
    var first = -1
    for index in 0..<tokenCount where tokens[index].kind == .digits {
      guard first >= 0 else {
        if startsFullNumber(at: index) { first = index }
        continue
      }
      guard (7...9).contains(tokens[index].count), digits[Int(tokens[index].first)] != 48,
        tokens[index - 1].kind != .dash, tokens[index + 1].kind != .dash,
        !startsFullNumber(at: index), isPriced(index) || isOfCompany(index)
      else { continue }
      mark(index..<index + 1, as: .amount)
    }
  }

  private func isPriced(_ index: Int) -> Bool {
    let unit = tokens[index + 1]
    guard !unit.followsBlank, unit.kind == .word, unit.word == .amount else { return false }
    return text(of: unit).isOne(of: EmbeddedWords.priceUnit)
  }

  /// Whether eight digits, as many as the number of a company has, stand beside its name.
  private func isOfCompany(_ index: Int) -> Bool {
    tokens[index].count == 8 && (isCompany(index - 1) || isCompany(index + 1))
  }

  private func isCompany(_ index: Int) -> Bool {
    guard tokens[index].kind == .text else { return false }
    // A branch has lines of its own: 台中分公司22031177.
    return text(of: tokens[index]).ends(inOneOf: EmbeddedWords.companyEnding)
  }
}
