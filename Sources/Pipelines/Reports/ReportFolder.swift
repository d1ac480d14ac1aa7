#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif
internal import Foundation

/// The private reports of one run: written aside, then moved to `report/<generation>/` or, when the
/// run refused to publish, to `report/refused/`.
///
/// The folders are readable by their owner alone: they hold raw cells. What fails throws
/// `RunError.cannotWrite`.
struct ReportFolder: Sendable {
  /// `DIR/report`.
  let root: String
  /// `DIR/directory/generations`: whose reports are kept.
  let generations: String
  /// Where this run writes.
  let staging: String
  /// Brings what is written there to the disk.
  let syncing = ReportSyncing()

  /// Creates the folder this run writes to: aside in the output, or, for a check, in scratch.
  ///
  /// What a killed run left there is removed; the caller holds the output's lock.
  init(_ settings: RunSettings) throws(RunError) {
    root = (settings.isCheck ? settings.scratch : settings.output) + "/report"
    staging = root + (settings.isCheck ? "-\(getpid())" : "/.staging")
    generations = settings.directory + "/generations"
    try? FileManager.default.removeItem(atPath: staging)
    try Self.make(staging)
  }

  /// Waits until every finished report is on the disk.
  func wait() throws(RunError) { try syncing.wait() }

  /// Makes this run's reports those of a generation and sweeps the reports of generations that are
  /// no longer kept.
  func accept(generation: String) throws(RunError) -> String {
    try move(to: root + "/" + generation)
    let kept = Set(
      ((try? FileManager.default.contentsOfDirectory(atPath: generations)) ?? []).map {
        ($0 as NSString).deletingPathExtension
      })
    for name in (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    where Self.isGeneration(name) && name != generation && !kept.contains(name) {
      try? FileManager.default.removeItem(atPath: root + "/" + name)
    }
    return root + "/" + generation
  }

  /// Makes this run's reports those of the last refused run; returns the folder.
  func refuse() throws(RunError) -> String {
    try move(to: root + "/refused")
    return root + "/refused"
  }

  /// Removes what this run wrote.
  func remove() {
    try? FileManager.default.removeItem(atPath: staging)
  }

  private func move(to target: String) throws(RunError) {
    let former = root + "/.former"
    try? FileManager.default.removeItem(atPath: former)
    if rename(target, former) != 0, errno != ENOENT {
      throw .cannotWrite(path: target, errno: errno)
    }
    if rename(staging, target) != 0 {
      throw .cannotWrite(path: target, errno: errno)
    }
    try? FileManager.default.removeItem(atPath: former)
  }

  private static func isGeneration(_ name: String) -> Bool {
    name.utf8.count == 64 && name.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }

  /// Makes a folder that only its owner can read, and those above it as far as they are missing.
  static func make(_ path: String) throws(RunError) {
    let parent = (path as NSString).deletingLastPathComponent
    if !parent.isEmpty, access(parent, F_OK) != 0 { try make(parent) }
    if mkdir(path, 0o700) != 0, errno != EEXIST {
      throw .cannotWrite(path: path, errno: errno)
    }
  }
}
