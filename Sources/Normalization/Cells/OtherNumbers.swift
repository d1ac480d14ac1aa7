/// Sets aside numbers that are no telephone numbers by the word before them: CVR 64942212, 統一編號.
extension TokenWriter {
  func markOtherNumbers() {
    for index in 0..<tokenCount where isWord(.identity, at: index) {
      let start = startOfOtherNumber(behind: index)
      guard tokens[start].kind == .digits else { continue }
      let end = endOfOtherNumber(start)
      for marked in start..<end { tokens[marked].kind = .amount }
      facts.kinds.insert(.amount)
    }
  }

  /// The first token behind the word that is no sign, ordinal or other such word.
  private func startOfOtherNumber(behind word: Int) -> Int {
    var index = word + 1
    while index < tokenCount {
      switch tokens[index].kind {
      case .colon, .open, .close, .dash, .dot, .equals, .quote, .ordinal, .hash: index += 1
      case .word where tokens[index].word == .identity || tokens[index].word == .ordinal: index += 1
      default: return index
      }
    }
    return index
  }

  /// The token behind a number's groups: signs without blanks join them, and blanks unless a number
  /// in full follows.
  private func endOfOtherNumber(_ start: Int) -> Int {
    var end = start + 1
    while true {
      switch tokens[end].kind {
      case .digits:
        if tokens[end].followsBlank, startsFullNumber(at: end) { return end }
        end += 1
      case .dash, .dot, .slash:
        guard !tokens[end].followsBlank, tokens[end + 1].kind == .digits,
          !tokens[end + 1].followsBlank
        else { return end }
        end += 2
      default: return end
      }
    }
  }
}
