/// Fax labels that name no fax number.
extension TokenWriter {
  /// Takes a fax label for text that says that there is no fax, 無傳真, or asks for something before one is sent,
  /// 傳真請先來電, where no number stands behind it.
  func markAbsentFaxes(in cell: UnsafeBufferPointer<UInt8>) {
    guard facts.words.contains(.placeholder) || facts.kinds.contains(.text),
      let last = (0..<tokenCount).last(where: { tokens[$0].kind == .digits })
    else { return }
    for index in last + 1..<max(tokenCount, last + 1) where isWord(.fax, at: index) {
      let next = tokens[index + 1]
      if isWord(.placeholder, at: index - 1),
        !tokens[index].followsBlank || tokens[index - 1].count > 0
      {
        tokens[index - 1].kind = .text
      } else if next.kind != .text || next.followsBlank
        || !AskingWords.all.contains(
          UnsafeBufferPointer(rebasing: cell[Int(next.start)..<Int(next.end)].prefix(3)))
      {
        continue
      }
      tokens[index].kind = .text
      facts.kinds.insert(.text)
    }
  }
}

/// The words with which text asks for something: Data/words.tsv.
private enum AskingWords {
  static let all = SpellingTable(EmbeddedWords.asking)
}
