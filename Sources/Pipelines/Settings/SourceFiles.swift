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
  /// - Throws: All globs that match nothing and all files that a source names twice.
  package func sourceFiles() throws(PipelineErrors) -> [[String]] {
    var diagnostics: [PipelineDiagnostic] = []
    let files = pipeline.sources.enumerated().map { index, source in
      var seen: Set<String> = []
      return source.paths.enumerated().flatMap { number, path in
        let (found, unreadable) = matches(of: path)
        let keyPath = "sources[\(index)].path[\(number)]"
        for name in unreadable {
          diagnostics.append(
            diagnostic(
              at: keyPath, problem: "the name \(name) is not UTF-8 (source \"\(source.name)\")",
              advice: "Rename the file."))
        }
        if found.isEmpty && unreadable.isEmpty {
          diagnostics.append(
            diagnostic(
              at: keyPath,
              problem:
                "no file matches \"\(CleanPath.of(located(path)))\" (source \"\(source.name)\")",
              advice: "Paths are relative to the pipeline file; check the folder and the glob."))
        }
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

  /// The files of a glob in name order, and those whose names are bytes of another character set.
  private func matches(of path: String) -> (found: [String], unreadable: [String]) {
    let literal = located(path)
    guard path != "-", path.contains(where: { "*?[".contains($0) }), access(literal, F_OK) != 0
    else { return ([CleanPath.of(literal)], []) }
    let base = path.hasPrefix("/") || folder == "." ? "" : folder == "/" ? "/" : folder + "/"
    let escaped = base.reduce(into: "") { pattern, character in
      if "*?[\\".contains(character) { pattern += "\\" }
      pattern.append(character)
    }
    var matched = glob_t()
    defer { globfree(&matched) }
    guard glob(escaped + path, 0, nil, &matched) == 0 else { return ([], []) }
    var found: [String] = []
    var unreadable: [String] = []
    for index in 0..<Int(matched.gl_pathc) {
      guard let name = matched.gl_pathv[index] else { continue }
      if let path = String(validatingCString: name) {
        found.append(CleanPath.of(path))
      } else {
        unreadable.append(String(cString: name))
      }
    }
    return (found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, unreadable)
  }
}
