import Records

/// Sets tags aside that are none of web pages and have digits of their own: <w:sz val="24">, <o1>.
///
/// Those of web pages are no tokens. A tag without digits stays what it is, and so does one that has a number in full.
extension TokenWriter {
  /// Whether the cell may hold such a tag, by its facts alone.
  var mayHoldTags: Bool {
    if linksDiffer { return true }
    return facts.kinds.contains(.open) && facts.kinds.contains(.close)
      && facts.kinds.contains(anyOf: .equals, .slash)
  }

  /// The most tokens of a tag that are looked at.
  private static let mostTokensOfTag = 64

  /// Sets them aside; false where the cell was rejected, for the number of a link is nearly that of its text.
  func markTags(into result: CellResult) -> Bool {
    guard !linksDiffer else {
      reject(
        .ambiguous, token: 0, to: tokenCount, note: "the number of a link, or that of its text",
        into: result)
      return false
    }
    markTagsWithDigits()
    return true
  }

  private func markTagsWithDigits() {
    var index = 0
    while index < tokenCount {
      guard let end = endOfTag(index) else {
        index += 1
        continue
      }
      if hasDigits(index, end), !hasNumber(in: index..<end) { mark(index..<end, as: .note) }
      index = end
    }
  }

  /// The token behind the tag that begins at one; nil where none does.
  private func endOfTag(_ open: Int) -> Int? {
    guard tokens[open].kind == .open, list.cell[Int(tokens[open].start)] == UInt8(ascii: "<")
    else { return nil }
    let name = tokens[open + 1].kind == .slash ? open + 2 : open + 1
    guard tokens[name].kind == .letters || tokens[name].kind == .word,
      !tokens[name].followsBlank
    else { return nil }
    var index = name + 1
    let last = min(open + Self.mostTokensOfTag, tokenCount)
    while index < last {
      let sign = list.cell[Int(tokens[index].start)]
      if tokens[index].kind == .close, sign == UInt8(ascii: ">") { return index + 1 }
      if tokens[index].kind == .open, sign == UInt8(ascii: "<") { return nil }
      index += 1
    }
    return nil
  }

  private func hasDigits(_ start: Int, _ end: Int) -> Bool {
    (start..<end).contains { tokens[$0].kind == .digits }
  }
}
