/// Sets the tags of web pages aside that have digits of their own: <td width="94%">, <span class="opacity-60">, </h1>.
///
/// A tag without digits stays what it is, and so does one that has a number in full: <a href="tel:2125550123">.
extension TokenWriter {
  /// Whether the cell may hold such a tag, by its facts alone.
  var mayHoldTags: Bool {
    facts.kinds.contains(.open) && facts.kinds.contains(.close)
      && facts.kinds.contains(anyOf: .equals, .slash)
  }

  /// The most tokens of a tag that are looked at.
  private static let mostTokensOfTag = 64

  func markTagsWithDigits() {
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
