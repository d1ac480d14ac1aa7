internal import Foundation
internal import Publication

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The report of one run on the disk: its rejects.csv and what stands beside it.
package struct RunReport: Equatable, Sendable {
  /// The rejects.csv.
  package let rejects: String

  /// The folder of the run.
  package var folder: String { Self.parent(of: rejects) }

  /// The folder of the run as the system names it: a person may stand in it and say `.`.
  var place: String { Self.resolved(folder) }

  /// Finds the report that a person means.
  ///
  /// - Parameters:
  ///   - path: A rejects.csv, the folder of one run, the `report` that holds such folders, the output
  ///     folder of `build`, or the `directory` in it; the last three stand for their last run.
  ///   - run: The name of another run beside it, or a day, which stands for its last run; nil for
  ///     the last run there.
  package static func find(_ path: String, run: String? = nil) throws(RejectsError) -> RunReport {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw .unreadable(path: path, why: String(cString: strerror(errno)))
    }
    if status.st_mode & S_IFMT != S_IFDIR {
      guard let run else { return RunReport(rejects: path) }
      throw .noRun(option: "--run", name: run, folder: path, newest: nil)
    }
    let folder = path.utf8.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    let inside = folder + "/rejects.csv"
    if run == nil, access(inside, F_OK) == 0 { return RunReport(rejects: inside) }
    // Of the two parents, the first is that of `directory`, the other that of a run.
    let above = parent(of: resolved(folder))
    for root in [folder + "/report", folder, above + "/report", above] {
      let shelf = ReportShelf(path: root)
      let runs = try runs(on: shelf)
      guard let newest = shelf.newest(of: runs) else { continue }
      guard let run, run != ReportShelf.latest else { return RunReport(newest, on: shelf) }
      return RunReport(try Self.run(run, of: runs, on: shelf, option: "--run"), on: shelf)
    }
    throw .noReport(folder: path)
  }

  /// The run that another one is held against.
  ///
  /// - Parameter words: `previous` for the run before this one, the name of a run beside it, a day,
  ///   which stands for its last run, or a path as `find` takes it.
  package func former(_ words: String) throws(RejectsError) -> RunReport {
    if words != "previous", CalendarDay(words) == nil, ReportRun(words) == nil {
      return try Self.find(words)
    }
    let shelf = ReportShelf(path: Self.parent(of: place))
    let own = ReportRun(Self.name(of: place))
    let others = try Self.runs(on: shelf).filter { $0 != own }
    guard words == "previous" else {
      let run = try Self.run(words, of: others, on: shelf, option: "--against")
      return RunReport(run, on: shelf)
    }
    guard let own, let former = others.first(where: { $0 < own }) else {
      throw .noFormerRun(of: folder)
    }
    return RunReport(former, on: shelf)
  }

  /// Names the report of a run.
  init(_ run: ReportRun, on shelf: ReportShelf) {
    rejects = shelf.folder(of: run) + "/rejects.csv"
  }

  private init(rejects: String) { self.rejects = rejects }

  /// The sources that the run read; nil where the summary does not say.
  var sources: [String]? { summary?.sources.map(\.name) }

  /// The files that the run read; nil where the summary does not say.
  var files: [String]? { summary?.sources.flatMap { $0.files ?? [] } }

  /// Rejected records of a source (nil: of all); nil where the summary does not say.
  func rejectedRecords(source: String?) -> Int? {
    summary?.sources.filter { source == nil || $0.name == source }
      .reduce(0) { $0 + ($1.records?["rejected"] ?? 0) }
  }

  /// The fingerprints of the rejections that were waived in the run.
  var waived: Set<UInt64> {
    let holding = (summary?.waivers ?? []).filter { $0.state == WaiverAccount.State.holds.rawValue }
    return Set(holding.compactMap { UInt64($0.fingerprint, radix: 16) })
  }

  /// What is needed of summary.json.
  private struct Summary: Decodable {
    struct Waiver: Decodable {
      var fingerprint: String
      var state: String
    }

    struct Source: Decodable {
      var name: String
      var files: [String]?
      var records: [String: Int]?
    }

    var sources: [Source]
    var waivers: [Waiver]?
  }

  private var summary: Summary? {
    guard let text = PageFile.bytes(at: folder + "/summary.json") else { return nil }
    return try? JSONDecoder().decode(Summary.self, from: Data(text))
  }

  private static func run(
    _ name: String, of runs: [ReportRun], on shelf: ReportShelf, option: String
  ) throws(RejectsError) -> ReportRun {
    let day = CalendarDay(name)
    guard let run = runs.first(where: { $0 == ReportRun(name) || $0.day == day }) else {
      throw .noRun(
        option: option, name: name, folder: shelf.path,
        newest: shelf.newest(of: runs)?.description)
    }
    return run
  }

  /// The runs of a folder that have a rejects.csv, the newest first.
  private static func runs(on shelf: ReportShelf) throws(RejectsError) -> [ReportRun] {
    let runs: [ReportRun]
    do throws(PublicationError) { runs = try shelf.runs() } catch {
      guard case .file(let path, _, let code) = error else { return [] }
      throw .unreadable(path: path, why: String(cString: strerror(code)))
    }
    return runs.filter { access(shelf.folder(of: $0) + "/rejects.csv", F_OK) == 0 }
  }

  /// The folder that a path lies in.
  ///
  /// NSString's way to it traps at a path of one character.
  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path.
  static func name(of path: String) -> String {
    String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
  }

  static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}
