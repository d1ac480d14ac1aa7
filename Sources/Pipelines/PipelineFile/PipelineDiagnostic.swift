/// Something wrong in a pipeline file, with the place and the way out.
package struct PipelineDiagnostic: Error, Equatable, Sendable, CustomStringConvertible {
  /// The pipeline file.
  package var file: String
  /// Where in the file; nil where the file as a whole is meant.
  package var position: TextPosition?
  /// What is wrong: what was found, what was expected.
  package var problem: String
  /// What to do, as a sentence.
  package var advice: String

  /// Place, problem and advice on one line: `FILE:LINE:COLUMN: problem. Advice`.
  package var description: String {
    let place = position.map { "\(file):\($0.line):\($0.column)" } ?? file
    let sentence = problem.hasSuffix(".") ? problem : problem + "."
    return advice.isEmpty ? "\(place): \(sentence)" : "\(place): \(sentence) \(advice)"
  }
}

/// A place in a text: 1-based line and 1-based Unicode scalar within it.
package struct TextPosition: Hashable, Comparable, Sendable {
  /// 1-based line.
  package var line: Int
  /// 1-based Unicode scalar within the line.
  package var column: Int

  /// Creates a place.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Whether a place comes before another.
  package static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// All that is wrong in a pipeline file, in the order of the file; never empty.
package struct PipelineErrors: Error, Sendable, CustomStringConvertible {
  /// What is wrong.
  package let diagnostics: [PipelineDiagnostic]

  /// Creates the error from at least one diagnostic.
  package init(_ diagnostics: [PipelineDiagnostic]) {
    precondition(!diagnostics.isEmpty, "an error says what is wrong")
    let start = TextPosition(line: 0, column: 0)
    let indexed = diagnostics.enumerated().sorted {
      ($0.element.position ?? start, $0.offset) < ($1.element.position ?? start, $1.offset)
    }
    self.diagnostics = indexed.map(\.element)
  }

  /// One diagnostic per line.
  package var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}
