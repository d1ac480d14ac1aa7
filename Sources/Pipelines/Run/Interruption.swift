internal import Dispatch
internal import Foundation
#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Cleans up when the run is stopped by SIGINT, SIGTERM or SIGHUP, then ends as the signal would.
///
/// What is published is never in danger: the manifest changes by one rename. This removes what the
/// run keeps beside it; sorted runs on disk have no name and vanish by themselves.
final class Interruption {
  private let sources: [any DispatchSourceSignal]

  /// Watches until `cancel()`; on a signal removes the given folders, as far as they exist.
  init(removing folders: [String]) {
    let queue = DispatchQueue(label: "callbook.interruption")
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        for folder in folders { try? FileManager.default.removeItem(atPath: folder) }
        signal(number, SIG_DFL)
        kill(getpid(), number)
      }
      source.resume()
      return source
    }
  }

  /// Stops watching; the signals end the process again.
  func cancel() {
    for source in sources { source.cancel() }
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
  }
}
