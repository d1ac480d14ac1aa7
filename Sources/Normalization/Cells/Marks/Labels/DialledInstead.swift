/// Tells words that ask to dial another number from those that mark an extension, and from those that give a
/// number up: 忙線請撥 0912345678, 假日請改撥 0912345678.
extension TokenWriter {
  /// Takes such a word for the label of the number in full behind it.
  ///
  /// Who is to dial something else instead gave no number up where that is only for an occasion.
  func markDialling() {
    for index in 0..<tokenCount where tokens[index].kind == .word && tokens[index].isOfIdeographs {
      switch tokens[index].word {
      case .marker:
        guard DialWords.dial.contains(text(of: tokens[index])), !isWord(.fax, at: index - 1),
          leadsToNumber(index + 1)
        else {
          continue
        }
      case .changed:
        guard DialWords.instead.contains(text(of: tokens[index])), isForOccasion(index)
        else {
          continue
        }
      default: continue
      }
      tokens[index].word = .label
      facts.words.insert(.label)
    }
  }

  /// How many tokens before a word are looked through for an occasion.
  private static let mostBefore = 12

  /// Whether words for an occasion, or hours, stand between a word and the digits before it.
  private func isForOccasion(_ word: Int) -> Bool {
    var first = word
    while first > 0, word - first < Self.mostBefore {
      switch tokens[first - 1].kind {
      case .text, .letters, .open, .close, .colon, .comma: break
      case .hours: return true
      case .word:
        if tokens[first - 1].word == .hours || tokens[first - 1].word == .unit { return true }
      // 18:00後.
      case .digits where tokens[first].kind == .colon && first < word - 1: return true
      default: return holdsOccasion(from: first, to: word)
      }
      first -= 1
    }
    return holdsOccasion(from: first, to: word)
  }

  private func holdsOccasion(from first: Int, to word: Int) -> Bool {
    let end = Int(tokens[word].start)
    for start in Int(tokens[first].start)..<max(end, Int(tokens[first].start))
    where cell[start] >= 0xE3 {
      for count in stride(from: 3, through: min(DialWords.longest, end - start), by: 3) {
        let spelled = UnsafeBufferPointer(rebasing: cell[start..<start + count])
        if DialWords.occasions.contains(spelled) { return true }
      }
    }
    return false
  }
}

/// The words of Data/words.tsv about dialling.
private enum DialWords {
  static let dial = SpellingTable(EmbeddedWords.dial)
  static let instead = SpellingTable(EmbeddedWords.dialInstead)
  static let occasions = SpellingTable(EmbeddedWords.occasion)

  /// Bytes of the longest word for an occasion.
  static let longest = 12
}
