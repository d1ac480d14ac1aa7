/// The tables of words that several steps ask: Data/words.tsv.
enum SharedWords {
  /// The names of months.
  static let months = SpellingTable(EmbeddedWords.month)
  /// Whose a number is: Office, Büro.
  static let owners = SpellingTable(EmbeddedWords.owner)
  /// Countries, and cities there.
  static let abroad = SpellingTable(EmbeddedWords.abroad)
  static let accounts = SpellingTable(EmbeddedWords.account)
  /// What the names of persons, offices and departments end in.
  static let holderEndings = SpellingTable(EmbeddedWords.ownerEnding, EmbeddedWords.holder)
}
