/// The words of phone cells: labels, extension markers, joiners, units, placeholders.
final class WordBook: Sendable {
  /// A spelling found in a cell.
  struct Found {
    /// Its meaning.
    var word: Word
    /// Its length in bytes.
    var count: Int
    /// Its length in Unicode scalars.
    var scalars: UInt16
  }

  /// The meanings of words that tokens have, and their rows in Data/words.tsv.
  static let words: [(word: Word, rows: StaticString)] = [
    (.marker, EmbeddedWords.marker), (.marker, EmbeddedWords.transfer),
    (.marker, EmbeddedWords.dial),
    (.label, EmbeddedWords.label), (.label, EmbeddedWords.owner), (.fax, EmbeddedWords.fax),
    (.fax, EmbeddedWords.returnedFax),
    (.ordinal, EmbeddedWords.ordinal), (.joiner, EmbeddedWords.joiner),
    (.range, EmbeddedWords.range), (.unit, EmbeddedWords.unit), (.amount, EmbeddedWords.amount),
    (.place, EmbeddedWords.place), (.dateUnit, EmbeddedWords.dateUnit),
    (.hours, EmbeddedWords.hours), (.postcode, EmbeddedWords.postcode),
    (.areaCode, EmbeddedWords.areaCodeLabel), (.identity, EmbeddedWords.identity),
    (.placeholder, EmbeddedWords.placeholder), (.placeholder, EmbeddedWords.ditto),
    (.former, EmbeddedWords.former), (.formerBesideNew, EmbeddedWords.formerBesideNew),
    (.new, EmbeddedWords.new), (.changed, EmbeddedWords.changed),
    (.changed, EmbeddedWords.dialInstead), (.changed, EmbeddedWords.replaced),
    (.outOfUse, EmbeddedWords.outOfUse), (.outOfUse, EmbeddedWords.renumbered),
    (.contrast, EmbeddedWords.contrastBetween),
  ]

  /// The one book: it never changes, and making it takes milliseconds.
  static let shared = WordBook()

  /// A spelling in the text of `beginnings`.
  private struct Entry: BitwiseCopyable {
    var offset: UInt16
    var count: UInt8
    var scalars: UInt8
    var word: Word
  }

  /// By the first bytes, the longest first.
  private let beginnings: SpellingBuckets<Entry>
  /// The same spellings by the whole word.
  private let wholeWords: SpellingTable

  /// Sorts the spellings so that a look-up costs one bucket; those of a pipeline come first, so that
  /// they may give a word another meaning.
  ///
  /// `known` are the words that everybody has; the spellings of all take 64 KiB at most. With `former-numbers`
  /// off those that tell former numbers from new ones are labels, and those that set numbers against each other
  /// are text.
  init(
    adding words: CellWords = CellWords(), to known: [(Word, StaticString)] = WordBook.words,
    tellsUse: Bool = true
  ) {
    var text: [UInt8] = []
    var entries: [Entry] = []
    func add(_ meaning: Word, _ spelling: some Collection<UInt8>) {
      if !tellsUse, meaning == .contrast { return }
      let word = !tellsUse && meaning.tellsUse ? .label : meaning
      entries.append(
        Entry(
          offset: UInt16(text.count), count: UInt8(spelling.count),
          scalars: UInt8(spelling.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }), word: word))
      text += spelling
    }
    for (word, spelling) in words.spellings { add(word, Array(spelling.utf8)) }
    for (word, rows) in known {
      WordRows.forEachWord(in: rows) { spelling, _ in
        add(word, spelling)
        for form in KanaForms.otherForms(of: spelling) { add(word, form) }
      }
    }
    beginnings = SpellingBuckets(text, entries, count: Self.buckets) { text, entry in
      let start = Int(entry.offset)
      let second = entry.count > 1 ? text[start + 1] : 0
      return Self.bucket(text[start], second, entry.count > 2 ? text[start + 2] : 0)
    } isBefore: {
      // Of equal ones the first in the list.
      $0.count > $1.count
    }
    wholeWords = SpellingTable(
      text, entries.map { (Int($0.offset)..<Int($0.offset) + Int($0.count), $0.word.rawValue) },
      buckets: 2048)
  }

  deinit {
    wholeWords.deallocate()
    beginnings.deallocate()
  }

  private static let buckets = 1024

  @inline(__always)
  private static func bucket(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Int {
    first < 0x80 ? Int(first) : (Int(second) &* 37 &+ Int(third)) & (buckets - 1)
  }

  @inline(__always)
  private func matches(_ entry: Entry, _ text: UnsafePointer<UInt8>) -> Bool {
    let spelling = beginnings.text + Int(entry.offset)
    // Many begin alike.
    guard spelling[Int(entry.count) &- 1] == text[Int(entry.count) &- 1] else { return false }
    var offset = 0
    while offset < Int(entry.count), spelling[offset] == text[offset] { offset &+= 1 }
    return offset == Int(entry.count)
  }

  /// The longest known spelling at a byte of a cell; for scripts that do not part words.
  @inline(__always)
  func longest(in cell: UnsafeBufferPointer<UInt8>, at start: Int) -> Found? {
    guard let base = cell.baseAddress, start + 2 < cell.count else { return nil }
    let text = base + start
    let bucket = Self.bucket(text[0], text[1], text[2])
    for index in beginnings[bucket] {
      let entry = beginnings.entries[index]
      guard start + Int(entry.count) <= cell.count, matches(entry, text) else { continue }
      return Found(word: entry.word, count: Int(entry.count), scalars: UInt16(entry.scalars))
    }
    return nil
  }

  /// The meaning of a whole word in lower case.
  func exact(_ word: UnsafeBufferPointer<UInt8>) -> Word {
    Word(rawValue: wholeWords.meaning(of: word)) ?? .none
  }
}
