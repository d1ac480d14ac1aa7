/// A pipeline as it was read, with the places of its values for later messages.
package struct PipelineFile: Sendable {
  /// The file as the user named it; `-` for standard input.
  package let path: String
  /// What the file says.
  package let pipeline: Pipeline
  /// Where each value stands, by its key path: `sources[0].path[1]`.
  let positions: [String: TextPosition]
  /// The folder in which every file that the pipeline names must lie; nil for anywhere.
  var root: ReadingRoot?
  /// The files of each source where somebody has found them before; nil looks for them.
  var foundFiles: [[String]]?

  /// The same once nothing more will be said about its values: of thousands of sources the places take
  /// megabytes.
  package func withoutPositions() -> PipelineFile {
    PipelineFile(path: path, pipeline: pipeline, positions: [:], root: root)
  }

  /// The folder to which paths in the file are relative.
  package var folder: String {
    guard path != "-", let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// A path of the file as seen from the working directory; absolute ones stay.
  package func located(_ relative: String) -> String {
    if relative.hasPrefix("/") || relative == "-" || folder == "." { return relative }
    return folder == "/" ? "/\(relative)" : "\(folder)/\(relative)"
  }

  /// A problem with the value at a key path, or with the nearest enclosing one that is written.
  package func diagnostic(
    at keyPath: String, problem: String, advice: String
  ) -> PipelineDiagnostic {
    var keyPath = Substring(keyPath)
    while positions[String(keyPath)] == nil,
      let end = keyPath.lastIndex(where: { ".[".contains($0) })
    {
      keyPath = keyPath[..<end]
    }
    return PipelineDiagnostic(
      file: path, position: positions[String(keyPath)], problem: problem, advice: advice)
  }
}
