import NumberingPlans

/// Words that ask to send a paper back, and are fax labels before the number that it goes to: 請簽名回傳02-27123456.
extension TokenWriter {
  /// Takes such a word for text where no number stands right behind it, and in a bracket behind one:
  /// 請簽名回傳，電話02-27123456, and not 02-27123457(回傳).
  func markReturnedFaxes() {
    for index in 0..<tokenCount
    where isWord(.fax, at: index) && tokens[index].isOfIdeographs
      && ReturnWords.all.contains(text(of: tokens[index]))
    {
      guard !leadsToFax(from: index + 1), !isAloneInBracket(index) else { continue }
      tokens[index].kind = .text
      facts.kinds.insert(.text)
    }
  }

  /// Whether a mobile begins at a token, to which nobody sends a fax.
  private func beginsMobile(at start: Int) -> Bool {
    guard case .base(let base) = NumberGrammar(list, context, at: start).read(at: start) else {
      return false
    }
    return base.answer.type == .mobile
  }

  private func isAloneInBracket(_ index: Int) -> Bool {
    tokens[index - 1].kind == .open && tokens[index + 1].kind == .close && index > 1
      && tokens[index - 2].kind == .digits
  }

  /// The most tokens between such a word and its number: 回傳電話：(02).
  private static let mostBefore = 5

  /// Whether nothing but signs, a word for to, 至, 給, and a label that touches them lead to digits.
  private func leadsToFax(from start: Int) -> Bool {
    for index in start..<start + Self.mostBefore {
      switch tokens[index].kind {
      case .digits, .plus: return !beginsMobile(at: index)
      case .colon, .open, .ordinal: break
      case .word where tokens[index].word == .fax: return true
      case .word where tokens[index].word == .label || tokens[index].word == .range:
        guard !tokens[index].followsBlank else { return false }
      case .text:
        guard !tokens[index].followsBlank, tokens[index].bytes == 3 else {
          return false
        }
      default: return false
      }
    }
    return false
  }
}

/// The words that ask to send a paper back: Data/words.tsv.
enum ReturnWords {
  static let all = SpellingTable(EmbeddedWords.returnedFax)
}
