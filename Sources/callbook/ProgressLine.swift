internal import Foundation
internal import Pipelines
internal import Synchronization
#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// One line on stderr that says how far the run is: rows/s, MB/s and the time left, then entries.
///
/// A terminal sees a line that is drawn over, at most ten times a second; anything else one line
/// every ten seconds, every second at the level `trace`. Any worker may call `update`; whoever is due draws.
final class ProgressLine: Sendable {
  private let isTerminal: Bool
  private let start = DispatchTime.now().uptimeNanoseconds
  private let due: Atomic<UInt64>
  private let records = Atomic<Int>(0)
  private let entries = Atomic<Int>(0)
  /// When the last records were read, after which the merging began.
  private let readingEnd: Atomic<UInt64>
  /// Nanoseconds between two drawings.
  private let pause: UInt64
  private let isDrawn = Atomic<Bool>(false)

  /// Creates the line; nothing is drawn yet.
  init() {
    let environment = ProcessInfo.processInfo.environment
    let terminal = environment["TERM"] ?? ""
    isTerminal =
      isatty(STDERR_FILENO) == 1 && terminal != "" && terminal != "dumb"
      && environment["CI"] == nil
    readingEnd = Atomic(start)
    let seconds: UInt64 = Terminal.leastLevel == .trace ? 1 : 10
    pause = isTerminal ? 100_000_000 : seconds * 1_000_000_000
    due = Atomic(start + (isTerminal ? 300_000_000 : pause))
  }

  /// Counts records and entries and draws if it is time.
  func update(_ progress: RunProgress) {
    let now = DispatchTime.now().uptimeNanoseconds
    switch progress {
    case .reading(let moreRecords, let bytesRead, let bytesTotal):
      let count = records.add(moreRecords, ordering: .relaxed).newValue
      readingEnd.store(now, ordering: .relaxed)
      drawIfDue(now) {
        ProgressText.reading(
          records: count, bytesRead: bytesRead, bytesTotal: bytesTotal,
          seconds: Self.seconds(from: start, to: now))
      }
    case .merging(let moreEntries):
      let count = entries.add(moreEntries, ordering: .relaxed).newValue
      let start = readingEnd.load(ordering: .relaxed)
      drawIfDue(now) {
        ProgressText.merging(entries: count, seconds: Self.seconds(from: start, to: now))
      }
    case .comparing:
      drawIfDue(now) { ProgressText.comparing }
    }
  }

  private static func seconds(from start: UInt64, to end: UInt64) -> Double {
    Double(end - start) / 1e9
  }

  private func drawIfDue(_ now: UInt64, _ text: () -> String) {
    let deadline = due.load(ordering: .relaxed)
    guard now >= deadline else { return }
    let next = now + pause
    guard
      due.compareExchange(expected: deadline, desired: next, ordering: .relaxed).exchanged
    else { return }
    draw(text())
  }

  /// Takes the line away again.
  func finish() {
    if isDrawn.load(ordering: .relaxed) { write("\r\u{1B}[K") }
  }

  private func draw(_ text: String) {
    guard isTerminal else { return write(text + "\n") }
    isDrawn.store(true, ordering: .relaxed)
    var size = winsize()
    let isKnown = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    let width = isKnown ? Int(size.ws_col) : 80
    write("\r\u{1B}[K" + text.prefix(max(width - 1, 1)))
  }

  private func write(_ text: some StringProtocol) { Terminal.sayPart(String(text)) }
}
