/// The labels of a short cell, looked up without tokens.
struct LabelText {
  let cell: UnsafeBufferPointer<UInt8>
  /// Unmanaged, for counting references took a quarter of a cell; the reader holds it.
  private let book: Unmanaged<WordBook>
  /// Where letters are written small.
  let scratch: UnsafeMutablePointer<UInt8>
  /// Whether extensions are dialled in place of the last digits of a number: there short words with a dot join numbers,
  /// as od does for oder.
  let dialsDirectly: Bool
  /// Words in lower case that mean something in the region only.
  let wordsOfRegion: SpellingTable?

  /// `words` outlives it; `scratch` has room for as many bytes as the cell.
  init(
    cell: UnsafeBufferPointer<UInt8>, words: WordBook, scratch: UnsafeMutablePointer<UInt8>,
    dialsDirectly: Bool = false, wordsOfRegion: SpellingTable? = nil
  ) {
    (self.cell, self.scratch, self.dialsDirectly) = (cell, scratch, dialsDirectly)
    self.wordsOfRegion = wordsOfRegion
    book = .passUnretained(words)
  }

  /// The meaning of a whole word in lower case.
  @inline(__always)
  func meaning(of word: UnsafeBufferPointer<UInt8>) -> Word {
    book._withUnsafeGuaranteedRef { $0.exact(word) }
  }

  /// The longest word at a byte of some text.
  @inline(__always)
  func longestWord(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> WordBook.Found? {
    book._withUnsafeGuaranteedRef { $0.longest(in: text, at: index) }
  }

  /// The extension that some text is, with one of the region's short markers or without; nil for none.
  @inline(__always)
  func plainExtension(
    _ text: UnsafeBufferPointer<UInt8>, shortMarkers: [[UInt8]] = []
  ) -> PlainExtension? {
    book._withUnsafeGuaranteedRef {
      PlainExtension(text, words: $0, scratch: scratch, shortMarkers: shortMarkers)
    }
  }

  /// Where the label ends that begins at a byte; that byte for none.
  ///
  /// Two words may be one, as in toll free.
  func endOfLabel(from start: Int = 0) -> Int {
    if start == 0 {
      let behind = endOfBracketedLabel(at: 0)
      if behind > 0 { return behind }
    }
    if partsNoWords(cell[start]) { return start &+ lengthOfIdeographs(at: start, .label) }
    guard let first = endOfWord(from: start, .label) else { return start }
    guard first < cell.count, cell[first] == UInt8(ascii: " ") else { return first }
    return endOfWord(from: first &+ 1, .label) ?? first
  }

  /// Where a label in brackets ends that begins at a byte, brackets and all; that byte for none.
  func endOfBracketedLabel(at start: Int) -> Int {
    guard start &+ 4 < cell.count else { return start }
    let opening = sign(at: start, ascii: UInt8(ascii: "("), wide: 0x88)
    guard opening > 0 else { return start }
    let first = start &+ opening
    let end =
      partsNoWords(cell[first])
      ? first &+ lengthOfIdeographs(at: first, .label, isBracketed: true)
      : endOfWord(from: first, .label) ?? first
    guard end > first, end < cell.count else { return start }
    let closing = sign(at: end, ascii: UInt8(ascii: ")"), wide: 0x89)
    return closing > 0 ? end &+ closing : start
  }

  /// Where a word ends that joins two numbers, between blanks where a script parts words; its beginning for none.
  func endOfJoiner(from start: Int) -> Int {
    if partsNoWords(cell[start]) {
      return start &+ lengthOfIdeographs(at: start, .joiner, isBracketed: true)
    }
    guard start > 0, cell[start &- 1] == UInt8(ascii: " "), let word = letters(from: start),
      word.text.count > 1
    else { return start }
    var end = word.end
    let isJoiner = meaning(of: word.text) == .joiner
    if !isJoiner, !JoiningWords.all.contains(word.text) {
      guard end < cell.count, cell[end] == UInt8(ascii: "."), dialsDirectly,
        JoiningWords.short.contains(word.text)
      else { return start }
      end &+= 1
    }
    guard end &+ 1 < cell.count, cell[end] == UInt8(ascii: " ") else { return start }
    // A word that is another one elsewhere joins only what stands right behind it.
    return isJoiner || cell[end &+ 1] &- 48 < 10 || cell[end &+ 1] == UInt8(ascii: "+")
      ? end : start
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

  /// Whether nothing but the label of a fax in brackets stands from a byte on.
  func isBracketedFax(from start: Int) -> Bool {
    var index = start
    passBlanks(from: &index)
    guard index &+ 3 < cell.count else { return false }
    let opening = sign(at: index, ascii: UInt8(ascii: "("), wide: 0x88)
    guard opening > 0, let end = endOfFaxLabel(from: index &+ opening), end < cell.count else {
      return false
    }
    let closing = sign(at: end, ascii: UInt8(ascii: ")"), wide: 0x89)
    return closing > 0 && end &+ closing == cell.count
  }

  /// Whether a label that begins at a byte has a colon before what follows it, or touches that.
  func touches(_ next: Int, from start: Int) -> Bool {
    !cell[start..<next].contains(UInt8(ascii: " "))
      || cell[start..<next].contains(UInt8(ascii: ":"))
      || cell[next &- 1] == 0x9A
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
    guard let word = letters(from: start), self.meaning(of: word.text) == meaning,
      word.text.count > 1 || isAbbreviated(word.end)
    else { return nil }
    return word.end
  }

  /// Whether a dot or a colon stands at a byte.
  private func isAbbreviated(_ index: Int) -> Bool {
    index < cell.count && (cell[index] == UInt8(ascii: ".") || cell[index] == UInt8(ascii: ":"))
  }

  /// The letters from a byte on, written small at a place of the scratch; nil for letters of other scripts.
  func letters(
    from start: Int, writtenAt place: Int = 0
  ) -> (text: UnsafeBufferPointer<UInt8>, end: Int)? {
    let scratch = scratch + place
    var (index, count) = (start, 0)
    scan: while index < cell.count {
      switch cell[index] {
      case 0x41...0x5A, 0x61...0x7A:
        // contactFax is the name of a field.
        if cell[index] < 0x5B, count > 0, cell[index &- 1] &- 0x61 < 26 { return nil }
        scratch[count] = cell[index] | 0x20
        (index, count) = (index &+ 1, count &+ 1)
      // À … ÿ but the sign for times; ß has no capital there.
      case 0xC3 where index &+ 1 < cell.count && cell[index &+ 1] | 0x20 != 0xB7:
        scratch[count] = 0xC3
        scratch[count &+ 1] = cell[index &+ 1] == 0x9F ? 0x9F : cell[index &+ 1] | 0x20
        (index, count) = (index &+ 2, count &+ 2)
      // A blank of web pages is none of the word.
      case 0x80...0xFF: return nil
      default: break scan
      }
    }
    guard count > 0 else { return nil }
    return (UnsafeBufferPointer(start: UnsafePointer(scratch), count: count), index)
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
    guard let found = longestWord(in: cell, at: index), found.word == meaning,
      found.scalars > 1 || isBracketed
    else { return 0 }
    return found.count
  }
}
