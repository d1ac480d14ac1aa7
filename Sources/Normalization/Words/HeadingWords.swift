/// Words of phone cells that stand in headings of columns too.
///
/// The rows are those of Data/words.tsv; a heading in any of their languages says what its column
/// holds as a cell would.
package enum HeadingWords: Sendable {
  /// Comes before an extension, says that a number is a phone number or a fax, is the word for number.
  case marker, label, fax, ordinal
  /// Says that digits are a postcode, or those of a person, company or account; the last one only
  /// beside a word for number.
  case postcode, identity, identityBeforeNumber

  /// Whether a word in lower case, without signs, has the meaning.
  package func contains(_ word: String) -> Bool { Self.spellings[self]?.contains(word) == true }

  private static let spellings: [HeadingWords: Set<String>] = [
    .marker: words(EmbeddedWords.marker, EmbeddedWords.transfer, EmbeddedWords.dial),
    .label: words(EmbeddedWords.label),
    .fax: words(EmbeddedWords.fax), .ordinal: words(EmbeddedWords.ordinal),
    .postcode: words(EmbeddedWords.postcode), .identity: words(EmbeddedWords.identity),
    .identityBeforeNumber: words(EmbeddedWords.identityBeforeNumber),
  ]

  private static func words(_ rows: StaticString...) -> Set<String> {
    var words = Set<String>()
    for rows in rows {
      // A heading of one letter is a name without meaning: x, f, t.
      WordRows.forEachWord(in: rows) { word, _ in
        if word.count > 1 { words.insert(String(decoding: word, as: UTF8.self)) }
      }
    }
    return words
  }
}
