import NumberingPlans

/// Tells 轉, 撥 and 按 in other words from those that mark an extension: 右轉100公尺, 轉讓 300, 已撥3通.
extension TokenWriter {
  /// Takes such a marker for text.
  func markWordsWithTransfer() {
    for index in 0..<tokenCount where isWord(.marker, at: index) && isOneIdeograph(index) {
      let isConnected = isConnected(index)
      guard isConnected || endsWord(index) || beginsWord(index) else { continue }
      tokens[index].kind = .text
      tokens[index].word = .none
      if isConnected, isInnerLine(index + 2) { take(index + 2, for: .marker) }
    }
  }

  /// Whether a marker and the text behind it say what is done before more is dialled: 撥通後.
  private func isConnected(_ index: Int) -> Bool {
    let next = tokens[index + 1]
    return next.kind == .text && !next.followsBlank
      && text(of: next).isOne(of: EmbeddedWords.connected)
  }

  /// Whether a word for dialling directly stands before few digits: 直撥625.
  private func isInnerLine(_ index: Int) -> Bool {
    isWord(.label, at: index)
      && text(of: tokens[index]).isOne(of: EmbeddedWords.direct)
      && tokens[index + 1].kind == .digits && (2...5).contains(tokens[index + 1].count)
  }

  private func isOneIdeograph(_ index: Int) -> Bool {
    guard tokens[index].bytes == 3 else { return false }
    let spelled = text(of: tokens[index])
    return spelled.isOne(of: EmbeddedWords.putThrough) || spelled.isOne(of: EmbeddedWords.dialAlone)
      || spelled.isOne(of: EmbeddedWords.press)
  }

  /// Whether the marker is the end of a word: 右轉, 已撥.
  private func endsWord(_ index: Int) -> Bool {
    guard index > 0, !tokens[index].followsBlank else { return false }
    // 周 is the word for a week.
    guard tokens[index - 1].kind == .text || isWord(.hours, at: index - 1) else { return false }
    return TransferParts.before.contains(
      UnsafeBufferPointer(rebasing: text(of: tokens[index - 1]).suffix(3)))
  }

  /// Whether the text between the marker and digits makes another word with it: 轉讓, and not 轉租賃部.
  private func beginsWord(_ index: Int) -> Bool {
    let next = tokens[index + 1]
    return next.kind == .text && !next.followsBlank && tokens[index + 2].kind == .digits
      && (TransferParts.behind.contains(text(of: next))
        || text(of: next).isOne(of: EmbeddedWords.bus))
  }
}

/// The parts of such words: Data/words.tsv.
private enum TransferParts {
  static let before = SpellingTable(EmbeddedWords.beforeTransfer, EmbeddedWords.noTransfer)
  static let behind = SpellingTable(
    EmbeddedWords.behindTransfer, EmbeddedWords.sureUnit, EmbeddedWords.noTransferBehind)
}
