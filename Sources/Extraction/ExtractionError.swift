/// What stops a run in Extraction; a bad record never does, it is a rejected record.
package struct ExtractionError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What kind of trouble it is; decides the exit code.
  package enum Kind: Sendable, Equatable {
    /// The pipeline or the choice of files is wrong; known before anything is read.
    case configuration
    /// The data cannot be read on: an I/O error, a broken gzip stream, XML that is not well formed.
    case data
  }

  /// Configuration or data.
  package var kind: Kind
  /// The source's name in the pipeline.
  package var source: String
  /// The file's path; empty where the source as a whole is meant.
  package var path: String
  /// 1-based physical line, where known.
  package var line: Int?
  /// 1-based column in bytes, where known.
  package var column: Int?
  /// 0-based offset in the file as stored, where known.
  package var offset: Int?
  /// What is wrong (found, expected), as a sentence without its full stop.
  package var problem: String
  /// What to do, as a sentence.
  package var remedy: String

  /// Creates an error.
  package init(
    kind: Kind, source: String, path: String, line: Int? = nil, column: Int? = nil,
    offset: Int? = nil, problem: String, remedy: String
  ) {
    self.kind = kind
    self.source = source
    self.path = path
    self.line = line
    self.column = column
    self.offset = offset
    self.problem = problem
    self.remedy = remedy
  }

  /// The place, what is wrong there (found, expected), and what to do.
  package var description: String {
    var place = path.isEmpty ? "source \(source)" : path
    if let line { place += ":\(line)" }
    if let column { place += ":\(column)" }
    if let offset { place += " (byte \(offset))" }
    if !path.isEmpty, !source.isEmpty { place += " [source \(source)]" }
    return "\(place): \(problem). \(remedy)"
  }
}

/// All that is wrong with the sources, found before anything is read.
package struct ExtractionErrors: Error, Equatable, Sendable, CustomStringConvertible {
  /// In the order of sources and files; never empty.
  package var errors: [ExtractionError]

  /// Creates the list.
  package init(errors: [ExtractionError]) { self.errors = errors }

  /// One problem a line.
  package var description: String { errors.map(\.description).joined(separator: "\n") }
}

/// Which file of which source is being read, for messages.
struct FilePlace: Sendable, Equatable {
  var source: String
  var path: String

  func data(
    _ problem: String, _ remedy: String, line: Int? = nil, column: Int? = nil, offset: Int? = nil
  ) -> ExtractionError {
    ExtractionError(
      kind: .data, source: source, path: path, line: line, column: column, offset: offset,
      problem: problem, remedy: remedy)
  }

  func configuration(_ problem: String, _ remedy: String, line: Int? = nil) -> ExtractionError {
    ExtractionError(
      kind: .configuration, source: source, path: path, line: line, problem: problem,
      remedy: remedy)
  }

}
