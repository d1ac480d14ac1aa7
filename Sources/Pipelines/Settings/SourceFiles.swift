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
        let found = matches(of: path)
        let keyPath = "sources[\(index)].path[\(number)]"
        if found.isEmpty {
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

  private func matches(of path: String) -> [String] {
    let literal = located(path)
    guard path != "-", path.contains(where: { "*?[".contains($0) }), access(literal, F_OK) != 0
    else { return [CleanPath.of(literal)] }
    let base = path.hasPrefix("/") || folder == "." ? "" : folder == "/" ? "/" : folder + "/"
    let escaped = base.reduce(into: "") { pattern, character in
      if "*?[\\".contains(character) { pattern += "\\" }
      pattern.append(character)
    }
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(escaped + path, 0, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { index in
      found.gl_pathv[index].map { CleanPath.of(String(cString: $0)) }
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
