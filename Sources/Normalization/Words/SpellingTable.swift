/// Words and what each means, as plain memory: asking for one costs a look at those alike and counts
/// no references.
///
/// Of equal spellings the first one counts. Whoever makes a table deallocates it, or keeps it as long
/// as the program lives. Memory: 6 bytes a word beside its spelling, and 1 KB.
struct SpellingTable: BitwiseCopyable, @unchecked Sendable {
  /// A spelling in the text.
  private struct Entry: BitwiseCopyable {
    var offset: UInt16
    var count: UInt8
    var meaning: UInt8
  }

  private let spellings: SpellingBuckets<Entry>
  /// Bit n: some word has n bytes, n modulo 64: most words of cells are longer or shorter than those of a
  /// small table.
  private let lengths: UInt64
  private static let buckets = 512

  /// Makes a table of spellings of 1 … 255 bytes, which stand in 64 KB of `text`.
  init(_ text: [UInt8], _ words: [(place: Range<Int>, meaning: UInt8)]) {
    let entries = words.map {
      Entry(
        offset: UInt16($0.place.lowerBound), count: UInt8($0.place.count), meaning: $0.meaning)
    }
    lengths = entries.reduce(UInt64(0)) { $0 | 1 &<< UInt64($1.count) }
    spellings = SpellingBuckets(text, entries, count: Self.buckets) { text, entry in
      let end = Int(entry.offset) + Int(entry.count)
      return Self.bucket(UnsafeBufferPointer(rebasing: text[Int(entry.offset)..<end]))
    }
  }

  /// Makes a table of rows of words, each of which means the number behind it; words without one
  /// mean `others`, and are left out where that is 0.
  init(_ rows: StaticString..., others: UInt8 = 1) {
    var text: [UInt8] = []
    var words: [(place: Range<Int>, meaning: UInt8)] = []
    for rows in rows {
      WordRows.forEachWord(in: rows) { spelling, number in
        guard number > 0 || others > 0 else { return }
        words.append((text.count..<text.count + spelling.count, number > 0 ? number : others))
        text += spelling
      }
    }
    self.init(text, words)
  }

  func deallocate() { spellings.deallocate() }

  /// The bucket of a word that is not empty.
  @inline(__always)
  private static func bucket(_ word: UnsafeBufferPointer<UInt8>) -> Int {
    let ends = Int(word[0]) &* 37 &+ Int(word[word.count &- 1]) &* 11
    return (ends &+ Int(word[word.count &>> 1]) &* 5 &+ word.count) & (buckets - 1)
  }

  /// What a word means; 0 for an unknown one.
  @inline(__always)
  func meaning(of word: UnsafeBufferPointer<UInt8>) -> UInt8 {
    guard lengths &>> UInt64(word.count) & 1 == 1, word.count > 0 else { return 0 }
    let bucket = Self.bucket(word)
    for index in spellings[bucket] {
      let entry = spellings.entries[index]
      guard Int(entry.count) == word.count else { continue }
      let known = spellings.text + Int(entry.offset)
      var same = 0
      while same < word.count, known[same] == word[same] { same &+= 1 }
      if same == word.count { return entry.meaning }
    }
    return 0
  }

  /// Whether a word is in the table.
  func contains(_ word: UnsafeBufferPointer<UInt8>) -> Bool { meaning(of: word) != 0 }
}
