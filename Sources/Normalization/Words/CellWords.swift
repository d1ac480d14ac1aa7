/// Words of a pipeline's own, beside those of the word book.
package struct CellWords: Sendable, Equatable {
  /// They say that there is no number.
  package var placeholders: [String] = []
  /// They mark an extension.
  package var extensions: [String] = []
  /// They say that a number is a phone number, or whose.
  package var labels: [String] = []

  /// Creates no words.
  package init() {}

  /// Longest word in bytes of UTF-8.
  package static let longestInBytes = 60
  /// Most bytes of UTF-8 of the words that hold in one source: a book of words has 64 KiB, and needs half
  /// of them for those that everybody has.
  package static let mostBytes = 16 << 10

  /// Whether cells can hold the word: letters of one script, of which a Latin one is a word by
  /// itself; blanks may part those of a placeholder.
  package static func isUsable(_ word: String, asPlaceholder: Bool = false) -> Bool {
    let word = asPlaceholder ? withoutBlanks(word) : word
    guard !word.isEmpty, !word.contains(" "), word.utf8.count <= longestInBytes else {
      return false
    }
    let parts = Set(word.unicodeScalars.map { Folding.partsWords($0.value) })
    guard parts.count == 1, !word.unicodeScalars.contains(where: isDigit) else { return false }
    var words = CellWords()
    words.placeholders = [word]
    // The word fills the cell: no other one can be longer, and of equal ones that of the pipeline counts.
    return meanings(ofOneToken: [word], in: WordBook(adding: words, to: [])) == [.placeholder]
  }

  /// The meanings of words that alone in a cell are one token; `.none` for those that are not.
  static func meanings(ofOneToken spellings: [String], in book: WordBook) -> [Word] {
    guard let plan = PlanQuery(region: "US", dialsOverseas: false) else { return [] }
    let settings = CellSettings(region: "US")
    var memory = RememberedAnswers()
    // A context owns none of what it knows.
    return withExtendedLifetime((plan, book)) {
      withUnsafeMutablePointer(to: &memory) { memory in
        guard
          let known = try? ReaderKnowledge(settings, plan: plan, words: book, memory: memory)
        else { return [] }
        return withUnsafePointer(to: known) { known in
          spellings.map { spelling in
            let writer = TokenWriter(CellContext(known))
            Array(spelling.utf8).withUnsafeBufferPointer { writer.fold($0) }
            return writer.tokenCount == 1 ? writer.tokens[0].word : .none
          }
        }
      }
    }
  }

  /// The spellings under which the word book finds them.
  var spellings: [(word: Word, spelling: String)] {
    placeholders.map { (.placeholder, Self.withoutBlanks($0).lowercased()) }
      + extensions.map { (.marker, $0.lowercased()) } + labels.map { (.label, $0.lowercased()) }
  }

  /// A word that took digits would take them from numbers.
  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.numericType == .decimal
  }

  private static func withoutBlanks(_ text: String) -> String { text.filter { $0 != " " } }
}
