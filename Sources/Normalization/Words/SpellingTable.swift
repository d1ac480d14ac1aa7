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
  /// The buckets in which words are.
  private let taken: SpelledWords
  /// How many buckets there are, less one: a power of two.
  private let lastBucket: Int

  /// Makes a table of spellings of 1 … 255 bytes, which stand in 64 KB of `text`.
  init(
    _ text: [UInt8], _ words: [(place: Range<Int>, meaning: UInt8)], buckets: Int = 512
  ) {
    let entries = words.map {
      Entry(
        offset: UInt16($0.place.lowerBound), count: UInt8($0.place.count), meaning: $0.meaning)
    }
    lengths = entries.reduce(UInt64(0)) { $0 | 1 &<< UInt64($1.count) }
    let taken = SpelledWords()
    text.withUnsafeBufferPointer { text in
      for (place, _) in words { taken.insert(UnsafeBufferPointer(rebasing: text[place])) }
    }
    self.taken = taken
    lastBucket = buckets - 1
    spellings = SpellingBuckets(text, entries, count: buckets) { text, entry in
      let end = Int(entry.offset) + Int(entry.count)
      let word = UnsafeBufferPointer(rebasing: text[Int(entry.offset)..<end])
      return Self.mixed(word) & (buckets - 1)
    }
  }

  /// Makes a table of rows of words, each of which means the number behind it; words without one
  /// mean `others`, and are left out where that is 0.
  init(_ rows: StaticString..., others: UInt8 = 1, buckets: Int = 512) {
    var text: [UInt8] = []
    var words: [(place: Range<Int>, meaning: UInt8)] = []
    for rows in rows {
      WordRows.forEachWord(in: rows) { spelling, number in
        guard number > 0 || others > 0 else { return }
        words.append((text.count..<text.count + spelling.count, number > 0 ? number : others))
        text += spelling
      }
    }
    self.init(text, words, buckets: buckets)
  }

  /// Makes a table of rows of words by what they mean: one look-up tells several meanings apart.
  init(meanings: [(meaning: UInt8, rows: [StaticString])]) {
    var text: [UInt8] = []
    var words: [(place: Range<Int>, meaning: UInt8)] = []
    for (meaning, rows) in meanings {
      for row in rows {
        WordRows.forEachWord(in: row) { spelling, _ in
          words.append((text.count..<text.count + spelling.count, meaning))
          text += spelling
        }
      }
    }
    self.init(text, words)
  }

  func deallocate() {
    spellings.deallocate()
    taken.deallocate()
  }

  /// A number for a word that is not empty, whose last digits tell its bucket.
  @inline(__always)
  fileprivate static func mixed(_ word: UnsafeBufferPointer<UInt8>) -> Int {
    let ends = Int(word[0]) &* 37 &+ Int(word[word.count &- 1]) &* 11
    return ends &+ Int(word[word.count &>> 1]) &* 5 &+ word.count
  }

  /// What a word means; 0 for an unknown one.
  @inline(__always)
  func meaning(of word: UnsafeBufferPointer<UInt8>) -> UInt8 {
    guard lengths &>> UInt64(word.count) & 1 == 1, word.count > 0 else { return 0 }
    let bucket = Self.mixed(word) & lastBucket
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

  /// Whether a text begins with a word of so many ideographs.
  func begin(_ text: UnsafeBufferPointer<UInt8>, ideographs: ClosedRange<Int>) -> Bool {
    ideographs.contains {
      3 * $0 <= text.count && contains(UnsafeBufferPointer(rebasing: text.prefix(3 * $0)))
    }
  }

  /// Whether a text ends in a word of so many ideographs.
  func end(_ text: UnsafeBufferPointer<UInt8>, ideographs: ClosedRange<Int>) -> Bool {
    ideographs.contains {
      3 * $0 <= text.count && contains(UnsafeBufferPointer(rebasing: text.suffix(3 * $0)))
    }
  }

  /// Whether a cell may have one of the words, by all that it has: a look for a hundred look-ups.
  @inline(__always)
  func mayHoldSome(of words: SpelledWords) -> Bool { taken.mayMeet(words) }
}

/// The words of a cell, or of a table, by the buckets in which a `SpellingTable` of 512 has them, and by their lengths.
///
/// Whoever makes it deallocates it, or keeps it as long as the program lives. Memory: 72 bytes.
struct SpelledWords: BitwiseCopyable, @unchecked Sendable {
  private typealias Bits = SIMD8<UInt64>
  /// Bit n of all: some word is in the n-th bucket; then bit n: some word has n bytes, n modulo 64.
  private let words: UnsafeMutableRawPointer
  private static let lengths = MemoryLayout<Bits>.size

  @inline(__always)
  private static func bucket(_ word: UnsafeBufferPointer<UInt8>) -> Int {
    SpellingTable.mixed(word) & (Bits.scalarCount * Bits.Scalar.bitWidth - 1)
  }

  /// No words.
  init() {
    words = .allocate(
      byteCount: Self.lengths + MemoryLayout<UInt64>.size,
      alignment: MemoryLayout<Bits>.alignment)
    removeAll()
  }

  func deallocate() { words.deallocate() }

  @inline(__always)
  func removeAll() {
    words.storeBytes(of: Bits.zero, as: Bits.self)
    words.storeBytes(of: 0, toByteOffset: Self.lengths, as: UInt64.self)
  }

  /// Adds a word that is not empty.
  @inline(__always)
  func insert(_ word: UnsafeBufferPointer<UInt8>) {
    let bucket = Self.bucket(word)
    let byte = words.load(fromByteOffset: bucket &>> 3, as: UInt8.self)
    words.storeBytes(
      of: byte | 1 &<< UInt8(truncatingIfNeeded: bucket & 7), toByteOffset: bucket &>> 3,
      as: UInt8.self)
    words.storeBytes(
      of: lengths | 1 &<< UInt64(truncatingIfNeeded: word.count), toByteOffset: Self.lengths,
      as: UInt64.self)
  }

  @inline(__always)
  private var lengths: UInt64 { words.load(fromByteOffset: Self.lengths, as: UInt64.self) }

  /// Whether a word that is not empty may be one of them.
  @inline(__always)
  func mayHold(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    let bucket = Self.bucket(word)
    return words.load(fromByteOffset: bucket &>> 3, as: UInt8.self) &>> UInt8(bucket & 7) & 1 == 1
  }

  /// Whether some of them may be among others.
  @inline(__always)
  fileprivate func mayMeet(_ others: SpelledWords) -> Bool {
    guard lengths & others.lengths != 0 else { return false }
    let common = words.load(as: Bits.self) & others.words.load(as: Bits.self)
    let half = common.lowHalf | common.highHalf
    let quarter = half.lowHalf | half.highHalf
    return quarter[0] | quarter[1] != 0
  }
}
