import NumberingPlans

/// Words for a transfer of money, by a mobile as well as to an account.
extension TokenWriter {
  /// Takes a word for a transfer of money for text before a mobile, by which people pay: 转账 13812345678.
  ///
  /// In one piece ten digits may be an account: so only eleven, or those in groups.
  func markTransfersOfMoney() {
    guard facts.words.contains(.identity), plan.notation.mobilesStandAlone else { return }
    for index in 0..<tokenCount where isWord(.identity, at: index) && tokens[index].isOfIdeographs {
      let next = tokens[index + 1].kind == .colon ? index + 2 : index + 1
      guard text(of: tokens[index]).isOne(of: EmbeddedWords.payment), isLoneMobile(next) else {
        continue
      }
      tokens[index].kind = .text
      tokens[index].word = .none
      facts.kinds.insert(.text)
    }
  }

  /// Whether a mobile stands at a token, of eleven digits in one piece or of groups that dashes join, and no digits go
  /// on behind it; of fewer digits in one piece only where no account stands there.
  func isLoneMobile(_ start: Int, goesOn: Bool = false, mayBeShort: Bool = false) -> Bool {
    guard start >= 0, tokens[start].kind == .digits else { return false }
    let first = Int(tokens[start].first)
    var index = start
    while tokens[index + 1].kind == .dash, !tokens[index + 1].followsBlank,
      tokens[index + 2].kind == .digits, !tokens[index + 2].followsBlank
    { index += 2 }
    switch tokens[index + 1].kind {
    case .digits, .dash, .slash, .dot, .hash, .star:
      if !goesOn { return false }
    default: break
    }
    let count = Int(tokens[index].first + tokens[index].count) - first
    guard index > start || count == 11 || mayBeShort, count <= 11 else { return false }
    return national(from: first, count: count).isMobile
  }
}
