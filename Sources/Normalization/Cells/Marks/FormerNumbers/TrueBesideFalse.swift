/// Words for true and false beside numbers, of which the first one is short for a fax elsewhere:
/// 13812345678(假) 13987654321(真).
extension TokenWriter {
  /// Takes them for words of which number is in use, where the cell has both.
  func markTrueBesideFalse() {
    guard
      let isTrue = (0..<tokenCount).first(where: {
        isWord(.fax, at: $0) && text(of: tokens[$0]).isOne(of: EmbeddedWords.trueNumber)
      }),
      let isFalse = (0..<tokenCount).first(where: {
        tokens[$0].kind == .text && text(of: tokens[$0]).isOne(of: EmbeddedWords.falseNumber)
      })
    else { return }
    tokens[isTrue].kind = .text
    tokens[isTrue].word = .none
    let leads = leadsToNumber(isFalse + 1)
    take(isFalse, for: leads && !tokens[isFalse + 1].followsBlank ? .former : .outOfUse)
  }
}
