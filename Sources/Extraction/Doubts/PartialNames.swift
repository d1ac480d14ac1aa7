/// Names that programs give to files which they are still transferring.
enum PartialNames {
  /// Of wget, curl and rsync scripts, of WinSCP, FileZilla, aria2 and browsers.
  private static let suffixes = [
    ".part", ".partial", ".filepart", ".crdownload", ".download", ".inprogress", ".tmp",
    ".aria2",
  ]
  /// Those of which one is looked for beside an export.
  private static let besides = [".part", ".partial", ".filepart", ".aria2"]
  /// Files of a source whose neighbours are looked for.
  static let mostNeighbours = 1000

  /// What is doubtful about a path by its name alone; nil for nothing.
  static func doubt(of path: String) -> String? {
    suffixes.first { path.lowercased().hasSuffix($0) }
      .map { "is named as a file that is still being transferred (\($0))" }
  }

  /// A file beside an export under whose name a transfer of it writes; nil where there is none.
  static func neighbour(of path: String) -> String? {
    besides.lazy.map { path + $0 }.first(where: ExportFile.exists)
  }
}
