/// The labels of a short cell, looked up without tokens.
struct LabelText {
  let cell: UnsafeBufferPointer<UInt8>
  let words: WordBook
  /// Where letters are written small.
  let scratch: UnsafeMutablePointer<UInt8>

  /// Where the label at the beginning ends; 0 for none.
  ///
  /// Two words may be one, as in toll free.
  func endOfLabel() -> Int {
    if partsNoWords(cell[0]) { return lengthOfIdeographs(at: 0, .label) }
    guard let first = endOfWord(from: 0, .label) else { return 0 }
    guard first < cell.count, cell[first] == UInt8(ascii: " ") else { return first }
    return endOfWord(from: first &+ 1, .label) ?? first
  }

  /// Where a label of a fax number ends that begins at a byte; nil for none, and for a word that asks to send a paper
  /// back.
  func endOfFaxLabel(from start: Int) -> Int? {
    guard partsNoWords(cell[start]) else { return endOfWord(from: start, .fax) }
    let count = lengthOfIdeographs(at: start, .fax)
    let label = UnsafeBufferPointer(rebasing: cell[start..<start &+ count])
    return count > 0 && !ReturnWords.all.contains(label) ? start &+ count : nil
  }

  /// Whether a letter of any script may begin at a byte.
  @inline(__always)
  func mayBeginWord(at index: Int) -> Bool {
    (cell[index] | 0x20) &- 97 < 26 || cell[index] == 0xC3
      || partsNoWords(cell[index]) && !(cell[index] == 0xE3 && cell[index &+ 1] == 0x80)
  }

  /// Whether nothing but a label stands from a byte on, perhaps in brackets.
  func isLabel(from start: Int) -> Bool {
    var (index, last) = (start, cell.count)
    passBlanks(from: &index)
    while last > index, cell[last &- 1] == UInt8(ascii: " ") { last &-= 1 }
    guard index < last else { return false }
    let opening = sign(at: index, ascii: UInt8(ascii: "("), wide: 0x88)
    if opening > 0 {
      index &+= opening
      let closing =
        cell[last &- 1] == UInt8(ascii: ")")
        ? 1 : last &- 3 > index ? sign(at: last &- 3, ascii: 0, wide: 0x89) : 0
      guard closing > 0 else { return false }
      last &-= closing
      guard index < last else { return false }
    }
    if partsNoWords(cell[index]) {
      return lengthOfIdeographs(at: index, .label, isBracketed: opening > 0) == last &- index
    }
    return endOfWord(from: index, .label) == last
  }

  /// Length of a sign at a byte, as wide as an ideograph or not; 0 for others.
  func sign(at index: Int, ascii: UInt8, wide: UInt8) -> Int {
    if cell[index] == ascii { return 1 }
    return index &+ 2 < cell.count && cell[index] == 0xEF && cell[index &+ 1] == 0xBC
      && cell[index &+ 2] == wide ? 3 : 0
  }

  /// Whether a script that does not part words begins so: kana, ideographs, Hangul.
  @inline(__always)
  private func partsNoWords(_ lead: UInt8) -> Bool { lead >= 0xE3 && lead <= 0xED }

  /// Where a word of letters with a meaning ends; nil for others.
  private func endOfWord(from start: Int, _ meaning: Word) -> Int? {
    var (index, count) = (start, 0)
    scan: while index < cell.count {
      switch cell[index] {
      case 0x41...0x5A, 0x61...0x7A:
        scratch[count] = cell[index] | 0x20
        (index, count) = (index &+ 1, count &+ 1)
      // À … ÿ but the sign for times.
      case 0xC3 where index &+ 1 < cell.count && cell[index &+ 1] | 0x20 != 0xB7:
        scratch[count] = 0xC3
        scratch[count &+ 1] = cell[index &+ 1] | 0x20
        (index, count) = (index &+ 2, count &+ 2)
      // A blank of web pages is none of the word.
      case 0x80...0xFF: return nil
      default: break scan
      }
    }
    guard count > 1, words.exact(UnsafeBufferPointer(start: scratch, count: count)) == meaning
    else { return nil }
    return index
  }

  /// Passes over a dot, a colon and blanks behind a label.
  @inline(__always)
  func passSigns(from index: inout Int) {
    if index < cell.count, cell[index] == UInt8(ascii: ".") { index &+= 1 }
    passBlanks(from: &index)
    guard index < cell.count else { return }
    index &+= sign(at: index, ascii: UInt8(ascii: ":"), wide: 0x9A)
    passBlanks(from: &index)
  }

  /// Passes over blanks, those of web pages (U+00A0) and those as wide as an ideograph too.
  @inline(__always)
  func passBlanks(from index: inout Int) {
    while index < cell.count {
      switch cell[index] {
      case UInt8(ascii: " "): index &+= 1
      case 0xC2 where index &+ 1 < cell.count && cell[index &+ 1] == 0xA0: index &+= 2
      case 0xE3
      where index &+ 2 < cell.count && cell[index &+ 1] == 0x80 && cell[index &+ 2] == 0x80:
        index &+= 3
      default: return
      }
    }
  }

  /// Length in bytes of a word of ideographs, kana or Hangul with a meaning; 0 for none.
  ///
  /// One alone may be part of a name, or of a word that is set apart, but in brackets.
  private func lengthOfIdeographs(
    at index: Int, _ meaning: Word, isBracketed: Bool = false
  ) -> Int {
    guard let found = words.longest(in: cell, at: index), found.word == meaning,
      found.scalars > 1 || isBracketed
    else { return 0 }
    return found.count
  }
}
