internal import CSystem
#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Finds and opens pipeline files.
package enum PipelineLoader {
  /// Reads a pipeline and the file `<name>.test.yaml` beside it, if there is one.
  ///
  /// - Parameters:
  ///   - path: A file, or `-` for standard input.
  ///   - asOf: The day that takes the place of `as_of`; nil leaves the file's.
  ///   - now: The moment of the run, for `as_of: today`; nil asks SOURCE_DATE_EPOCH, then the clock.
  ///   - mostBytes: Largest file, in bytes.
  ///   - root: The folder in which every file that the pipeline names must lie, once links are
  ///     resolved, and this one too where it is a link; nil for anywhere.
  /// - Throws: All problems at once.
  package static func load(
    _ path: String, asOf: CalendarDay? = nil, root: String? = nil, now: RunTime? = nil,
    mostBytes: Int = YAMLDocument.mostBytes
  ) throws(PipelineErrors) -> PipelineFile {
    let root = try root.map { (folder) throws(PipelineErrors) in try ReadingRoot(folder) }
    try root?.check(linkAt: path)
    let text = try text(of: path, mostBytes)
    var tests: (path: String, text: String)?
    if let beside = testPath(beside: path), access(beside, F_OK) == 0 {
      try root?.check(linkAt: beside)
      try checkIsFile(beside)
      tests = (beside, try self.text(of: beside, mostBytes))
    }
    var file = try PipelineReader.read(
      text, path: path, asOf: asOf, now: now, tests: tests, mostBytes: mostBytes)
    file.root = root
    try file.checkKeyAndIcons()
    return file
  }

  /// Throws where a path is no file: nobody has asked for it, and a pipe would be waited for.
  private static func checkIsFile(_ path: String) throws(PipelineErrors) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
    throw PipelineErrors([
      PipelineDiagnostic(
        file: path, position: nil, problem: "is no file (expected the tests of the pipeline)",
        advice: "Remove it, or put a file in its place.")
    ])
  }

  /// `pipelines/taiwan.test.yaml` for `pipelines/taiwan.yaml`; nil for other names.
  static func testPath(beside path: String) -> String? {
    for suffix in [".yaml", ".yml"] where path.hasSuffix(suffix) {
      let stem = path.dropLast(suffix.count)
      return stem.hasSuffix(".test") ? nil : stem + ".test" + suffix
    }
    return nil
  }

  private static func text(
    of path: String, _ mostBytes: Int
  ) throws(PipelineErrors) -> String {
    func refuse(_ problem: String, _ advice: String) -> PipelineErrors {
      PipelineErrors([
        PipelineDiagnostic(file: path, position: nil, problem: problem, advice: advice)
      ])
    }
    let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw refuse("cannot be opened (\(String(cString: strerror(errno))))", "Check the path.")
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    var interruptions: Int32 = 0
    while bytes.count <= mostBytes {
      let count = block.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && callbook_is_interrupted(&interruptions) != 0 { continue }
      guard count >= 0 else {
        throw refuse("cannot be read (\(String(cString: strerror(errno))))", "Check the path.")
      }
      if count == 0 { break }
      bytes += block[..<count]
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw refuse("is not UTF-8", "Save it as UTF-8.")
    }
    return text.first == "\u{FEFF}" ? String(text.dropFirst()) : text
  }
}
