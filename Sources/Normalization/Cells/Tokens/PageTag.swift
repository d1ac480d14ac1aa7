/// A tag of a web page that was left behind in an export: <b>, </td>, <br />, &lt;p&gt;, <!-- … -->.
///
/// Part of the rule `folding`: it is a blank or the end of a line, whatever its case and its attributes; only the number of
/// a link is read. What strikes a number out, and brackets around other words, stay what they are; the end of an element of
/// another document ends a line.
struct PageTag: BitwiseCopyable {
  /// What it parts.
  let parting: Parting
  /// How many bytes it has.
  let count: Int
  /// Whether it begins a link.
  let isAnchor: Bool

  enum Parting: BitwiseCopyable { case nothing, words, lines }

  /// The most bytes that a tag, or the text of a link, is looked for in.
  static let longest = 512

  /// Whether a tag may begin with a byte; &lt; stands for <.
  @inline(__always)
  static func mayBegin(with byte: UInt8) -> Bool {
    byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&")
  }

  /// Reads the tag that begins at a byte; nil where none does.
  init?(in cell: UnsafeBufferPointer<UInt8>, at start: Int) {
    let rest = UnsafeBufferPointer(
      rebasing: cell[start..<min(cell.count, start + Self.longest)])
    let opening = Self.length(of: "<", orOf: "&lt;", in: rest, at: 0)
    guard opening > 0 else { return nil }
    if let end = Self.endOfComment(in: rest, at: opening) {
      (parting, count, isAnchor) = (.words, end, false)
      return
    }
    let slash = UInt8(ascii: "/")
    let first = opening < rest.count && rest[opening] == slash ? opening + 1 : opening
    var end = first
    while end < rest.count, Self.isOfName(rest[end]) { end += 1 }
    guard end > first, let close = Self.end(in: rest, behindName: end) else { return nil }
    let name = UnsafeBufferPointer(rebasing: rest[first..<end])
    if name.isOneInAnyCase(of: EmbeddedWords.tagBeside) {
      parting = .words
    } else if name.isOneInAnyCase(of: EmbeddedWords.tagLine) {
      parting = .lines
    } else if name.isOneInAnyCase(of: EmbeddedWords.tagWithin) {
      parting = .nothing
    } else if first > opening, !name.isOneInAnyCase(of: EmbeddedWords.struckTag) {
      // The end of an element of other documents: </phone>.
      parting = .lines
    } else {
      return nil
    }
    count = close
    isAnchor = first == opening && name.count == 1 && name[0] | 0x20 == UInt8(ascii: "a")
  }

  /// The byte behind the tag whose name ends at one; nil where what follows is neither attributes nor the end.
  private static func end(in rest: UnsafeBufferPointer<UInt8>, behindName name: Int) -> Int? {
    var (index, hasEquals, hasOther) = (name, false, false)
    while index < rest.count {
      let close = length(of: ">", orOf: "&gt;", in: rest, at: index)
      if close > 0 { return hasOther && !hasEquals ? nil : index + close }
      switch rest[index] {
      case UInt8(ascii: "<"): return nil
      case UInt8(ascii: "="): hasEquals = true
      case UInt8(ascii: "/"), 0x09, 0x0A, 0x0D, 0x20: break
      case let byte:
        // Attributes without a value are letters alone: <td nowrap>.
        if index == name { return nil }
        hasOther = hasOther || (byte | 0x20) &- 97 >= 26
      }
      index += 1
    }
    return nil
  }

  private static func endOfComment(
    in rest: UnsafeBufferPointer<UInt8>, at start: Int
  ) -> Int? {
    guard UnsafeBufferPointer(rebasing: rest[start...]).begins(with: "!--") else { return nil }
    var index = start + 3
    while index + 2 < rest.count {
      if rest[index] == UInt8(ascii: "-"), rest[index + 1] == UInt8(ascii: "-") {
        let close = length(of: ">", orOf: "&gt;", in: rest, at: index + 2)
        if close > 0 { return index + 2 + close }
      }
      index += 1
    }
    return nil
  }

  /// How long the sign at a byte is, written plainly or as a reference; 0 where another one stands there.
  private static func length(
    of sign: StaticString, orOf reference: StaticString, in rest: UnsafeBufferPointer<UInt8>,
    at index: Int
  ) -> Int {
    guard index < rest.count else { return 0 }
    if rest[index] == sign.utf8Start[0] { return 1 }
    guard rest[index] == UInt8(ascii: "&") else { return 0 }
    return UnsafeBufferPointer(rebasing: rest[index...]).begins(with: reference)
      ? reference.utf8CodeUnitCount : 0
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 97 < 26 || byte &- 48 < 10
  }
}

extension TokenWriter {
  /// Leaves the tag that begins at a byte of a cell, and reads the number of a link; false where there is none.
  func leavesTag(
    of cell: UnsafeBufferPointer<UInt8>, at index: inout Int, _ column: inout UInt16,
    _ blank: inout Bool
  ) -> Bool {
    let start = index
    guard let tag = PageTag(in: cell, at: start) else { return false }
    let end = start + tag.count
    if tags == .read, TagLabel.place(of: EmbeddedWords.tagOfNumber, in: cell, start..<end) != nil {
      return false
    }
    if tags == .left { tags = .met }
    switch tag.parting {
    case .nothing: break
    case .words: blank = true
    case .lines:
      if tokenCount > 0, tokens[tokenCount - 1].kind != .newline {
        append(.newline, start, end, column &+ 1, &blank)
      }
      blank = true
    }
    let label = TagLabel(in: cell, start..<end, context)
    read(label, isAnchor: tag.isAnchor, of: cell, &index, &column, &blank)
    guard tag.isAnchor, label.fax == nil else {
      pass(over: cell, from: &index, to: end, &column)
      return true
    }
    let link = PageLink(in: cell, tag: start..<end)
    if let other = link.other { findings.formUnion(other) }
    linksDiffer = linksDiffer || link.differs
    if isBehindFax, let label = link.label { read(label, of: cell, &index, &column, &blank) }
    if link.isFax { digitsBeforeFax = digitCount }
    for part in link.parts { read(part, of: cell, &index, &column, &blank) }
    // A link within the text of another one may have led further.
    pass(over: cell, from: &index, to: link.end, &column)
    return true
  }

  /// Reads a part of a tag, or of the text of a link; what stands before it is passed over.
  private func read(
    _ part: LinkedNumber.Part, of cell: UnsafeBufferPointer<UInt8>, _ index: inout Int,
    _ column: inout UInt16, _ blank: inout Bool
  ) {
    switch part {
    case .bytes(let bytes):
      pass(over: cell, from: &index, to: bytes.lowerBound, &column)
      fold(cell, part: bytes, &index, &column, &blank)
      blank = true
    case .plus(let bytes):
      pass(over: cell, from: &index, to: bytes.lowerBound, &column)
      append(.plus, bytes.lowerBound, bytes.upperBound, column &+ 1, &blank)
      pass(over: cell, from: &index, to: bytes.upperBound, &column)
    }
  }

  /// Reads what a tag says of the number behind it; that it is a phone behind a fax alone, and not where its link says so.
  private func read(
    _ label: TagLabel, isAnchor: Bool, of cell: UnsafeBufferPointer<UInt8>, _ index: inout Int,
    _ column: inout UInt16, _ blank: inout Bool
  ) {
    if let fax = label.fax {
      digitsBeforeFax = digitCount
      read(.bytes(fax), of: cell, &index, &column, &blank)
    } else if isBehindFax, !isAnchor, let phone = label.phone {
      read(.bytes(phone), of: cell, &index, &column, &blank)
    }
  }

  /// Whether a tag said that a number is a fax, and that was read.
  private var isBehindFax: Bool {
    digitsBeforeFax >= 0 && digitCount - digitsBeforeFax >= Self.fewestDigitsOfFax
  }

  private static let fewestDigitsOfFax = 5

  /// As `fold`, which is not to be copied here.
  @inline(never)
  private func fold(
    _ cell: UnsafeBufferPointer<UInt8>, part: Range<Int>, _ index: inout Int,
    _ column: inout UInt16, _ blank: inout Bool
  ) {
    fold(cell, from: &index, to: part.upperBound, &column, &blank)
  }

  /// Counts the columns up to a byte, unless reading has gone further.
  private func pass(
    over cell: UnsafeBufferPointer<UInt8>, from index: inout Int, to end: Int,
    _ column: inout UInt16
  ) {
    guard end > index else { return }
    for byte in index..<end where cell[byte] & 0xC0 != 0x80 { column &+= 1 }
    index = end
  }
}
