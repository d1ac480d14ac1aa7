/// Words that the names of fields are written as, a capital at each: contactFax, FaxNum, userId.
///
/// A fax is one wherever it stands in them, and so is a phone; an end such as Id says that digits behind it are none.
extension TokenWriter {
  /// The letters that such a name has.
  private static let lettersOfName: ClosedRange<UInt16> = 5...24

  func markCamelWords() {
    guard facts.kinds.contains(.letters), letterCount >= Int(Self.lettersOfName.lowerBound) else {
      return
    }
    for index in 0..<tokenCount
    where tokens[index].kind == .letters && Self.lettersOfName.contains(tokens[index].count) {
      guard let word = wordOfField(index) else { continue }
      tokens[index].kind = .word
      tokens[index].word = word
      facts.kinds.insert(.word)
      facts.words.insert(word)
    }
  }

  /// What the name of a field says of the digits behind it; nil for other letters.
  private func wordOfField(_ index: Int) -> Word? {
    let (written, small) = (text(of: tokens[index]), letters(of: tokens[index]))
    guard written.count == small.count else { return nil }
    var (start, parts, isOfPhone) = (0, 0, false)
    for next in 1...written.count where next == written.count || beginsPart(written, at: next) {
      let part = UnsafeBufferPointer(rebasing: small[start..<next])
      parts += 1
      start = next
      guard next < written.count || parts > 1 else { continue }
      if part.isOne(of: EmbeddedWords.fieldOfFax) { return .fax }
      isOfPhone = isOfPhone || part.isOne(of: EmbeddedWords.fieldOfPhone)
      if next == written.count, !isOfPhone, part.isOne(of: EmbeddedWords.fieldOfIdentity) {
        return .identity
      }
    }
    return isOfPhone && parts > 1 ? .label : nil
  }

  /// Whether a capital stands behind a small letter.
  private func beginsPart(_ written: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    written[index] &- 65 < 26 && written[index - 1] &- 97 < 26
  }
}
