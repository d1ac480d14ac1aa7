/// Notes in brackets behind a number: (14 ct/min), (9-12 und 14-17 Uhr), (10 lines).
extension TailGrammar {
  /// The token that closes a note whose digits begin at a token; nil where the digits may be part of
  /// a number, or name an extension.
  func endOfBracketedNote(_ start: Int) -> Int? {
    guard tokens[start].count <= 2, isOn(.unusedText) else { return nil }
    var hasWords = false
    var index = start
    while index < tokenCount, tokens[index].kind != .close {
      switch tokens[index].kind {
      case .digits: if tokens[index].count > 3 { return nil }
      case .hash, .star, .plus, .at: return nil
      case .letters, .text, .percent, .hours, .amount: hasWords = true
      case .word:
        switch tokens[index].word {
        case .marker, .label, .fax, .postcode, .placeholder:
          if !isInitial(index, behind: start) { return nil }
        case .joiner, .range: break
        default: hasWords = true
        }
      default: break
      }
      index += 1
    }
    return hasWords ? index : nil
  }

  /// Whether a letter that may be a label is only the first one of another word: m.m., h.
  private func isInitial(_ index: Int, behind start: Int) -> Bool {
    index > start && tokens[index].end - tokens[index].start == 1
      && tokens[index + 1].kind != .digits
  }
}
