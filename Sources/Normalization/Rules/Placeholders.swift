import Records

/// Tells the words and signs by which people say that there is no number: NA, 無, -.
extension CellScan {
  /// Whether the cell holds no more than the words and signs by which people say "none".
  func isPlaceholder() -> Bool {
    guard isOn(.placeholders) else { return false }
    if hasPlaceholder { return true }
    for index in 0..<tokenCount {
      switch tokens[index].kind {
      case .text, .at: return false
      case .letters, .word, .digits:
        let spelled = UnsafeBufferPointer(start: letters, count: letterCount)
        return digitCount == 0 && words.exact(spelled) == .placeholder
          || letterCount > 0 && digitCount == 0 && spelled.allSatisfy { $0 == UInt8(ascii: "x") }
      default: break
      }
    }
    return true
  }
}
