extension TokenWriter {
  /// Whether the cell may have the groups of such a number, and the dots between them.
  var mayHoldEnterprises: Bool {
    facts.hasToken(digits: 4) && facts.hasTokens(digits: 3) && facts.kinds.contains(.dot)
  }

  /// Sets the number of an enterprise of Belgium aside, behind the country or the register and its town: BE
  /// 0456.789.012, RPR Gent 0456.789.012.
  func markEnterprise(at word: Int) {
    guard tokens[word].kind == .letters || tokens[word].kind == .word,
      (2...3).contains(tokens[word].count)
    else { return }
    let isRegister = letters(of: tokens[word]).isOne(of: EmbeddedWords.enterpriseRegister)
    guard isRegister || letters(of: tokens[word]).isOne(of: EmbeddedWords.enterprise) else {
      return
    }
    let hasTown = isRegister && tokens[word + 1].kind == .letters
    let first = hasTown ? word + 2 : word + 1
    for (offset, count) in [4, 3, 3].enumerated() {
      let group = first + 2 * offset
      if offset > 0 {
        guard tokens[group - 1].kind == .dot, !tokens[group - 1].followsBlank,
          !tokens[group].followsBlank
        else { return }
      }
      guard tokens[group].kind == .digits, tokens[group].count == count else { return }
    }
    for index in first..<first + 5 { tokens[index].kind = .amount }
    facts.kinds.insert(.amount)
  }
}
