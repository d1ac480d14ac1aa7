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

  /// Makes a table of spellings of 1 … 255 bytes, which stand in 64 KB of `text`.
  init(_ text: [UInt8], _ words: [(place: Range<Int>, meaning: UInt8)]) {
    let entries = words.map {
      Entry(
        offset: UInt16($0.place.lowerBound), count: UInt8($0.place.count), meaning: $0.meaning)
    }
    let sorted = text.withUnsafeBufferPointer { text in
      Buckets(entries, count: Self.buckets) { entry in
        let end = Int(entry.offset) + Int(entry.count)
        return Self.bucket(UnsafeBufferPointer(rebasing: text[Int(entry.offset)..<end]))
      }
    }
    bytes = Self.copy(text)
    self.entries = Self.copy(sorted.elements)
    starts = Self.copy(sorted.starts)
  }

  /// Makes a table of words that blanks part, which all mean the same, 1.
  init(_ words: String) {
    let text = Array(words.utf8)
    self.init(text, text.split(separator: 0x20).map { ($0.startIndex..<$0.endIndex, 1) })
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

/// Elements by bucket, those of one bucket in their former order, or in one of their own.
struct Buckets<Element> {
  private(set) var elements: [Element] = []
  /// Where the elements of a bucket start, and behind the last bucket the end.
  private(set) var starts: [UInt16]

  /// Sorts fewer than 65 536 elements into `count` buckets.
  init(
    _ given: [Element], count: Int, bucket: (Element) -> Int,
    isBefore: (Element, Element) -> Bool = { _, _ in false }
  ) {
    let buckets = given.map(bucket)
    starts = [UInt16](repeating: 0, count: count + 1)
    for bucket in buckets { starts[bucket + 1] += 1 }
    for index in 0..<count { starts[index + 1] += starts[index] }
    var next = starts
    var order = [Int](repeating: 0, count: given.count)
    for (index, bucket) in buckets.enumerated() {
      var place = Int(next[bucket])
      while place > starts[bucket], isBefore(given[index], given[order[place - 1]]) {
        order[place] = order[place - 1]
        place -= 1
      }
      order[place] = index
      next[bucket] += 1
    }
    elements = order.map { given[$0] }
  }
}
