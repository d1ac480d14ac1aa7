import Records

/// Reads the extension behind 轉, 分機, ext, x, # or *: 02-27123456 分機 12.
extension CellScan {
  func readMarker(_ tail: inout Tail, _ base: Base) {
    let start = tail.next
    var index = start
    var hasWord = false
    var isFormal = false
    marker: while true {
      switch tokens[index].kind {
      case .hash, .star, .colon, .dot, .dash, .open: index += 1
      case .close where hasWord && tokens[index + 1].kind == .digits: index += 1
      case .equals:
        isFormal = hasWord
        index += 1
      case .word where tokens[index].word == .marker:
        hasWord = true
        index += 1
      case .word where tokens[index].word == .label && !hasWord: index += 1
      default: break marker
      }
    }
    guard tokens[index].kind == .digits else {
      return readBareMarker(&tail, base, from: start, to: index, hasWord: hasWord)
    }
    guard isOn(.extensionMarkers) else { return tail.fail(.badExtension, at: start) }
    if !hasWord, endsBeforeNumber(&tail, base, marker: start, digits: index) { return }
    if tail.run != nil || tail.hasDummy || tail.alternates > 0 {
      return tail.fail(.ambiguous, at: start, "an extension of the first, or of the last number")
    }
    if hasWord, !isFormal, startsFullNumber(at: index), tokens[index].count > 6 {
      return tail.fail(.ambiguous, at: index, "an extension, or another number")
    }
    if !hasWord, extensionCount > 0, tokens[start - 1].kind == .digits,
      !tokens[start].followsBlank, Int(tokens[index].count) != extensions[extensionCount - 1].digits
    {
      return tail.fail(.ambiguous, at: start, "another extension, or an extension of the extension")
    }
    if hasWord, extensionCount > 0, tokens[start].kind == .word,
      tokens[start - 1].kind == .digits || tokens[start - 1].kind == .text
    {
      return tail.fail(.ambiguous, at: start, "another extension, or an extension of the extension")
    }
    _ = addExtension(&tail, token: index)
  }

  /// Reads a marker without digits: a word asks for an extension that is missing.
  private func readBareMarker(
    _ tail: inout Tail, _ base: Base, from start: Int, to index: Int, hasWord: Bool
  ) {
    if hasWord {
      let isLate = extensionCount > 0 && (index == tokenCount || tokens[index].kind == .close)
      guard isLate || tokens[index].kind == .text || isWord(.label, at: index) else {
        return tail.fail(.badExtension, at: start)
      }
      if !isLate { hasUnusedText = true }
    } else if base.repair != nil, extensionCount == 0 {
      return tail.fail(.ambiguous, at: start, "a sign behind the number, or in place of a digit")
    }
    tail.next = index
  }
}
