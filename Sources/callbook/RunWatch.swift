internal import Display
internal import Pipelines
internal import Publication
#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Tells those who watch runs of this one: metrics once it has ended, events when it begins and ends.
///
/// What goes wrong here stops no run and hides no error of one: it is a complaint at its end.
struct RunWatch {
  private let file: PipelineFile
  private let metrics: MetricsFile?
  private let lineage: LineageFile?
  private let run: LineageRun?
  /// Nil for a moment that is none, which the run itself tells.
  private let began: RunTime?
  private let isMomentGiven: Bool
  private let output: String?
  /// What went wrong.
  private(set) var complaints: [String] = []

  init(
    _ file: PipelineFile, output: String?, now: RunTime?, metrics: String?, lineage: String?
  ) {
    self.file = file.withoutPositions()
    self.output = output
    self.metrics = metrics.map { MetricsFile($0, of: file.path) }
    self.lineage = lineage.map { LineageFile($0) }
    began = try? now ?? RunTime.current()
    isMomentGiven = now != nil
    let isClockFixed = now != nil || getenv("SOURCE_DATE_EPOCH") != nil
    run = (lineage == nil ? nil : began).map {
      LineageRun(file, output: output, began: $0, process: isClockFixed ? nil : getpid())
    }
  }

  /// Throws `UnusableOption` where what is told could not be put in its place, before anything runs.
  func check() throws {
    func check(_ option: String, _ look: (() throws -> Void)?) throws {
      do { try look?() } catch {
        throw UnusableOption(
          "\(option): \((error as? PublicationError)?.complaint ?? "\(error)")")
      }
    }
    try check("--metrics", metrics?.check)
    try check("--lineage", lineage?.check)
    if metrics == nil && lineage == nil { return }
    let places = ForbiddenPlaces(file, output: output)
    try check("--metrics") { try metrics?.check(places) }
    try check("--lineage") { try lineage?.check(places) }
  }

  /// The run begins.
  mutating func begin() {
    guard let lineage, let run else { return }
    attempt { try lineage.add(run.start) }
  }

  /// The run has a result.
  mutating func end(_ result: BuildResult) {
    if let metrics, let began { attempt { try metrics.write(result, at: began) } }
    if let lineage, let run, let now { attempt { try lineage.add(run.end(result, at: now)) } }
  }

  /// The run ended with an error, which matters more than a file that cannot be written.
  func fail(_ error: any Error) {
    if let metrics, let began {
      try? metrics.write(.failed, of: file.pipeline.name, at: began)
    }
    if let lineage, let run, let now {
      try? lineage.add(run.failure(CommandExit.lines(of: error), at: now))
    }
  }

  /// What a signal that ends the run writes; nil where nobody asked for it.
  var onSignal: (@Sendable () -> Void)? {
    guard let metrics, let began else { return nil }
    let name = file.pipeline.name
    return { try? metrics.write(.killed, of: name, at: began) }
  }

  /// The run ended before its pipeline could be read; the path is nil where that could not be told
  /// either.
  static func failUnread(_ pipeline: String?, output: String?, metrics: String?, now: RunTime?) {
    guard let metrics, let began = try? now ?? RunTime.current() else { return }
    let file = MetricsFile(metrics, of: pipeline)
    guard file.isOwn() else { return }
    do { try file.check(ForbiddenPlaces(pipeline: pipeline, output: output)) } catch { return }
    try? file.write(.failed, of: nil, at: began)
  }

  /// When it ended: the moment that was given stands still.
  private var now: RunTime? { isMomentGiven ? began : (try? RunTime.current()) ?? began }

  private mutating func attempt(_ writing: () throws -> Void) {
    do { try writing() } catch {
      complaints.append((error as? PublicationError)?.complaint ?? "\(error)")
    }
  }
}
