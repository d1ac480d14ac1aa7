internal import Foundation

/// What a process that does a part of a run may use.
package struct StageOptions: Sendable {
  /// Peak resident memory in bytes; 64 MiB at least.
  package var memory = 256 << 20
  /// Folder for sorted runs that do not fit in memory; nil for the system's temporary one.
  package var scratch: String?
  /// Threads that read and sort.
  package var threads = 1

  /// Creates options with every default.
  package init() {}

  var memoryForCollation: Int {
    RunSettings.memoryForCollation(of: memory, workers: threads)
  }

  var scratchFolder: String { scratch ?? NSTemporaryDirectory() }

  /// A folder for sorted runs by its full path; it has to be there, and to be writable.
  package static func scratch(_ folder: String) throws -> String {
    try RunSettings.checkScratch(folder)
    return absolute(folder)
  }

  /// A path that stays right when the working directory changes.
  package static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }
}
