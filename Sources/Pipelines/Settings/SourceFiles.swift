#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension PipelineFile {
  /// The files of each source in the order in which they are read: globs in name order.
  ///
  /// A path without wildcards is not looked for; whether it can be opened shows later. Reports and
  /// errors show these paths, so `folder/..` is taken out of them.
  ///
  /// - Throws: All globs that match nothing, all folders that cannot be listed, and all files that a
  ///   source names twice; a source that is not required may have none.
  package func sourceFiles() throws(PipelineErrors) -> [[String]] {
    if let foundFiles { return foundFiles }
    return try sourceFiles { _ in true }
  }

  /// The files of the sources that are asked for; of others none.
  func sourceFiles(
    where isAsked: (Pipeline.Source) -> Bool
  ) throws(PipelineErrors) -> [[String]] {
    var diagnostics: [PipelineDiagnostic] = []
    let files = pipeline.sources.enumerated().map { index, source -> [String] in
      var seen: Set<String> = []
      guard isAsked(source) else { return [] }
      return source.paths.enumerated().flatMap { number, path -> [String] in
        let keyPath = "sources[\(index)].path[\(number)]"
        let (found, unreadable): ([String], [String])
        do throws(GlobExpansion.Failure) {
          (found, unreadable) = try matches(of: path)
        } catch {
          diagnostics.append(cannotList(error, at: keyPath, source: source.name))
          return []
        }
        for name in unreadable {
          diagnostics.append(
            diagnostic(
              at: keyPath, problem: "the name \(name) is not UTF-8 (source \"\(source.name)\")",
              advice: "Rename the file."))
        }
        if !source.isRequired, isMissing(found) { return [] }
        if found.isEmpty && unreadable.isEmpty {
          diagnostics.append(
            diagnostic(
              at: keyPath,
              problem:
                "no file matches \"\(CleanPath.of(located(path)))\" (source \"\(source.name)\")",
              advice: "Paths are relative to the pipeline file; check the folder and the glob."))
        }
        // A glob alone names nothing twice.
        if source.paths.count == 1 { return found }
        for file in found where !seen.insert(file).inserted {
          diagnostics.append(
            diagnostic(
              at: keyPath, problem: "\(file) is read twice by source \"\(source.name)\"",
              advice: "Name it once."))
        }
        return found
      }
    }
    if !diagnostics.isEmpty { throw PipelineErrors(diagnostics) }
    return files
  }

  /// The files of all sources that can be found, whatever is wrong with the others.
  func filesAsFarAsFound() -> [String] {
    if let foundFiles { return foundFiles.flatMap { $0 } }
    return pipeline.sources.flatMap(\.paths).flatMap { (try? matches(of: $0))?.found ?? [] }
  }

  /// Whether a path names nothing: a glob without matches, or a file that is not there.
  private func isMissing(_ found: [String]) -> Bool {
    found.allSatisfy { $0 != "-" && access($0, F_OK) != 0 && errno == ENOENT }
  }

  /// The files of a glob in name order, and those whose names are bytes of another character set.
  private func matches(
    of path: String
  ) throws(GlobExpansion.Failure) -> (found: [String], unreadable: [String]) {
    let literal = located(path)
    guard path != "-", path.contains(where: { "*?[".contains($0) }), access(literal, F_OK) != 0
    else { return ([CleanPath.of(literal)], []) }
    let base = path.hasPrefix("/") || folder == "." ? "" : folder == "/" ? "/" : folder + "/"
    let escaped = base.reduce(into: "") { pattern, character in
      if "*?[\\".contains(character) { pattern += "\\" }
      pattern.append(character)
    }
    var found: [String] = []
    var unreadable: [String] = []
    for name in try GlobExpansion.paths(of: escaped + path, in: root) {
      if let path = String(validating: name, as: UTF8.self) {
        found.append(CleanPath.of(path))
      } else {
        unreadable.append(String(decoding: name, as: UTF8.self))
      }
    }
    found.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return (found, unreadable)
  }

  private func cannotList(
    _ failure: GlobExpansion.Failure, at keyPath: String, source: String
  ) -> PipelineDiagnostic {
    let place = CleanPath.of(failure.path)
    switch failure.reason {
    case .outside(let outside):
      return diagnostic(
        at: keyPath,
        problem: "the glob lists \(outside) (expected folders in \(root?.path ?? "/"), --root; "
          + "source \"\(source)\")",
        advice: "Correct `path`, or the links on its way.")
    case .tooMany:
      return diagnostic(
        at: keyPath,
        problem: "\(place) \(failure.problem) (source \"\(source)\")",
        advice: "Name the folders; `..` or links that lead back multiply what a glob finds.")
    case .system(let code):
      let isForbidden = code == EACCES || code == EPERM
      return diagnostic(
        at: keyPath, problem: "\(place) \(failure.problem) (source \"\(source)\")",
        advice: isForbidden
          ? "Check the permissions of the folder." : "Look at the file system, and run again.")
    }
  }
}
