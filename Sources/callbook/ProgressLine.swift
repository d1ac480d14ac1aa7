internal import Foundation
internal import Pipelines
internal import Synchronization
#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// One line on stderr that says how far the reading is: rows/s, MB/s and the time left.
///
/// A terminal sees a line that is drawn over, at most ten times a second; anything else one line
/// every ten seconds. Any worker may call `update`; whoever is due draws.
final class ProgressLine: Sendable {
  private let isTerminal: Bool
  private let start = DispatchTime.now().uptimeNanoseconds
  private let due: Atomic<UInt64>
  private let records = Atomic<Int>(0)
  private let isDrawn = Atomic<Bool>(false)

  /// Creates the line; nothing is drawn yet.
  init() {
    let environment = ProcessInfo.processInfo.environment
    let terminal = environment["TERM"] ?? ""
    isTerminal =
      isatty(STDERR_FILENO) == 1 && terminal != "" && terminal != "dumb"
      && environment["CI"] == nil
    due = Atomic(start + (isTerminal ? 300_000_000 : 10_000_000_000))
  }

  /// Counts records and draws if it is time.
  func update(_ progress: ReadingProgress) {
    let count = records.add(progress.moreRecords, ordering: .relaxed).newValue
    let now = DispatchTime.now().uptimeNanoseconds
    let deadline = due.load(ordering: .relaxed)
    guard now >= deadline else { return }
    let next = now + (isTerminal ? 100_000_000 : 10_000_000_000)
    guard
      due.compareExchange(expected: deadline, desired: next, ordering: .relaxed).exchanged
    else { return }
    let seconds = Double(now - start) / 1e9
    draw(
      ProgressText.text(
        records: count, bytesRead: progress.bytesRead, bytesTotal: progress.bytesTotal,
        seconds: seconds))
  }

  /// Takes the line away again.
  func finish() {
    if isDrawn.load(ordering: .relaxed) { write("\r\u{1B}[K") }
  }

  private func draw(_ text: String) {
    guard isTerminal else { return write(text + "\n") }
    isDrawn.store(true, ordering: .relaxed)
    var size = winsize()
    let width = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_col) : 80
    write("\r\u{1B}[K" + text.prefix(max(width - 1, 20)))
  }

  private func write(_ text: some StringProtocol) { Terminal.sayPart(String(text)) }
}
