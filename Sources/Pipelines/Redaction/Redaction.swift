internal import Publication

/// An export of one record and a pipeline that show what became of another record, without its digits
/// and words.
package struct Redaction: Sendable {
  /// The pipeline file.
  package let pipeline: String
  /// The export that it reads, which must lie beside it under `exportName`.
  package let export: String
  /// What they show, one line each: `rejection unassigned in number`.
  package let shows: [String]
  /// Digits and words of the record that stay: others would not show the same.
  package let kept: [String]
  /// Digits of the record, and how many of them have a pseudonym.
  package let digits: (all: Int, replaced: Int)

  /// The name of the export.
  package static var exportName: String { RedactedRecord.exportName }
  /// The name of the pipeline file.
  package static let pipelineName = "pipeline.yaml"

  /// What the caller should know before passing it on.
  package var account: String {
    let kept = kept.isEmpty ? "nothing of it is left" : "kept: \(kept.joined(separator: " "))"
    return "redact: shows \(shows.joined(separator: ", ")); \(digits.replaced) of \(digits.all) "
      + "digits have pseudonyms; \(kept). Look at it before you pass it on."
  }
}

/// Why a record cannot be redacted.
package enum RedactionError: Error, Equatable, CustomStringConvertible {
  /// There is no record on the line.
  case noRecord(String)
  /// The record was neither rejected nor repaired.
  case nothingToShow(String, account: String)
  /// What is wrong is how the file is written around the record.
  case ofTheFile(String, reason: String)
  /// Even with all its digits and words the record alone gives something else.
  case notAlone(String)
  /// Numbers of it stay whatever is tried.
  case numbersStay(String, count: Int)
  /// No place of a file was named.
  case noPlace(String, files: [String])

  /// The place, what is wrong there (found, expected), and what to do.
  package var description: String {
    switch self {
    case .noRecord(let place):
      "\(place): no record starts there or goes on there (expected the line of one). "
        + "Take the line from rejects.csv or repairs.csv."
    case .nothingToShow(let place, let account):
      "\(place): the record is \(account) and has neither a rejection nor a repair (expected one). "
        + "Take the line from rejects.csv or repairs.csv."
    case .ofTheFile(let place, let reason):
      "\(place): \(reason) lies in how the file is written, not in a cell (expected a rejected or "
        + "repaired cell). Cut the lines around it out of the file by hand."
    case .notAlone(let place):
      "\(place): the record gives something else when it stands alone in a file (expected the same). "
        + "Pass it on by hand."
    case .numbersStay(let place, let count):
      "\(place): \(count) numbers of the record stay as they are whatever is tried (expected pseudonyms "
        + "for all). Make an example by hand."
    case .noPlace(let text, let files):
      "redact: \"\(text)\" names no line of a file of the pipeline (expected FILE:LINE with FILE one "
        + "of \(files.prefix(5).joined(separator: ", "))). Take the line from rejects.csv."
    }
  }
}

extension Redaction {
  /// Writes both files into a new folder that only its owner may enter.
  ///
  /// - Throws: Where something stands there already.
  package func write(to folder: String) throws {
    let fileSystem = FileSystem()
    try fileSystem.makeNewFolder(folder, mode: 0o700)
    try fileSystem.write(Array(pipeline.utf8), to: folder + "/" + Self.pipelineName)
    try fileSystem.write(Array(export.utf8), to: folder + "/" + Self.exportName)
  }
}
