/// Words and what each means, as plain memory: asking for one costs a look at those alike and counts
/// no references.
///
/// Of equal spellings the first one counts. Whoever makes a table deallocates it, or keeps it as long
/// as the program lives. Memory: 6 bytes a word beside its spelling, and 1 KB.
struct SpellingTable: BitwiseCopyable, @unchecked Sendable {
  /// A spelling in `bytes`.
  private struct Entry: BitwiseCopyable {
    var offset: UInt16
    var count: UInt8
    var meaning: UInt8
  }

  private let bytes: UnsafePointer<UInt8>
  private let entries: UnsafePointer<Entry>
  /// Where the entries of a bucket start, and behind the last bucket the end.
  private let starts: UnsafePointer<UInt16>
  private static let buckets = 512

  /// Makes a table of spellings of 1 … 255 bytes and 64 KB together.
  init(_ words: [(spelling: [UInt8], meaning: UInt8)]) {
    var buckets = [[(spelling: [UInt8], meaning: UInt8)]](repeating: [], count: Self.buckets)
    for word in words {
      buckets[word.spelling.withUnsafeBufferPointer { Self.bucket($0) }].append(word)
    }
    var (text, entries, starts) = ([UInt8](), [Entry](), [UInt16(0)])
    for bucket in buckets {
      for word in bucket {
        entries.append(
          Entry(
            offset: UInt16(text.count), count: UInt8(word.spelling.count), meaning: word.meaning))
        text += word.spelling
      }
      starts.append(UInt16(entries.count))
    }
    bytes = Self.copy(text)
    self.entries = Self.copy(entries)
    self.starts = Self.copy(starts)
  }

  /// Makes a table of words that blanks part, which all mean the same, 1.
  init(_ words: String) {
    self.init(words.split(separator: " ").map { (Array($0.utf8), 1) })
  }

  func deallocate() {
    bytes.deallocate()
    entries.deallocate()
    starts.deallocate()
  }

  private static func copy<Element: BitwiseCopyable>(
    _ elements: [Element]
  ) -> UnsafePointer<Element> {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
    memory.initialize(from: elements, count: elements.count)
    return UnsafePointer(memory)
  }

  /// The bucket of a word that is not empty.
  @inline(__always)
  private static func bucket(_ word: UnsafeBufferPointer<UInt8>) -> Int {
    let ends = Int(word[0]) &* 37 &+ Int(word[word.count &- 1]) &* 11
    return (ends &+ Int(word[word.count &>> 1]) &* 5 &+ word.count) & (buckets - 1)
  }

  /// What a word means; 0 for an unknown one.
  @inline(__always)
  func meaning(of word: UnsafeBufferPointer<UInt8>) -> UInt8 {
    guard word.count > 0 else { return 0 }
    let bucket = Self.bucket(word)
    for index in Int(starts[bucket])..<Int(starts[bucket &+ 1]) {
      let entry = entries[index]
      guard Int(entry.count) == word.count else { continue }
      let known = bytes + Int(entry.offset)
      var same = 0
      while same < word.count, known[same] == word[same] { same &+= 1 }
      if same == word.count { return entry.meaning }
    }
    return 0
  }

  /// Whether a word is in the table.
  func contains(_ word: UnsafeBufferPointer<UInt8>) -> Bool { meaning(of: word) != 0 }
}
