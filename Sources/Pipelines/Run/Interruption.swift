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
/// run keeps beside it; sorted runs on disk have no name and vanish by themselves. A signal that
/// the process was started to ignore (`nohup`) stays ignored.
final class Interruption {
  private typealias Handler = @convention(c) (Int32) -> Void
  private let watches: [(number: Int32, former: Handler?, source: any DispatchSourceSignal)]
  private let queue = DispatchQueue(label: "callbook.interruption")

  /// Watches until `cancel()`; on a signal removes the given folders, as far as they exist.
  init(removing folders: [String]) {
    let queue = queue
    watches = [SIGINT, SIGTERM, SIGHUP].compactMap { number in
      let former: Handler? = signal(number, SIG_IGN)
      if Self.address(of: former) == Self.address(of: SIG_IGN) { return nil }
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        for folder in folders { Self.remove(folder) }
        signal(number, SIG_DFL)
        kill(getpid(), number)
        pause()
      }
      source.resume()
      return (number, former, source)
    }
  }

  /// The workers go on meanwhile and may put a file where the last one was just removed.
  private static func remove(_ folder: String) {
    for _ in 0..<1000 where access(folder, F_OK) == 0 {
      try? FileManager.default.removeItem(atPath: folder)
    }
  }

  /// Stops watching; the signals do again what they did before.
  ///
  /// Does not return from a run that is being stopped: what fails because its folder is gone must
  /// not end the process first, with an error of its own.
  func cancel() {
    for watch in watches { watch.source.cancel() }
    queue.sync {}
    for watch in watches { signal(watch.number, watch.former) }
  }

  /// Handlers cannot be compared; their addresses can.
  private static func address(of handler: Handler?) -> Int { unsafeBitCast(handler, to: Int.self) }
}
