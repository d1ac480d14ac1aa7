import Records

/// The words that mean something in a column of actions or statuses, compared without regard to case.
struct Spellings: ~Copyable {
  // Not private: the compiler (6.3) loses a private type that only a buffer in another file holds.
  struct Word: BitwiseCopyable {
    var offset: Int
    var count: Int
    var meaning: UInt8
  }

  private var bytes = ElementBuffer<UInt8>(minimumCapacity: 256)
  private var words = ElementBuffer<Word>(minimumCapacity: 16)
  private var meanings: [String: UInt8] = [:]
  /// Bytes of the longest spelling.
  private var longest = 0
  /// How many times longer a cell may be that is the same but for case and composition, at most.
  private static let mostTimesLonger = 16
  /// The cell that was read last: exports say the same in most of their records.
  private var last = ElementBuffer<UInt8>(minimumCapacity: 16)
  private var lastMeaning: UInt8?

  init() {}

  /// Adds a spelling; the first meaning of a spelling stays.
  mutating func add(_ spelling: String, meaning: UInt8) {
    let key = Self.key(spelling)
    guard !key.isEmpty, meanings[key] == nil else { return }
    meanings[key] = meaning
    longest = max(longest, key.utf8.count)
    words.append(Word(offset: bytes.count, count: key.utf8.count, meaning: meaning))
    for byte in key.utf8 { bytes.append(byte) }
  }

  /// The meaning of a cell that is not empty; nil for an unknown word.
  @inline(__always)
  mutating func meaning(of cell: UnsafeBufferPointer<UInt8>) -> UInt8? {
    if !isLast(cell) {
      lastMeaning = find(cell)
      last.removeAll()
      last.append(contentsOf: cell)
    }
    return lastMeaning
  }

  /// Whether a cell is the one that was asked about last: a column of statuses repeats itself.
  @inline(__always)
  private func isLast(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
    guard cell.count == last.count, let start = UnsafeRawPointer(cell.baseAddress) else {
      return false
    }
    let known = UnsafeRawPointer(last.base)
    var index = 0
    while index &+ 8 <= cell.count {
      let word = start.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if word != known.loadUnaligned(fromByteOffset: index, as: UInt64.self) { return false }
      index &+= 8
    }
    while index < cell.count {
      if cell[index] != last.base[index] { return false }
      index &+= 1
    }
    return true
  }

  /// What a spelling means, by all of them; nil for none.
  @inline(never)
  private func find(_ cell: UnsafeBufferPointer<UInt8>) -> UInt8? {
    let trimmed = cell.trimmingBlanks
    var isASCII: UInt8 = 0
    for byte in trimmed { isASCII |= byte }
    for index in 0..<words.count {
      let word = words.base[index]
      if word.count == trimmed.count && matches(trimmed, word) { return word.meaning }
    }
    // Canonical equivalence takes time by the square of the marks on one letter.
    if isASCII < 0x80 || trimmed.count > Self.mostTimesLonger * longest {
      return nil
    }
    return meanings[Self.key(String(decoding: trimmed, as: UTF8.self))]
  }

  /// Whether ASCII text is a word, in whichever case.
  @inline(__always)
  private func matches(_ text: UnsafeBufferPointer<UInt8>, _ word: Word) -> Bool {
    let expected = bytes.base + word.offset
    for index in 0..<word.count {
      let byte = text[index]
      let folded = byte &- 0x41 < 26 ? byte | 0x20 : byte
      if folded != expected[index] { return false }
    }
    return true
  }

  /// Lower case without white space at both ends; Swift compares keys by canonical equivalence.
  private static func key(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    guard let low = scalars.firstIndex(where: { !isSpace($0) }),
      let high = scalars.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(scalars[low...high]).lowercased()
  }
}
