import NumberingPlans

/// Sets the number of a desk or of one item aside, which is no digit of the number behind it: 窗口2：陳小姐0912345678,
/// 2.電話:0912-345-678.
extension TokenWriter {
  /// The most places where a cell is asked for such a number.
  private static let mostDesks = 40

  /// Whether the cell may have one, by its facts alone.
  var mayNumberDesks: Bool {
    facts.kinds.contains(anyOf: .text, .letters, .word)
      && facts.kinds.contains(anyOf: .colon, .dot, .enumeration, .close)
      && (facts.hasToken(digits: 1) || facts.hasToken(digits: 2))
  }

  /// Makes nothing of one or two digits that text and a colon, or the start of an item and its sign, stand around.
  func markNumbersOfDesks() {
    var places = 0
    // Whether digits of a number, to which an extension may belong, stand before.
    var followsNumber = false
    for index in 0..<tokenCount where tokens[index].kind == .digits {
      guard tokens[index].count <= 2, digits[Int(tokens[index].first)] != 48 else {
        followsNumber = followsNumber || tokens[index].count > 2
        continue
      }
      guard places < Self.mostDesks else { return }
      if beginsItem(index) {
        places += 1
        let first = tokens[index - 1].kind == .open ? index - 1 : index
        for token in first...index + 1 { passOver(token) }
      } else if isBeforeFaxLabel(index) {
        places += 1
        passOver(index)
      } else if isDesk(index),
        !followsNumber || isBehindSemicolon(index) && leadsToNamedNumber(index + 2)
      {
        places += 1
        passOver(index)
      }
    }
  }

  /// Whether digits begin the cell or a line of it, with a sign of items and then words.
  private func beginsItem(_ index: Int) -> Bool {
    let sign = tokens[index + 1]
    let isBracketed = tokens[index - 1].kind == .open
    let first = isBracketed ? index - 1 : index
    guard !sign.followsBlank,
      first == 0
        || (tokens[first - 1].kind == .newline || tokens[first - 1].kind == .semicolon)
          && leadsToNamedNumber(index + 2)
    else { return false }
    switch sign.kind {
    case .close: break
    case .dot, .enumeration, .colon: if isBracketed { return false }
    default: return false
    }
    return isOfName(index + 2)
  }

  /// The most words and signs before such a number.
  private static let mostBefore = 6

  /// Whether a number in full stands behind words and signs.
  private func leadsToNamedNumber(_ start: Int) -> Bool {
    var index = start
    while index - start < Self.mostBefore,
      isOfName(index) || tokens[index].kind == .colon || tokens[index].kind == .dot
    { index += 1 }
    return beginsNumber(index)
  }

  /// Whether a token is a word with which the text of an item begins.
  private func isOfName(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .text, .letters: return true
    case .word:
      switch tokens[index].word {
      case .label, .fax, .joiner, .new, .none: return true
      // 人工掛號.
      case .amount:
        return tokens[index].isOfIdeographs && isText(index + 1) && !tokens[index + 1].followsBlank
      default: return false
      }
    default: return false
    }
  }

  /// Whether one digit stands between a label and the slash before a fax label: Tél 2 / Fax: 0522 42 76 18.
  private func isBeforeFaxLabel(_ index: Int) -> Bool {
    guard index > 0, tokens[index].count == 1, tokens[index + 1].kind == .slash,
      isWord(.fax, at: index + 2)
    else { return false }
    return isWord(.label, at: index - 1) && tokens[index - 1].count > 1
  }

  /// Whether a word stands right before digits, and a colon with the name or the number of who is there behind them.
  private func isDesk(_ index: Int) -> Bool {
    let (word, colon) = (tokens[index - 1], tokens[index + 1])
    guard index > 0, colon.kind == .colon, !colon.followsBlank else { return false }
    switch word.kind {
    case .text: guard !tokens[index].followsBlank else { return false }
    case .letters: guard word.count > 1 else { return false }
    case .word: guard word.word == .label || word.word == .fax else { return false }
    default: return false
    }
    return beginsNumber(index + 2) || isOfName(index + 2)
  }

  /// Whether only words stand between a semicolon, or the end of a line, and digits.
  private func isBehindSemicolon(_ index: Int) -> Bool {
    var before = index - 1
    while before > 0, index - before < 5, isOfName(before) { before -= 1 }
    return before > 0 && before < index - 1
      && (tokens[before].kind == .semicolon || tokens[before].kind == .newline)
  }
}
