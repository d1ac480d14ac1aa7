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
  private let queue = DispatchQueue(label: "callbook.interruption")

  /// Watches until `cancel()`; on a signal removes the given folders, as far as they exist.
  init(removing folders: [String]) {
    let queue = queue
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        for folder in folders { Self.remove(folder) }
        signal(number, SIG_DFL)
        kill(getpid(), number)
        pause()
      }
      source.resume()
      return source
    }
  }

  /// The workers go on meanwhile and may put a file where the last one was just removed.
  private static func remove(_ folder: String) {
    for _ in 0..<1000 where access(folder, F_OK) == 0 {
      try? FileManager.default.removeItem(atPath: folder)
    }
  }

  /// Stops watching; the signals end the process again.
  ///
  /// Does not return from a run that is being stopped: what fails because its folder is gone must
  /// not end the process first, with an error of its own.
  func cancel() {
    for source in sources { source.cancel() }
    queue.sync {}
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
  }
}
