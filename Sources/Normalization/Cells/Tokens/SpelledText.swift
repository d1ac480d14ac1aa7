/// Compares bytes of a cell with words of the source, byte by byte: a `String` walks its characters for that.
extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes are a text.
  @inline(__always)
  func spells(_ text: StaticString) -> Bool {
    count == text.utf8CodeUnitCount && begins(with: text)
  }

  /// Whether the first bytes are a text.
  @inline(__always)
  func begins(with text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard count >= length else { return false }
    for index in 0..<length where self[index] != text.utf8Start[index] { return false }
    return true
  }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
  /// Whether the bytes are a text.
  @inline(__always)
  func spells(_ text: StaticString) -> Bool { UnsafeBufferPointer(rebasing: self).spells(text) }
}

/// Compares them with the few words of a meaning of Data/words.tsv, one by one: a table would cost more to make.
extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes are one of some words.
  func isOne(of words: StaticString) -> Bool {
    length(of: words, isWhole: true) > 0
  }

  /// Whether the bytes are one of some words of ASCII, in whichever case.
  func isOneInAnyCase(of words: StaticString) -> Bool {
    Self.first(of: words) { elementsEqual($0) { $0 | 0x20 == $1 } } > 0
  }

  /// How long the first of some words of ASCII is that begins the bytes, in whichever case; 0 for none.
  func lengthOfBeginningInAnyCase(oneOf words: StaticString) -> Int {
    Self.first(of: words) { word in
      count >= word.count && prefix(word.count).elementsEqual(word) { $0 | 0x20 == $1 }
    }
  }

  /// Whether one of some words begins the bytes.
  func begins(withOneOf words: StaticString) -> Bool { lengthOfBeginning(oneOf: words) > 0 }

  /// How long the first of some words is that begins the bytes; 0 for none.
  func lengthOfBeginning(oneOf words: StaticString) -> Int { length(of: words, isWhole: false) }

  /// How long the first of some words is that begins the bytes, or is all of them; 0 for none.
  @inline(__always)
  private func length(of words: StaticString, isWhole: Bool) -> Int {
    let (text, end) = (words.utf8Start, words.utf8CodeUnitCount)
    var start = 0
    while start < end {
      var length = 0
      while length < count, start &+ length < end, text[start &+ length] > 0x20,
        text[start &+ length] == self[length]
      { length &+= 1 }
      var next = start &+ length
      let isWord = next == end || text[next] <= 0x20
      if isWord, length > 0, !isWhole || length == count { return length }
      while next < end, text[next] > 0x20 { next &+= 1 }
      start = next &+ 1
    }
    return 0
  }

  /// Whether one of some words ends the bytes.
  func ends(inOneOf words: StaticString) -> Bool {
    Self.first(of: words) {
      count >= $0.count && UnsafeBufferPointer(rebasing: suffix($0.count)).begins(with: $0)
    } > 0
  }

  /// Whether one of some words stands somewhere in the bytes.
  func holds(oneOf words: StaticString) -> Bool {
    indices.contains { UnsafeBufferPointer(rebasing: self[$0...]).begins(withOneOf: words) }
  }

  @inline(__always)
  private func begins(with word: Self) -> Bool {
    guard count >= word.count else { return false }
    for index in 0..<word.count where self[index] != word[index] { return false }
    return true
  }

  /// How long the first word is of which something holds; 0 where it does of none.
  @inline(__always)
  private static func first(of words: StaticString, where holds: (Self) -> Bool) -> Int {
    let (text, count) = (words.utf8Start, words.utf8CodeUnitCount)
    var start = 0
    while start < count {
      var end = start
      while end < count, text[end] > 0x20 { end &+= 1 }
      if end > start, holds(UnsafeBufferPointer(start: text + start, count: end &- start)) {
        return end &- start
      }
      start = end &+ 1
    }
    return 0
  }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
  /// Whether the bytes are one of some words.
  func isOne(of words: StaticString) -> Bool {
    UnsafeBufferPointer(rebasing: self).isOne(of: words)
  }

  /// Whether one of some words begins the bytes.
  func begins(withOneOf words: StaticString) -> Bool {
    UnsafeBufferPointer(rebasing: self).begins(withOneOf: words)
  }

  /// Whether one of some words ends the bytes.
  func ends(inOneOf words: StaticString) -> Bool {
    UnsafeBufferPointer(rebasing: self).ends(inOneOf: words)
  }
}
