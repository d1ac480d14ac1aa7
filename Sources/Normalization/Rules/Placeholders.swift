import Records

/// Tells the words and signs by which people say that there is no number: NA, 無, -.
extension CellReading {
  /// Whether the cell holds no more than the words and signs by which people say "none".
  func isPlaceholder() -> Bool {
    guard isOn(.placeholders) else { return false }
    if findings.contains(.placeholder) || isSpreadsheetError() { return true }
    for index in 0..<tokenCount {
      switch tokens[index].kind {
      case .text where tokenCount == 1:
        return text(of: tokens[index]).isOne(of: EmbeddedWords.placeholderAlone)
      case .text, .at, .amount: return false
      case .letters, .word, .digits:
        let spelled = UnsafeBufferPointer(start: letters, count: letterCount)
        return digitCount == 0
          && (words.exact(spelled) == .placeholder
            || spelled.isOne(of: EmbeddedWords.placeholderAlone))
          || letterCount > 0 && digitCount == 0 && spelled.allSatisfy { $0 == UInt8(ascii: "x") }
      default: break
      }
    }
    return true
  }

  /// Whether the cell is an error of a spreadsheet: #REF!, #NAME?.
  private func isSpreadsheetError() -> Bool {
    tokenCount == 3 && tokens[0].kind == .hash && !tokens[1].followsBlank
      && (tokens[1].kind == .letters || tokens[1].kind == .word)
      && (tokens[2].kind == .other || tokens[2].kind == .question)
  }
}
