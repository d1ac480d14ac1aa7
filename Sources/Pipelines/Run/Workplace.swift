internal import Foundation
internal import Publication

/// Where a run keeps what it needs on the way: sorted runs of candidates, and all files of a check.
///
/// Gone with it. Files of sorted runs have no name, so that not even a kill leaves one.
final class Workplace {
  /// The folder for sorted runs, and for everything that a check writes.
  let scratch: String
  /// What an interrupted run has to remove.
  let leftovers: [String]
  private let own: PrivateFolder?
  private let fileSystem: FileSystem

  /// Makes the place; of a build the caller holds the output's lock.
  init(_ settings: RunSettings, fileSystem: FileSystem) throws(PublicationError) {
    self.fileSystem = fileSystem
    guard settings.isCheck else {
      scratch = (settings.scratch ?? settings.output) + "/.scratch"
      leftovers = [settings.output + "/report/.staging", settings.staging, scratch]
      own = nil
      // In the output it is this run's alone, and what is there was left by a killed one.
      if settings.scratch == nil { try fileSystem.removeTree(scratch) }
      try fileSystem.makeOwnFolder(scratch)
      try removeEmptyFiles()
      return
    }
    // A check owns nothing in the output, where a build may be running.
    let own = try PrivateFolder(
      in: settings.scratch ?? NSTemporaryDirectory(), fileSystem: fileSystem)
    self.own = own
    scratch = own.path
    leftovers = [own.path]
  }

  /// Removes what a kill can leave where files cannot be made without a name.
  ///
  /// A run beside this one does not miss its file: it has it open.
  private func removeEmptyFiles() throws(PublicationError) {
    for name in try fileSystem.names(in: scratch) ?? [] where name.hasPrefix("callbook-") {
      let path = scratch + "/" + name
      if let facts = try fileSystem.facts(of: path), facts.isFile, facts.bytes == 0 {
        try fileSystem.remove(path)
      }
    }
  }

  deinit {
    // Other runs may still use a folder that --scratch names.
    if own == nil { rmdir(scratch) }
  }
}
