/// What the names of persons begin with in Chinese, one ideograph: Data/words.tsv.
enum Surnames {
  private static let all = SpellingTable(EmbeddedWords.surname)

  /// Whether text begins with one: 陳淑芬.
  static func begin(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    all.begin(text, ideographs: 1...1)
  }
}
