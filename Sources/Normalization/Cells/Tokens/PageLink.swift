/// The link of a web page to a number, and its text: <a href="tel:02-27123456">02-27123456 #12</a>.
struct PageLink {
  /// What of the cell is read in place of the tag and of its text: parts in the order in which they stand.
  private(set) var parts: [Range<Int>] = []
  /// The byte at which reading goes on behind the parts.
  private(set) var end: Int
  /// Whether the number of the text is nearly that of the link, so that one of them is wrong.
  private(set) var differs = false
  /// Whether it leads to something else: an address of mail, and else a page; nil where it has a number, or leads nowhere.
  private(set) var other: Findings?

  /// Reads the link whose tag stands in some bytes of a cell.
  init(in cell: UnsafeBufferPointer<UInt8>, tag: Range<Int>) {
    end = tag.upperBound
    guard let link = Self.number(in: cell, tag) else {
      other = Self.target(in: cell, tag)
      return
    }
    let text = tag.upperBound..<Self.endOfText(in: cell, from: tag.upperBound)
    let extensionStart = link.first { Self.endsNumber(cell[$0]) } ?? link.upperBound
    let base = Self.digits(of: cell, link.lowerBound..<extensionStart)
    let shown = Self.digits(of: cell, text)
    let added = Self.digits(of: cell, extensionStart..<link.upperBound)
    if Self.isMasked(cell, text) {
      (parts, end) = ([link], text.upperBound)
      return
    }
    guard shown.count >= Self.fewestDigits else {
      parts = [link]
      return
    }
    if shown.count < Self.lastDigits, base.suffix(shown.count).elementsEqual(shown) {
      take(link, inPlaceOf: shown.count, digitsOf: text, of: cell)
      return
    }
    let last = base.suffix(Self.lastDigits)
    guard let place = Self.place(of: last, in: shown) else {
      parts = [link]
      differs = zip(base.reversed(), shown.reversed()).lazy.filter { $0 != $1 }.count <= 2
      return
    }
    let length = place + last.count
    // The text has no area code, or the link alone an extension.
    let isShort = length < base.count && base.suffix(length).elementsEqual(shown[..<length])
    if isShort || !added.isEmpty && length == shown.count {
      take(link, inPlaceOf: length, digitsOf: text, of: cell)
    }
  }

  /// The digits of a text that are looked at as a number at all.
  private static let fewestDigits = 5
  /// As many of the last digits of two numbers are the same where the numbers are.
  private static let lastDigits = 7

  /// Reads the number of the link, what stands before the first digits of the text, and what stands behind them.
  private mutating func take(
    _ link: Range<Int>, inPlaceOf count: Int, digitsOf text: Range<Int>,
    of cell: UnsafeBufferPointer<UInt8>
  ) {
    var (first, index, left): (Int?, Int, Int) = (nil, text.lowerBound, count)
    while index < text.upperBound, left > 0 {
      if PageTag.mayBegin(with: cell[index]), let tag = PageTag(in: cell, at: index) {
        index += tag.count
        continue
      }
      if first == nil, Self.beginsNumber(cell[index]) { first = index }
      if cell[index] &- 48 < 10 { left -= 1 }
      index += 1
    }
    parts = [link, text.lowerBound..<(first ?? text.lowerBound)]
    end = min(index, text.upperBound)
  }

  /// The number of the link in a tag: what stands behind tel: up to its quotation mark.
  private static func number(
    in cell: UnsafeBufferPointer<UInt8>, _ tag: Range<Int>
  ) -> Range<Int>? {
    for index in tag {
      let length = UnsafeBufferPointer(rebasing: cell[index..<tag.upperBound])
        .lengthOfBeginningInAnyCase(oneOf: EmbeddedWords.linkScheme)
      guard length > 0, index > tag.lowerBound, !isLetter(cell[index - 1]) else { continue }
      let start = index + length
      let end = cell[start..<tag.upperBound].firstIndex { isQuote($0) } ?? tag.upperBound
      return digits(of: cell, start..<end).isEmpty ? nil : start..<end
    }
    return nil
  }

  private static func target(
    in cell: UnsafeBufferPointer<UInt8>, _ tag: Range<Int>
  ) -> Findings? {
    func holds(oneOf words: StaticString) -> Bool {
      tag.contains {
        UnsafeBufferPointer(rebasing: cell[$0..<tag.upperBound])
          .lengthOfBeginningInAnyCase(oneOf: words) > 0
      }
    }
    guard holds(oneOf: EmbeddedWords.linkTarget) else { return nil }
    return holds(oneOf: EmbeddedWords.mailScheme) ? .email : .url
  }

  /// Where the text of a link ends: at </a>, or where it is too long.
  private static func endOfText(in cell: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let last = min(cell.count, start + PageTag.longest)
    for index in start..<last where PageTag.mayBegin(with: cell[index]) {
      let rest = UnsafeBufferPointer(rebasing: cell[index..<last])
      if rest.lengthOfBeginningInAnyCase(oneOf: EmbeddedWords.linkEnd) > 0 { return index }
    }
    return last
  }

  /// The digits of some bytes, but for those of tags.
  private static func digits(
    of cell: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>
  ) -> [UInt8] {
    var (found, index): ([UInt8], Int) = ([], bytes.lowerBound)
    while index < bytes.upperBound {
      if PageTag.mayBegin(with: cell[index]), let tag = PageTag(in: cell, at: index) {
        index += tag.count
        continue
      }
      if cell[index] &- 48 < 10 { found.append(cell[index]) }
      index += 1
    }
    return found
  }

  /// Whether signs stand in place of digits: 139****5678.
  private static func isMasked(_ cell: UnsafeBufferPointer<UInt8>, _ text: Range<Int>) -> Bool {
    text.dropLast().contains {
      cell[$0] == UInt8(ascii: "*") && cell[$0 + 1] == UInt8(ascii: "*")
    }
  }

  private static func place(of last: ArraySlice<UInt8>, in digits: [UInt8]) -> Int? {
    guard !last.isEmpty, digits.count >= last.count else { return nil }
    return (0...digits.count - last.count).first {
      digits[$0..<$0 + last.count].elementsEqual(last)
    }
  }

  /// Whether a byte ends the number of a link, before its extension or its parameters.
  private static func endsNumber(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "#")
      || byte == UInt8(ascii: "?") || isLetter(byte)
  }

  private static func beginsNumber(_ byte: UInt8) -> Bool {
    byte &- 48 < 10 || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "(")
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: ">")
      || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "?")
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 97 < 26 }
}
