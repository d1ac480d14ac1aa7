internal import Foundation
internal import Publication

/// The private reports of one run: written aside, then moved to `report/<run>/`.
///
/// The folders are readable by their owner alone: they hold raw cells. A check writes no reports.
/// What fails throws `PublicationError`.
struct ReportFolder: Sendable {
  /// `DIR/report`.
  let shelf: ReportShelf
  /// The name that this run's folder gets.
  let run: ReportRun
  /// What the last run came to that was not refused, as far as reports go back.
  let last: FormerRun?
  /// The name of that run.
  let lastRun: ReportRun?
  /// The summaries of later runs that are damaged, the newest first: nobody knows what those came to.
  let damaged: [String]
  /// Where this run writes; nil for a check, of which nobody reads a report.
  let staging: String?
  private let output: String
  private let kept: Int
  private let syncing = ReportSyncing()

  private var fileSystem: FileSystem { shelf.fileSystem }

  /// Creates the folder this run writes to.
  ///
  /// What a killed run left there is removed; the caller holds the output's lock, and `sequence` is
  /// that of the published manifest.
  init(
    _ settings: RunSettings, sequence: Int, fileSystem: FileSystem = FileSystem()
  ) throws(PublicationError) {
    output = settings.output
    kept = settings.pipeline.reports
    shelf = ReportShelf(path: output + "/report", fileSystem: fileSystem)
    try fileSystem.hasInnerFolder(shelf.path)
    let runs = try shelf.runs()
    run = ReportRun(day: settings.time.day, number: (runs.first?.number ?? 0) + 1)
    guard !settings.isCheck else {
      (lastRun, last, damaged) = try Self.last(of: runs, on: shelf)
      staging = nil
      return
    }
    if let newest = runs.first { try Self.correct(newest, on: shelf, sequence: sequence) }
    (lastRun, last, damaged) = try Self.last(of: runs, on: shelf)
    let staging = shelf.path + "/.staging"
    self.staging = staging
    try fileSystem.makeInnerFolder(shelf.path, mode: 0o700)
    try fileSystem.removeTree(staging)
    try fileSystem.makeNewFolder(staging, mode: 0o700)
  }

  /// A new report.
  func file(_ name: String) throws(PublicationError) -> ReportFile {
    let file = try staging.map { (staging) throws(PublicationError) in
      try OutputFile(path: staging + "/" + name, as: .privately, fileSystem: fileSystem)
    }
    return ReportFile(file, syncing: syncing)
  }

  /// Gives this run's reports, which are all finished, their name and makes them the latest.
  ///
  /// Gives the folder; nil for a check. Everything is on the disk by then.
  func place() throws(PublicationError) -> String? {
    guard let staging else { return nil }
    let folder = shelf.folder(of: run)
    try syncing.wait()
    try fileSystem.syncFolder(staging)
    do throws(PublicationError) {
      try fileSystem.renameFolder(staging, to: folder)
      try link(to: run)
      try fileSystem.syncFolder(shelf.path)
      try fileSystem.syncFolder(output)
    } catch {
      withdraw()
      throw error
    }
    return folder
  }

  /// Takes the reports of a run back that has failed after all; the one before is the latest again.
  func withdraw() {
    guard staging != nil else { return }
    try? fileSystem.removeTree(shelf.folder(of: run))
    if let former = try? shelf.runs().first {
      try? link(to: former)
    } else {
      try? fileSystem.remove(shelf.path + "/" + ReportShelf.latest)
    }
  }

  /// Removes the reports of the oldest runs, so that as many are left as the pipeline keeps.
  func sweep() throws(PublicationError) {
    for run in try shelf.runs().dropFirst(kept) {
      try fileSystem.removeTree(shelf.folder(of: run))
    }
  }

  /// Removes what this run wrote aside.
  func remove() {
    // What failed has been reported already.
    try? syncing.wait()
    if let staging { try? fileSystem.removeTree(staging) }
  }

  /// Replaces the link in one step: a reader sees the one before or this one.
  private func link(to run: ReportRun) throws(PublicationError) {
    let link = shelf.path + "/" + ReportShelf.latest
    // A copy that followed links (`cp -RL`) has a folder of reports in its place.
    if let facts = try fileSystem.facts(of: link), facts.isFolder, !facts.isLink {
      try fileSystem.removeTree(link)
    }
    try fileSystem.link(link, to: run.description)
  }

  private static func text(
    of run: ReportRun, on shelf: ReportShelf
  ) throws(PublicationError) -> [UInt8]? {
    try shelf.fileSystem.read(shelf.folder(of: run) + "/summary.json", limit: 64 << 20)
  }

  private static func last(
    of runs: [ReportRun], on shelf: ReportShelf
  ) throws(PublicationError) -> (ReportRun?, FormerRun?, damaged: [String]) {
    var damaged: [String] = []
    for run in runs {
      guard let text = try text(of: run, on: shelf) else { continue }
      guard let former = try? FormerRun(text) else {
        damaged.append(shelf.folder(of: run) + "/summary.json")
        continue
      }
      if former.outcome == .published || former.outcome == .unchanged {
        return (run, former, damaged)
      }
    }
    return (nil, nil, damaged)
  }

  /// Corrects the report of a run that was killed when its report had its name and its manifest had
  /// not: that run published nothing.
  private static func correct(
    _ run: ReportRun, on shelf: ReportShelf, sequence: Int
  ) throws(PublicationError) {
    guard let text = try text(of: run, on: shelf),
      let rest = try? SummaryReport.summary(of: SummaryReport.withoutSources(text)),
      rest.outcome == .published, let published = rest.sequence, published > sequence,
      var summary = try? SummaryReport.summary(of: Data(text))
    else { return }
    summary.outcome = .stopped
    guard let corrected = try? SummaryReport.json(summary) else { return }
    let fileSystem = shelf.fileSystem
    try fileSystem.hasInnerFolder(shelf.folder(of: run))
    let beside = shelf.path + "/.summary"
    try fileSystem.remove(beside)
    let file = try OutputFile(path: beside, as: .privately, fileSystem: fileSystem)
    try Array(corrected.utf8).withUnsafeBufferPointer { (bytes) throws(PublicationError) in
      try file.write(UnsafeRawBufferPointer(bytes))
    }
    try file.sync()
    file.close()
    try fileSystem.rename(beside, to: shelf.folder(of: run) + "/summary.json")
  }
}
