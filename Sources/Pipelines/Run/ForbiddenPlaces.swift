#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What a run reads and writes itself: files that tell of it must neither replace that nor lie in it.
package struct ForbiddenPlaces {
  /// A file, whatever its names are.
  private struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64

    /// Nil where there is no file.
    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      device = UInt64(truncatingIfNeeded: status.st_dev)
      inode = UInt64(status.st_ino)
    }
  }

  private var files: [(path: String, what: String)] = []
  private var folders: [(path: String, what: String)] = []

  /// What is known before the pipeline is: its file, the tests beside it, and the output if it is
  /// named.
  package init(pipeline: String?, output: String?) {
    if let pipeline, pipeline != "-" {
      files.append((pipeline, "the pipeline file"))
      if let tests = PipelineLoader.testPath(beside: pipeline) {
        files.append((tests, "the tests of the pipeline"))
      }
    }
    guard let output else { return }
    folders = [
      (output + "/directory", "the directory, which may be published"),
      (output + "/report", "the reports"), (output + "/.staging", "the files of the run"),
      (output + "/.scratch", "the files of the run"), (output + "/.lock", "the lock of builds"),
      (output + "/.bookmark", "what builds remember"),
    ]
  }

  /// What a pipeline names, too; exports are looked for, none is opened.
  package init(_ file: PipelineFile, output: String?) {
    self.init(pipeline: file.path, output: output ?? "build/\(file.pipeline.name)")
    files += file.filesAsFarAsFound().filter { $0 != "-" }.map { ($0, "an export") }
    if case .file(let key) = file.pipeline.signing {
      files.append((file.located(key), "the signing key"))
    }
    files += (file.pipeline.liveLookup?.icons ?? []).map { (file.located($0.file), "an icon") }
  }

  /// Throws where a path is one of them, by whatever name, or leads into one of the folders.
  package func check(_ path: String) throws(RunError) {
    let place = Self.resolved(path)
    let identity = Identity(path)
    for (file, what) in files {
      let isSame = identity.map { $0 == Identity(file) } ?? false
      if isSame || place == Self.resolved(file) {
        throw .forbiddenPlace(path: path, what: "\(what), \(file)")
      }
    }
    for (folder, what) in folders {
      let folder = Self.resolved(folder)
      if place == folder || place.hasPrefix(folder + "/") {
        throw .forbiddenPlace(path: path, what: "\(what), \(folder)")
      }
    }
  }

  /// A path without links as far as there is anything, `.` and `..` taken out of the rest.
  private static func resolved(_ path: String) -> String {
    var rest: [Substring] = []
    var head = path.hasPrefix("/") ? path : "./" + path
    while true {
      if let real = realpath(head, nil) {
        defer { free(real) }
        return normal(String(cString: real) + "/" + rest.reversed().joined(separator: "/"))
      }
      while head.count > 1, head.hasSuffix("/") { head.removeLast() }
      guard let slash = head.lastIndex(of: "/") else { return normal(path) }
      rest.append(head[head.index(after: slash)...])
      head = slash == head.startIndex ? "/" : String(head[..<slash])
    }
  }

  private static func normal(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}
