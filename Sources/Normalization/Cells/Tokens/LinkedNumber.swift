/// The number that a link of a web page leads to: href="tel:+886%202%2027123456,12".
struct LinkedNumber {
  /// Bytes of the cell that are read, or a plus that is written %2B.
  enum Part {
    case bytes(Range<Int>)
    case plus(Range<Int>)
  }

  /// What is read of it.
  private(set) var parts: [Part] = []
  /// The digits of its number, without its extension and its parameters.
  let digits: [UInt8]
  /// Whether it has an extension.
  let hasExtension: Bool
  /// Whether it leads to a fax.
  let isFax: Bool
  /// The name of its scheme.
  private let scheme: Range<Int>

  /// The scheme's name alone, which is a label of faxes.
  var label: Part { .bytes(scheme) }

  /// What is read behind that label.
  var labelledParts: [Part] { [label] + parts }

  /// Reads the number in a tag: what stands behind tel: in its target up to the quotation mark; nil without digits.
  init?(in cell: UnsafeBufferPointer<UInt8>, _ tag: Range<Int>) {
    guard let found = Self.scheme(in: cell, tag) else { return nil }
    let start = found.range.upperBound + 1
    let end = cell[start..<tag.upperBound].firstIndex { Self.isQuote($0) } ?? tag.upperBound
    let extensionStart = cell[start..<end].firstIndex { Self.endsNumber($0) } ?? end
    digits = PageDigits.ofLink(cell, start..<extensionStart)
    guard !digits.isEmpty else { return nil }
    hasExtension = !PageDigits.ofLink(cell, extensionStart..<end).isEmpty
    (isFax, scheme) = (found.isFax, found.range)
    part(cell, start..<end)
  }

  /// Parts the number where signs stand as %20, which are blanks or signs between digits; %2B is a plus.
  private mutating func part(_ cell: UnsafeBufferPointer<UInt8>, _ number: Range<Int>) {
    var (start, index) = (number.lowerBound, number.lowerBound)
    while index < number.upperBound {
      guard let sign = PageDigits.escaped(cell, at: index, before: number.upperBound) else {
        index += 1
        continue
      }
      if start < index { parts.append(.bytes(start..<index)) }
      if sign == UInt8(ascii: "+") { parts.append(.plus(index..<index + 3)) }
      index += 3
      start = index
    }
    if start < index { parts.append(.bytes(start..<index)) }
  }

  /// The name of a scheme of numbers that begins the target of a link, without its colon.
  private static func scheme(
    in cell: UnsafeBufferPointer<UInt8>, _ tag: Range<Int>
  ) -> (range: Range<Int>, isFax: Bool)? {
    for index in tag {
      let rest = UnsafeBufferPointer(rebasing: cell[index..<tag.upperBound])
      let fax = rest.lengthOfBeginningInAnyCase(oneOf: EmbeddedWords.faxScheme)
      let length =
        fax > 0 ? fax : rest.lengthOfBeginningInAnyCase(oneOf: EmbeddedWords.linkScheme)
      guard length > 0, beginsTarget(in: cell, tag, at: index) else { continue }
      return (index..<index + length - 1, fax > 0)
    }
    return nil
  }

  /// Whether the target of a link begins at a byte: behind href=, blanks and quotation marks.
  private static func beginsTarget(
    in cell: UnsafeBufferPointer<UInt8>, _ tag: Range<Int>, at start: Int
  ) -> Bool {
    var index = start - 1
    while index > tag.lowerBound, cell[index] == 0x20 || isMark(cell[index]) { index -= 1 }
    guard index > tag.lowerBound, cell[index] == UInt8(ascii: "=") else { return false }
    index -= 1
    while index > tag.lowerBound, cell[index] == 0x20 { index -= 1 }
    let name = index - 3
    guard name > tag.lowerBound else { return false }
    return UnsafeBufferPointer(rebasing: cell[name...index])
      .isOneInAnyCase(of: EmbeddedWords.linkTarget) && cell[name - 1] != UInt8(ascii: "-")
      && !isLetter(cell[name - 1])
  }

  /// Whether a byte is of a quotation mark, plain, escaped or written as a reference.
  private static func isMark(_ byte: UInt8) -> Bool {
    isQuote(byte) || byte == UInt8(ascii: ";") || isLetter(byte)
  }

  /// Whether a byte ends the number of a link, before its extension or its parameters.
  private static func endsNumber(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "#")
      || byte == UInt8(ascii: "?") || isLetter(byte)
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: ">")
      || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "?")
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 97 < 26 }
}
