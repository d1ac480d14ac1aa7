/// Spellings by bucket, as plain memory: a look-up runs for every word and must not count references.
///
/// Whoever makes them deallocates them, or keeps them as long as the program lives. Memory: the text,
/// an entry for each spelling and two bytes for each bucket.
struct SpellingBuckets<Entry: BitwiseCopyable>: BitwiseCopyable, @unchecked Sendable {
  /// The text that entries point into.
  let text: UnsafePointer<UInt8>
  /// Those of one bucket one after the other.
  let entries: UnsafePointer<Entry>
  /// Where the entries of a bucket start, and behind the last bucket the end.
  private let starts: UnsafePointer<UInt16>

  /// Sorts fewer than 65 536 entries into `count` buckets, those of one bucket in their former order,
  /// or in one of their own.
  init(
    _ text: [UInt8], _ given: [Entry], count: Int,
    bucket: (UnsafeBufferPointer<UInt8>, Entry) -> Int,
    isBefore: (Entry, Entry) -> Bool = { _, _ in false }
  ) {
    let buckets = text.withUnsafeBufferPointer { text in given.map { bucket(text, $0) } }
    var starts = [UInt16](repeating: 0, count: count + 1)
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
    self.text = Self.copy(text)
    entries = Self.copy(order.map { given[$0] })
    self.starts = Self.copy(starts)
  }

  /// The places of a bucket's entries.
  @inline(__always)
  subscript(bucket: Int) -> Range<Int> {
    Int(starts[bucket])..<Int(starts[bucket &+ 1])
  }

  func deallocate() {
    text.deallocate()
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
}
