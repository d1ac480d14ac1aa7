internal import Publication

/// The events of runs for whoever draws the ways of data: OpenLineage 2.0.2, a line of JSON each.
///
/// A run adds two lines, when it begins and when it ended, each in one write. A run that was killed
/// has the first alone. Counts and names, never a number or a label.
package struct LineageFile: Sendable {
  private let path: String
  private let fileSystem: FileSystem

  /// Names the file; its folder must be there.
  package init(_ path: String) { self.init(path, fileSystem: FileSystem()) }

  init(_ path: String, fileSystem: FileSystem) {
    self.path = path
    self.fileSystem = fileSystem
  }

  /// Throws where the path is anything but a file, or free: a pipe without a reader would wait for
  /// ever, and a link leads who knows where, as does another name of the same file.
  package func check() throws {
    guard let facts = try fileSystem.facts(of: path) else { return }
    if !facts.isFile { throw PublicationError.noFile(path: path, found: facts.words) }
    if facts.names > 1 {
      throw PublicationError.noFile(path: path, found: "one of \(facts.names) names of a file")
    }
  }

  /// Throws where the file is one of the run's own.
  package func check(_ places: ForbiddenPlaces) throws { try places.check(path) }

  /// Adds an event.
  ///
  /// - Throws: `PublicationError` where the path is no file, or nothing can be written there.
  package func add(_ event: DocumentValue) throws {
    try check()
    let file = try OutputFile(path: path, as: .appending, fileSystem: fileSystem)
    defer { file.close() }
    let line = Array((event.json() + "\n").utf8)
    try line.withUnsafeBytes { try file.write($0) }
  }
}
