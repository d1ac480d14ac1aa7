/// Text beside numbers that means nothing to any rule: Mme Martin, (agence), ask for Bob.
extension LabelText {
  /// Words of the longest note: every row of them is looked up.
  private static let mostWords = 4

  /// Where a note stands.
  enum PlaceOfNote {
    case beforeNumber, behindNumber, inBrackets
  }

  /// Where a note ends that begins at a byte, its brackets included; that byte for none.
  func endOfNote(from start: Int, _ place: PlaceOfNote) -> Int {
    guard start < cell.count else { return start }
    guard cell[start] == UInt8(ascii: "(") else { return endOfNoteWords(from: start, place) }
    let end = endOfNoteWords(from: start &+ 1, .inBrackets)
    return end > start &+ 1 && end < cell.count && cell[end] == UInt8(ascii: ")")
      ? end &+ 1 : start
  }

  /// Whether nothing but a note stands from a byte on, behind a blank and perhaps a dash.
  func isNote(from start: Int) -> Bool {
    var (index, last) = (start, cell.count)
    passBlanks(from: &index)
    while last > index, cell[last &- 1] == UInt8(ascii: " ") { last &-= 1 }
    if index &+ 1 < last, cell[index] == UInt8(ascii: "-"), cell[index &+ 1] == UInt8(ascii: " ") {
      index &+= 2
    }
    guard index < last, index > 0,
      cell[index &- 1] == UInt8(ascii: " ") || cell[index] == UInt8(ascii: "(")
    else { return false }
    return endOfNote(from: index, .behindNumber) == last
  }

  /// Where words end that begin at a byte, a blank between any two of them; that byte where one may mean something, or
  /// several together.
  ///
  /// Phrases stand in the tables of the rules without their blanks: nolongerinuse. The last digits may count what two
  /// letters or a word for hours behind them stand for, and the first ones be an hour: 07301/40 202-24 Uhr, 740-837 - 12
  /// kg, matin 01.
  private func endOfNoteWords(from start: Int, _ place: PlaceOfNote) -> Int {
    var (index, end, count, written) = (start, start, 0, 0)
    var beginnings = SIMD4<Int>()
    var isOfHours = false
    while index < cell.count, count < Self.mostWords,
      let word = letters(from: index, writtenAt: written)
    {
      guard word.text.count > 1, !isOfOneLetter(word.text) else { return start }
      beginnings[count] = written
      written &+= word.text.count
      (count, end) = (count &+ 1, word.end)
      for first in 0..<count where isKnown(from: beginnings[first], to: written) { return start }
      isOfHours = meaning(of: word.text) == .hours
      if count == 1, place == .behindNumber, isOfHours || word.text.count == 2 { return start }
      guard end &+ 1 < cell.count, cell[end] == UInt8(ascii: " "), mayBeginWord(at: end &+ 1) else {
        return isOfHours && place == .beforeNumber ? start : end
      }
      index = end &+ 1
    }
    return start
  }

  /// Whether a word may stand for digits that are not told, or for the hours of a day: xx, hh.
  private func isOfOneLetter(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    word[0] == word[1] && (word.count == 2 || word[0] == UInt8(ascii: "x"))
  }

  /// Whether letters in the scratch are a word of some rule, of the pipeline or of the region.
  private func isKnown(from first: Int, to end: Int) -> Bool {
    let word = UnsafeBufferPointer(start: UnsafePointer(scratch) + first, count: end &- first)
    switch meaning(of: word) {
    case .none, .hours: break
    default: return true
    }
    return WordsBesideNumbers.all.contains(word) || wordsOfRegion?.contains(word) == true
  }
}

/// The words in Latin letters that may mean something where no digits but a number's are: Data/words.tsv.
private enum WordsBesideNumbers {
  static let all = SpellingTable(EmbeddedWords.besideNumbers, buckets: 4096)
}
