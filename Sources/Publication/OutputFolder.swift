import DirectoryFormat

/// Where things lie in the output folder `DIR`.
struct OutputFolder: Sendable {
  /// `DIR`.
  let path: String
  /// `DIR/directory`, which may be published.
  var directory: String { path + "/directory" }
  /// The lock of build and sweep.
  var lock: String { path + "/.lock" }
  /// Files on their way into the directory; on the same file system, emptied by every run.
  var staging: String { path + "/.staging" }
  /// What the last run knew of the directory; private to callbook.
  var bookmark: String { path + "/.bookmark" }
  /// The manifest; with the timestamp the only name that changes.
  var manifest: String { directory + "/" + Manifest.fileName }
  /// The timestamp.
  var timestamp: String { directory + "/" + DirectoryTimestamp.fileName }
  /// The folders of the directory in the order in which they are swept: a manifest goes before the
  /// files that it names.
  static let folders = ["generations", "chunks", "deltas", "packed", "renderings", "signatures"]

  /// The absolute place of a manifest's relative path.
  func place(of relative: String) -> String { directory + "/" + relative }

  /// Throws where `DIR` is a published directory or a report: the raw rejects of a run, which lie in the
  /// output folder, would go wherever that is copied to.
  func checkIsOutermost(_ fileSystem: FileSystem) throws(PublicationError) {
    for (name, found) in [
      (Manifest.fileName, "a published directory"), ("summary.json", "the report of a run"),
    ] where try fileSystem.facts(of: path + "/" + name) != nil {
      throw .innerFolder(path: path, found: "\(name), so \(found)")
    }
  }

  /// Throws where a folder in which a run writes or sweeps is a link; `DIR` may be one.
  func checkFolders(_ fileSystem: FileSystem) throws(PublicationError) {
    guard try fileSystem.hasInnerFolder(directory) else { return }
    for name in Self.folders { try fileSystem.hasInnerFolder(place(of: name)) }
    for name in try fileSystem.names(in: place(of: "renderings")) ?? []
    where Sweep.isOurs(name, in: "renderings") && !name.contains(".") {
      // Data sets of the lookup are folders.
      try fileSystem.hasInnerFolder(place(of: "renderings/" + name))
    }
  }

  /// The place in `staging` of a file that will get a manifest's relative path.
  static func stagedName(of relative: String) -> String {
    relative.replacing("/", with: "_")
  }
}
