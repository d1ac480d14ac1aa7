/// The link of a web page to a number, and its text: <a href="tel:02-27123456">02-27123456 #12</a>.
struct PageLink {
  /// What of the cell is read in place of the tag and of its text, in the order in which it stands.
  private(set) var parts: [LinkedNumber.Part] = []
  /// The byte at which reading goes on behind the parts.
  private(set) var end: Int
  /// Whether the text has another number than the link in the place of it, so that one of them is wrong.
  private(set) var differs = false
  /// Whether it leads to a fax.
  private(set) var isFax = false
  /// The name of its scheme, which says that it leads to a phone; nil for others.
  private(set) var label: LinkedNumber.Part?
  /// Whether it leads to something else: an address of mail, and else a page; nil where it has a number, or leads nowhere.
  private(set) var other: Findings?

  /// Reads the link whose tag stands in some bytes of a cell.
  init(in cell: UnsafeBufferPointer<UInt8>, tag: Range<Int>) {
    end = tag.upperBound
    guard let link = LinkedNumber(in: cell, tag) else {
      other = Self.target(in: cell, tag)
      return
    }
    let text = tag.upperBound..<Self.endOfText(in: cell, from: tag.upperBound)
    let shown = PageDigits.all(of: cell, text)
    if link.isFax {
      isFax = true
      let isShown = Self.place(of: link.digits, in: shown) != nil
      parts = isShown ? [link.label] : link.labelledParts
      // The word for it says the same again.
      if shown.count < Self.fewestDigits { end = text.upperBound }
      return
    }
    label = link.label
    if Self.isMasked(cell, text) {
      (parts, end) = (link.parts, text.upperBound)
    } else {
      compare(link, with: shown, of: text, in: cell)
    }
  }

  /// The digits of a text that are looked at as a number at all.
  private static let fewestDigits = 5
  /// As many of the last digits of two numbers are the same where the numbers are.
  private static let lastDigits = 7
  /// The most digits in which a number is mistyped.
  private static let mostMistyped = 2

  /// Takes the number of the link, that of the text, or both, by what they have in common.
  private mutating func compare(
    _ link: LinkedNumber, with shown: [UInt8], of text: Range<Int>,
    in cell: UnsafeBufferPointer<UInt8>
  ) {
    guard shown.count >= Self.fewestDigits else {
      parts = link.parts
      return
    }
    if shown.count < Self.lastDigits, link.digits.suffix(shown.count).elementsEqual(shown) {
      return take(link, inPlaceOf: shown.count, digitsOf: text, of: cell)
    }
    guard let length = Self.place(of: link.digits, in: shown) else {
      parts = link.parts
      differs = Self.isMistyped(link.digits, shown)
      return
    }
    // The text has no area code, or the link alone an extension.
    let isShort =
      length < link.digits.count && link.digits.suffix(length).elementsEqual(shown[..<length])
    if isShort || link.hasExtension && length == shown.count {
      take(link, inPlaceOf: length, digitsOf: text, of: cell)
    } else if !Self.isSame(link.digits, Array(shown[..<length])) {
      parts = link.parts
      differs = true
    }
  }

  /// Reads the number of the link, what stands before the first digits of the text, and what stands behind them.
  private mutating func take(
    _ link: LinkedNumber, inPlaceOf count: Int, digitsOf text: Range<Int>,
    of cell: UnsafeBufferPointer<UInt8>
  ) {
    var (first, index, left): (Int?, Int, Int) = (nil, text.lowerBound, count)
    while index < text.upperBound, left > 0 {
      if PageTag.mayBegin(with: cell[index]), let tag = PageTag(in: cell, at: index) {
        index += tag.count
        continue
      }
      let isWide = PageDigits.isWide(cell, index)
      if first == nil, isWide || Self.beginsNumber(cell[index]) { first = index }
      if isWide || cell[index] &- 48 < 10 { left -= 1 }
      index += isWide ? 3 : 1
    }
    parts = link.parts + [.bytes(text.lowerBound..<(first ?? text.lowerBound))]
    end = min(index, text.upperBound)
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

  /// Where the text of a link ends: at </a>, at another link or a comment, or where it is too long.
  private static func endOfText(in cell: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let last = min(cell.count, start + PageTag.longest)
    for index in start..<last where PageTag.mayBegin(with: cell[index]) {
      let rest = UnsafeBufferPointer(rebasing: cell[index..<last])
      if rest.lengthOfBeginningInAnyCase(oneOf: EmbeddedWords.linkEnd) > 0 { return index }
    }
    return last
  }

  /// Whether signs stand in place of digits, behind some: 139****5678.
  private static func isMasked(_ cell: UnsafeBufferPointer<UInt8>, _ text: Range<Int>) -> Bool {
    text.dropFirst().dropLast().contains {
      cell[$0] == UInt8(ascii: "*") && cell[$0 + 1] == UInt8(ascii: "*") && cell[$0 - 1] &- 48 < 10
    }
  }

  /// How many digits of a text end with the last ones of a number; nil without.
  private static func place(of number: [UInt8], in digits: [UInt8]) -> Int? {
    let last = number.suffix(lastDigits)
    guard !last.isEmpty, digits.count >= last.count else { return nil }
    return (0...digits.count - last.count).first {
      digits[$0..<$0 + last.count].elementsEqual(last)
    }.map { $0 + last.count }
  }

  /// Whether a number with its prefixes and what stands up to its end are one number: one ends in all of the other but for
  /// its zeros, +49 (0)30 12345678 has a 0 more.
  private static func isSame(_ number: [UInt8], _ shown: [UInt8]) -> Bool {
    let (one, other) = (number.drop { $0 == 48 }, shown.drop { $0 == 48 })
    if one.count >= other.count { return one.suffix(other.count).elementsEqual(other) }
    if other.suffix(one.count).elementsEqual(one) { return true }
    return other.indices.contains {
      other[$0] == 48 && one.elementsEqual(other[..<$0] + other[($0 + 1)...])
    }
  }

  /// Whether all digits of a text are those of a number but for one or two.
  private static func isMistyped(_ number: [UInt8], _ shown: [UInt8]) -> Bool {
    let (one, other) = (number.drop { $0 == 48 }, shown.drop { $0 == 48 })
    return zip(one.reversed(), other.reversed()).lazy.filter { $0 != $1 }.count <= mostMistyped
  }

  private static func beginsNumber(_ byte: UInt8) -> Bool {
    byte &- 48 < 10 || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "(")
  }
}
