internal import Yams

/// What reading a pipeline file collects beside the values.
final class PipelineReadingContext {
  /// The file as the user named it.
  let file: String
  /// Largest file, in bytes.
  let mostBytes: Int
  /// What is wrong so far.
  private(set) var diagnostics: [PipelineDiagnostic] = []
  /// Where each value stands, by its key path: `sources[0].path[1]`.
  private(set) var positions: [String: TextPosition] = [:]
  /// Keys that were asked for, by section and key; lets a test prove that no key is forgotten.
  private(set) var consumedKeys: Set<String> = []

  /// Creates an empty collection for a file.
  init(file: String, mostBytes: Int = YAMLDocument.mostBytes) {
    self.file = file
    self.mostBytes = mostBytes
  }

  /// Notes a problem at a node.
  func report(_ problem: String, advice: String, at node: Node?) {
    report(problem, advice: advice, at: node?.mark.map(TextPosition.init))
  }

  /// Notes a problem at a place.
  func report(_ problem: String, advice: String, at position: TextPosition?) {
    diagnostics.append(
      PipelineDiagnostic(file: file, position: position, problem: problem, advice: advice))
  }

  func place(_ node: Node, at keyPath: String) {
    positions[keyPath] = node.mark.map(TextPosition.init)
  }

  func consume(_ keyPath: String) {
    let steps = keyPath.split(separator: ".").map { $0.prefix { $0 != "[" } }
    consumedKeys.insert(steps.joined(separator: "."))
  }
}
