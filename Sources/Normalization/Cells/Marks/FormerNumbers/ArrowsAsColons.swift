/// Arrows that lead from a name to its number, as a colon does: 先生→0912345678 太太→0922345678.
extension TokenWriter {
  /// Takes the arrows behind names for colons where the first one stands before the first number; at the beginning of a
  /// cell, and then behind blanks, they are signs of a list.
  ///
  /// Right behind a number, one still says that it gave way: 先生→0912345678→0922345678.
  func markArrowsAsColons() {
    guard
      let first = (0..<tokenCount).first(where: { tokens[$0].kind == .digits || isArrow($0) }),
      isArrow(first), leadsToNumber(first + 1)
    else { return }
    let begins = first == 0
    for index in first..<tokenCount where isArrow(index) && leadsToNumber(index + 1) {
      if index > 0, isOfText(index - 1) {
        take(index, asSign: .colon)
      } else if begins, index == 0 {
        take(index, asSign: .ordinal)
      } else if begins, tokens[index].followsBlank, !tokens[index + 1].followsBlank {
        take(index, asSign: .comma)
      }
    }
  }

  private func take(_ index: Int, asSign kind: Token.Kind) {
    tokens[index].kind = kind
    tokens[index].word = .none
    facts.kinds.insert(kind)
  }

  private func isArrow(_ index: Int) -> Bool {
    isWord(.changed, at: index) && tokens[index].count == 0
      && cell[Int(tokens[index].start)] == 0xE2
  }
}
