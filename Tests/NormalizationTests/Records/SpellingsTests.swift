import Testing

@testable import Normalization

@Suite("Spellings")
struct SpellingsTests {
  private func meaning(of text: String, in words: [(String, UInt8)]) -> UInt8? {
    var spellings = Spellings()
    for (word, meaning) in words { spellings.add(word, meaning: meaning) }
    return Array(text.utf8).withUnsafeBufferPointer { spellings.meaning(of: $0) }
  }

  private let words: [(String, UInt8)] = [
    ("黑名單", 1), ("Blocken", 1), ("СТОП", 1), (" Löschen ", 0), ("remove", 0), ("", 2),
  ]

  @Test(
    "case, and white space at the ends, do not matter",
    arguments: [
      ("黑名單", 1), (" 黑名單\t", 1), ("\u{3000}黑名單", 1), ("BLOCKEN", 1), ("blocken", 1), ("стоп", 1),
      ("Стоп", 1), ("LÖSCHEN", 0), ("lo\u{308}schen", 0), ("Remove", 0),
    ] as [(String, UInt8)])
  func known(_ text: String, _ expected: UInt8) {
    #expect(meaning(of: text, in: words) == expected)
  }

  @Test("other words mean nothing", arguments: ["黑名", "block", "removed", "x", "", " "])
  func unknown(_ text: String) {
    #expect(meaning(of: text, in: words) == nil)
  }

  @Test("words may change from cell to cell")
  func sequence() {
    var spellings = Spellings()
    for (word, meaning) in [("block", 1), ("remove", 2)] as [(String, UInt8)] {
      spellings.add(word, meaning: meaning)
    }
    let texts = ["block", "block", "remove", "Remove", "b", "block", "blocks", "blocks", "remove"]
    let meanings = texts.map { text in
      Array(text.utf8).withUnsafeBufferPointer { spellings.meaning(of: $0) }
    }
    #expect(meanings == [1, 1, 2, 2, nil, 1, nil, nil, 2])
  }

  @Test("the first meaning of a word stays")
  func first() {
    #expect(meaning(of: "A", in: [("a", 1), ("A", 2)]) == 1)
  }
}
