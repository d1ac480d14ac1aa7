/// Why a stage of a run that is done in parts cannot go on; nothing is published then.
package struct StageError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong: a stream, a document, an option.
  package let place: String
  /// What is wrong there (found, expected), as a sentence without its full stop.
  package let problem: String
  /// What to do, as a sentence.
  package let remedy: String
  /// Whether usage is at fault, not the data.
  package let isUsage: Bool

  init(_ place: String, _ problem: String, _ remedy: String, isUsage: Bool = false) {
    self.place = place
    self.problem = problem
    self.remedy = remedy
    self.isUsage = isUsage
  }

  /// Two sides that have to be the same and are not.
  static func differs(_ place: String, _ what: String, found: String, expected: String) -> Self {
    StageError(
      place, "another \(what) (found \(found), expected \(expected))",
      "All stages of a run need the same tool, pipeline, plan and bounds.")
  }

  /// A stream that is not what was written.
  static func damaged(_ place: String, _ problem: String) -> Self {
    StageError(place, problem, "Make the stream again: what is there is not what was written.")
  }

  /// The place, what is wrong there, and what to do.
  package var description: String { "\(place): \(problem). \(remedy)" }
}
