/// What the attributes of a tag say of the number behind it: <td data-label="Fax">, <i class="icon-phone">.
///
/// An address says nothing of it, and neither does what an image shows, unless its text begins with that word.
struct TagLabel {
  /// The word, to be read before the number; nil without.
  private(set) var fax: Range<Int>?
  /// A word that says that it is a phone.
  private(set) var phone: Range<Int>?

  /// The most bytes of a value that is read as words.
  private static let longestValue = 48

  /// Reads the attributes of the tag that stands in some bytes of a cell.
  init(in cell: UnsafeBufferPointer<UInt8>, _ tag: Range<Int>, _ context: CellContext) {
    var index = tag.lowerBound
    while fax == nil, let equals = cell[index..<tag.upperBound].firstIndex(of: UInt8(ascii: "=")) {
      let name = Self.name(in: cell, index..<equals)
      let value = Self.value(in: cell, equals + 1..<tag.upperBound)
      index = max(value.upperBound, equals + 1)
      guard !Self.isOne(cell, name, of: EmbeddedWords.attributeAddress) else { continue }
      take(name.lowerBound..<value.upperBound, name, value, of: cell, context)
    }
  }

  private mutating func take(
    _ attribute: Range<Int>, _ name: Range<Int>, _ value: Range<Int>,
    of cell: UnsafeBufferPointer<UInt8>, _ context: CellContext
  ) {
    if Self.isOne(cell, name, of: EmbeddedWords.attributeImage) {
      fax = Self.beginning(of: value, in: cell)
      return
    }
    fax = Self.place(of: EmbeddedWords.tagOfFax, in: cell, attribute)
    guard fax == nil, !value.isEmpty, value.count <= Self.longestValue else { return }
    if phone == nil { phone = Self.place(of: EmbeddedWords.tagOfNumber, in: cell, value) }
    let meanings = FieldMeanings(bytes: Array(cell[value]), context: context)
    let words = meanings.words(of: 0..<value.count)
    let isShort = !value.contains { cell[$0] &- 48 < 10 }
    if words.hasFax, isShort { fax = value }
    if words.isPure, isShort, phone == nil { phone = value }
  }

  /// The word fax where it begins a value; nil where it stands further behind, or nowhere.
  private static func beginning(
    of value: Range<Int>, in cell: UnsafeBufferPointer<UInt8>
  ) -> Range<Int>? {
    let length = UnsafeBufferPointer(rebasing: cell[value])
      .lengthOfBeginningInAnyCase(oneOf: EmbeddedWords.tagOfFax)
    return length > 0 ? value.lowerBound..<value.lowerBound + length : nil
  }

  private static func isOne(
    _ cell: UnsafeBufferPointer<UInt8>, _ name: Range<Int>, of words: StaticString
  ) -> Bool {
    UnsafeBufferPointer(rebasing: cell[name]).isOneInAnyCase(of: words)
  }

  /// The name before an equals sign, up to the blank before it.
  private static func name(
    in cell: UnsafeBufferPointer<UInt8>, _ before: Range<Int>
  ) -> Range<Int> {
    var end = before.upperBound
    while end > before.lowerBound, cell[end - 1] <= 0x20 { end -= 1 }
    var start = end
    while start > before.lowerBound, isOfName(cell[start - 1]) { start -= 1 }
    return start..<end
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 97 < 26 || byte &- 48 < 10 || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":") || byte >= 0x80
  }

  /// The value behind an equals sign, between its quotation marks or up to a blank.
  private static func value(
    in cell: UnsafeBufferPointer<UInt8>, _ behind: Range<Int>
  ) -> Range<Int> {
    var start = behind.lowerBound
    while start < behind.upperBound, cell[start] <= 0x20 || cell[start] == UInt8(ascii: "\\") {
      start += 1
    }
    guard start < behind.upperBound else { return start..<start }
    let quote = cell[start]
    let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    if isQuoted { start += 1 }
    var end = start
    while end < behind.upperBound, cell[end] != UInt8(ascii: ">") {
      if isQuoted ? cell[end] == quote || cell[end] == UInt8(ascii: "\\") : cell[end] <= 0x20 {
        break
      }
      end += 1
    }
    return start..<end
  }

  /// Where some bytes have one of some words in any case.
  static func place(
    of words: StaticString, in cell: UnsafeBufferPointer<UInt8>, _ tag: Range<Int>
  ) -> Range<Int>? {
    for index in tag {
      let length = UnsafeBufferPointer(rebasing: cell[index..<tag.upperBound])
        .lengthOfBeginningInAnyCase(oneOf: words)
      if length > 0 { return index..<index + length }
    }
    return nil
  }
}
