/// Arrows: between two numbers they tell the former one from that in use, ->, >>, ▶; from a name they lead to its number.
extension TokenWriter {
  /// Whether the cell has the signs of which an arrow may be made.
  var mayHoldArrows: Bool {
    facts.kinds.contains(anyOf: .close, .open) && (0..<tokenCount).contains(where: mayBeHead)
  }

  /// Whether a bracket is < or >, or ends as their wide forms do.
  @inline(__always)
  private func mayBeHead(_ index: Int) -> Bool {
    guard tokens[index].kind == .open || tokens[index].kind == .close else { return false }
    switch cell[Int(tokens[index].end) &- 1] {
    case UInt8(ascii: "<"), UInt8(ascii: ">"), 0x9C, 0x9E: return true
    default: return false
    }
  }

  /// Takes an arrow of two signs behind a number and before another one for a word: 02-27123456->02-27129999,
  /// 02-27129999 <- 02-27123456.
  func markArrows() {
    guard mayHoldArrows else { return }
    markGreaterSigns()
    for index in 1..<max(tokenCount, 1) {
      guard !tokens[index + 1].followsBlank, isBehindNumber(index) else { continue }
      var word: Word?
      if isShaft(index), isSign(">", index + 1, .close) { word = .changed }
      if isShaft(index + 1), isSign("<", index, .open) { word = .former }
      guard let word, leadsToDigitsOfArrow(index + 2) else { continue }
      take(index, for: word)
      passOver(index + 1)
    }
  }

  private func isShaft(_ index: Int) -> Bool {
    tokens[index].kind == .dash || tokens[index].kind == .equals
  }

  private func isBehindNumber(_ index: Int) -> Bool {
    switch tokens[index - 1].kind {
    case .digits, .close: true
    default: isShaft(index - 1) && index > 1 && tokens[index - 2].kind == .digits
    }
  }

  private func leadsToDigitsOfArrow(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .digits, .plus: true
    case .open: tokens[index + 1].kind == .digits
    default: false
    }
  }

  func isSign(
    _ sign: Unicode.Scalar, _ index: Int, _ kind: Token.Kind
  ) -> Bool {
    guard tokens[index].kind == kind else { return false }
    var start = Int(tokens[index].start)
    let scalar = Folding.decode(cell, &start)
    return scalar == sign.value || scalar == sign.value + 0xFEE0
  }

  /// Takes several such signs, or a tilde and one, between two numbers in full for a word, unless they close a
  /// bracket: 02-27123456 >> 02-27129999.
  private func markGreaterSigns() {
    guard !(0..<tokenCount).contains(where: { isSign("<", $0, .open) }) else { return }
    for index in 1..<max(tokenCount, 1)
    where isSign(">", index, .close) && !isSign(">", index - 1, .close) {
      let first = tokens[index - 1].kind == .tilde ? index - 1 : index
      var end = index + 1
      while isSign(">", end, .close) { end += 1 }
      // A lone one may part two numbers of a list.
      guard first > 0, end > first + 1, endsNumberInFull(before: first), leadsToNumber(end) else {
        continue
      }
      take(first, for: .changed)
      for sign in first + 1..<max(end, first + 1) { passOver(sign) }
    }
  }

  /// Whether a sign stands between two numbers in full, or in a line between theirs, and the cell does not begin
  /// with such a one, as lists do; takes the ends of the lines with it.
  func takeSign(_ index: Int) -> Bool {
    let isLine =
      index > 1 && tokens[index - 1].kind == .newline && tokens[index + 1].kind == .newline
    let (before, next) = isLine ? (index - 1, index + 2) : (index, index + 1)
    guard before > 0, tokens[0].kind != .text || cell[0] != 0xE2 && cell[0] != 0xC2,
      endsNumberInFull(before: before), leadsToNumber(next)
    else { return false }
    if isLine {
      passOver(index - 1)
      passOver(index + 1)
    }
    return true
  }

  /// Takes the arrows behind names for colons where the first one stands before the first number; at the beginning of a
  /// cell, and then behind blanks, they are signs of a list.
  ///
  /// Right behind a number, one still says that it gave way: 先生→0912345678→0922345678.
  func markArrowsAsColons() {
    guard facts.words.contains(.changed) else { return }
    guard
      let first = (0..<tokenCount).first(where: { tokens[$0].kind == .digits || isArrow($0) }),
      isArrow(first), leadsToNumber(first + 1)
    else { return }
    let begins = first == 0
    for index in first..<tokenCount where isArrow(index) && leadsToNumber(index + 1) {
      if index > 0, isWordOrText(index - 1) {
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
    isWord(.changed, at: index) && tokens[index].isOfIdeographs
      && cell[Int(tokens[index].start)] == 0xE2
  }
}
