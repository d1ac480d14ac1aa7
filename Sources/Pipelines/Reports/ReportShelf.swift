package import Publication

/// The folder `DIR/report`, in which every run has a folder of its own.
package struct ReportShelf: Sendable {
  /// The path of `DIR/report`.
  package let path: String
  let fileSystem: FileSystem
  /// The link beside the runs that leads to the newest one.
  package static let latest = "latest"

  /// Names the folder; it need not be there.
  package init(path: String, fileSystem: FileSystem = FileSystem()) {
    self.path = path
    self.fileSystem = fileSystem
  }

  /// The folder of a run.
  package func folder(of run: ReportRun) -> String { "\(path)/\(run)" }

  /// The runs that are there, the newest first; none where the folder is missing.
  ///
  /// - Throws: When the folder cannot be read: that is not the same as missing.
  package func runs() throws(PublicationError) -> [ReportRun] {
    (try fileSystem.names(in: path) ?? []).compactMap { ReportRun($0) }.sorted(by: >)
  }

  /// Which of the runs, the newest first, `latest` leads to, or else the newest; nil of none.
  package func newest(of runs: [ReportRun]) -> ReportRun? {
    if let target = try? fileSystem.target(ofLink: path + "/" + Self.latest),
      let linked = ReportRun(target), runs.contains(linked)
    {
      return linked
    }
    return runs.first
  }
}
