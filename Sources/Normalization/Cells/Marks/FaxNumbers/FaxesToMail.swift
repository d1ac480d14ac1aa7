/// Labels of faxes that services forward by mail, which are written in parts: fax2email, f2e, fax-to-email.
extension TokenWriter {
  /// Takes the words behind a fax label in fax2email for part of the label: (fax2email), (f2e), (fax to email).
  func markFaxToMail() {
    var (read, write) = (0, 0)
    while read < tokenCount {
      let last = isWord(.fax, at: read) ? endOfFaxToMail(read) ?? read : read
      for part in read..<last { passOver(part + 1) }
      tokens[write] = tokens[read]
      tokens[write].end = tokens[last].end
      read = last + 1
      write += 1
    }
    guard write < tokenCount else { return }
    tokens[write] = tokens[tokenCount]
    endTokens(at: write)
  }

  /// The last of the words that make a label of one for a fax: fax2email, fax-to-mail, f2e.
  private func endOfFaxToMail(_ label: Int) -> Int? {
    var next = label + 1
    if tokens[next].kind == .digits {
      guard tokens[next].count == 1, !tokens[next].followsBlank, value(of: tokens[next]) == 2,
        isOfPhrase(next + 1), !tokens[next + 1].followsBlank
      else { return nil }
      let isWhole = tokens[label].count >= 3 && tokens[next + 1].kind == .letters
      return isWhole || isMail(next + 1) ? next + 1 : nil
    }
    guard tokens[label].count >= 3 else { return nil }
    if tokens[next].kind == .dash { next += 1 }
    guard isWord(.range, at: next) else { return nil }
    next += tokens[next + 1].kind == .dash ? 2 : 1
    return isMail(next) ? next : nil
  }

  private func isMail(_ index: Int) -> Bool {
    isOfPhrase(index) && letters(of: tokens[index]).isOne(of: EmbeddedWords.faxToMail)
  }
}
