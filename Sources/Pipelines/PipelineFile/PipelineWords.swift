internal import Normalization

extension Pipeline {
  /// Words of cells beside those that are known; those of a source beside the pipeline's.
  package struct Words: Equatable, Sendable {
    /// They say that there is no number.
    package var placeholder: [String] = []
    /// They mark an extension.
    package var extensionMarker: [String] = []
    /// They say that a number is a phone number, or whose.
    package var label: [String] = []

    /// Most words of one kind.
    static let most = 1000

    /// Creates no words.
    package init() {}

    /// Bytes of UTF-8 of all.
    fileprivate var bytes: Int {
      byKey.reduce(0) { $1.words.reduce($0) { $0 + $1.utf8.count } }
    }

    /// All of them with their keys.
    var byKey: [(key: String, words: [String])] {
      [("placeholder", placeholder), ("extension", extensionMarker), ("label", label)]
    }
  }
}

extension PipelineKeys {
  /// `words`, of the pipeline and of a source.
  static let words = KeySection(keys: [
    KeyDeclaration(
      "placeholder", .list(.text(.placeholder), atLeast: 0, atMost: Pipeline.Words.most),
      default: "[]",
      "Words that say that there is no number, such as 未提供."),
    KeyDeclaration(
      "extension", .list(.text(.word), atLeast: 0, atMost: Pipeline.Words.most), default: "[]",
      "Words that mark an extension, such as 分機."),
    KeyDeclaration(
      "label", .list(.text(.word), atLeast: 0, atMost: Pipeline.Words.most), default: "[]",
      "Words that say that a number is a phone number, or whose, such as 代表號."),
  ])
}

extension TextForm {
  /// A word of cells.
  static let word = TextForm(
    expected: "a word of letters, without blanks, at most 60 bytes", pattern: "^\\S+$"
  ) { CellWords.isUsable($0) }

  /// A placeholder of cells.
  static let placeholder = TextForm(
    expected: "words of letters, at most 60 bytes", pattern: "\\S"
  ) { CellWords.isUsable($0, asPlaceholder: true) }
}

extension PipelineReader {
  /// The words of a pipeline or a source.
  static func words(_ reader: SectionReader) -> Pipeline.Words {
    var words = Pipeline.Words()
    words.placeholder = reader.texts("placeholder") ?? []
    words.extensionMarker = reader.texts("extension") ?? []
    words.label = reader.texts("label") ?? []
    return words
  }
}

extension Pipeline.Words {
  /// The words as they are written; nil of none.
  var document: DocumentValue? {
    guard self != Pipeline.Words() else { return nil }
    return .mapping(byKey.map { ($0.key, .texts($0.words)) })
  }
}

extension PipelineChecks {
  /// Reports words that would mean two things in one source.
  func checkWords(of pipeline: Pipeline) {
    for (index, source) in ([nil] + pipeline.sources.map(Optional.some)).enumerated() {
      let keyPath = source == nil ? "words" : "sources[\(index - 1)].words"
      let bytes = pipeline.words.bytes + (source?.words.bytes ?? 0)
      if bytes > CellWords.mostBytes, source == nil || pipeline.words.bytes <= CellWords.mostBytes {
        report(
          "\(keyPath) has words of \(bytes) bytes, those of the pipeline included (expected at most "
            + "\(CellWords.mostBytes))",
          advice: "Keep those that cells have.", at: keyPath)
      }
      var meanings: [String: String] = [:]
      // What the pipeline says twice is told once, there.
      for words in source.map({ [pipeline.words, $0.words] }) ?? [pipeline.words] {
        for (key, list) in words.byKey {
          for word in list {
            let former = meanings.updateValue(key, forKey: word.lowercased())
            guard let former, former != key, source == nil || words == source?.words else {
              continue
            }
            report(
              "the word \"\(word)\" stands for both \(former) and \(key)",
              advice: "Keep one of them.", at: "\(keyPath).\(key)")
          }
        }
      }
    }
  }
}
