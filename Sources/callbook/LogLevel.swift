internal import ArgumentParser
internal import Synchronization

/// How much is said on standard error, in the levels of swift-log; a level holds those behind it.
enum LogLevel: Int, Comparable, ExpressibleByArgument {
  /// Also every second how far the run is, where nobody sees it drawn.
  case trace
  /// Also what each source came to, and the seconds of each step.
  case debug
  /// Also how far the run is.
  case info
  /// Also what a run came to beside the one before it, and how many rows an answer leaves out.
  case notice
  /// Also what a person should look at though it stopped nothing.
  case warning
  /// Also why the data or the gate said no, and what failed after the answer.
  case error
  /// Why a command could not be carried out; never left out.
  case critical

  private static let names = [
    "trace", "debug", "info", "notice", "warning", "error", "critical",
  ]

  init?(argument: String) {
    guard let place = Self.names.firstIndex(of: argument) else { return nil }
    self.init(rawValue: place)
  }

  static var allValueStrings: [String] { names }

  static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }
}

/// The option of every command that says more than why it failed.
struct LogOptions: ParsableArguments {
  @Option(
    help: """
      Least level of what is said on standard error: trace, debug, info, notice, warning, error or \
      critical.
      """)
  var logLevel: LogLevel?

  /// Sets what is said from now on.
  func apply(default usual: LogLevel = .info) { Terminal.leastLevel = logLevel ?? usual }
}
