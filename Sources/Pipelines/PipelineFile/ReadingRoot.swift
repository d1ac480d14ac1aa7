#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The folder in which every file must lie that a pipeline names, once links are resolved.
///
/// For whoever runs pipelines of others: neither a path nor a link leads a run to a file outside,
/// and no folder outside is listed.
struct ReadingRoot: Sendable {
  /// Its path without links.
  let path: String

  /// Resolves a folder's path.
  ///
  /// - Throws: What is wrong where it is no folder.
  init(_ folder: String) throws(PipelineErrors) {
    // An empty word would be the root of the file system.
    guard let path = folder.isEmpty ? nil : Self.resolved(folder + "/.") else {
      throw PipelineErrors([
        PipelineDiagnostic(
          file: "--root", position: nil,
          problem: folder.isEmpty
            ? "is empty (expected a folder)"
            : "\(folder) is no folder (\(String(cString: strerror(errno))))",
          advice: "Name the folder that holds the exports.")
      ])
    }
    self.path = path
  }

  /// Where a path leads, if that is out of the folder; nil also where it leads nowhere.
  func placeOutside(_ file: String) -> String? { placeOutside(Array(file.utf8CString)) }

  /// The same of a path as C takes it, whose bytes need not be UTF-8.
  func placeOutside(_ file: [CChar]) -> String? {
    Self.resolved(file).flatMap { holds($0) ? nil : $0 }
  }

  /// Throws where a file that the user has named is a link that leads out of the folder.
  ///
  /// The file itself may lie elsewhere: pipelines need not be beside their exports.
  func check(linkAt file: String) throws(PipelineErrors) {
    let parts = file.split(separator: "/", omittingEmptySubsequences: false)
    guard file != "-", let name = parts.last, let found = placeOutside(file) else { return }
    let above = parts.dropLast().joined(separator: "/")
    let folder = Self.resolved(parts.count > 1 ? above + "/." : ".")
    if found == (folder == "/" ? "" : folder ?? "") + "/" + name { return }
    throw PipelineErrors([
      PipelineDiagnostic(
        file: file, position: nil,
        problem: "leads to \(found) (expected a file in \(path), --root)",
        advice: "Put the file itself in its place.")
    ])
  }

  private func holds(_ resolved: String) -> Bool {
    // By bytes: names that Unicode counts as equal are those of two folders.
    path == "/" || (resolved + "/").utf8.starts(with: (path + "/").utf8)
  }

  private static func resolved(_ path: String) -> String? { resolved(Array(path.utf8CString)) }

  private static func resolved(_ path: [CChar]) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

extension PipelineFile {
  /// What is wrong with a file that the pipeline names at a key path, where it lies outside `--root`.
  func diagnosticOutsideRoot(_ file: String, at keyPath: String) -> PipelineDiagnostic? {
    guard let root, let found = root.placeOutside(located(file)) else { return nil }
    return diagnostic(
      at: keyPath, problem: "\(file) leads to \(found) (expected a file in \(root.path), --root)",
      advice: "Correct the path, or the links on its way.")
  }

  /// Throws where the signing key or icons lie outside `--root`, whether a command reads them or not:
  /// what one refuses, all do.
  func checkKeyAndIcons() throws(PipelineErrors) {
    guard root != nil else { return }
    var named: [(file: String, keyPath: String)] = []
    if case .file(let key) = pipeline.signing { named.append((key, "sign.key")) }
    for (index, icon) in (pipeline.liveLookup?.icons ?? []).enumerated() {
      named.append((icon.file, "live_lookup.icons[\(index)].file"))
    }
    let outside = named.compactMap { diagnosticOutsideRoot($0.file, at: $0.keyPath) }
    if !outside.isEmpty { throw PipelineErrors(outside) }
  }
}
