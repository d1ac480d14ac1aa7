/// What makes an export doubtful that can be read nevertheless.
package enum ExportDoubt: String, CaseIterable, Sendable {
  /// It holds the same bytes as another file of the run.
  case repeated
  /// It is older than the newest one that the source had when it was last published.
  case older
  /// It is named as a file that is still being transferred, or lies beside one.
  case partial
  /// The last line of a CSV file has no end: the file may be cut.
  case unterminated

  /// What becomes of a doubtful export.
  package enum Answer: String, CaseIterable, Sendable {
    /// The run ends, and nothing is published.
    case refuse
    /// The run goes on with a warning.
    case warn
    /// The run goes on without a word.
    case accept
  }

  /// The answer of a source that gives none: what is surely incomplete is refused.
  package var usualAnswer: Answer {
    switch self {
    case .partial: .refuse
    case .repeated, .older, .unterminated: .warn
    }
  }

  /// What to do about it, as a sentence.
  package var remedy: String {
    let wayOut = ", or answer `doubts: { \(rawValue): accept }`."
    return switch self {
    case .repeated: "Name the export once\(wayOut)"
    case .older: "Look whether the newest export has arrived\(wayOut)"
    case .partial: "Wait for the end of the transfer\(wayOut)"
    case .unterminated: "Look whether the export is complete\(wayOut)"
    }
  }
}
