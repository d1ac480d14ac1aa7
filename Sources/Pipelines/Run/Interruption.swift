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
  private let leftovers = Leftovers()
  /// Left by every source once the system has forgotten it.
  private let watching = DispatchGroup()
  private var isWatching = false

  /// What a signal removes: written before `areKnown` is signalled, read behind waiting for it.
  private final class Leftovers: @unchecked Sendable {
    let areKnown = DispatchSemaphore(value: 0)
    var folders: [String] = []
  }

  /// Holds signals back from now on, until `watch` or `cancel()`: what the run is about to make
  /// must not be left by a signal that comes before anybody knows of it.
  init() {
    let queue = queue
    let leftovers = leftovers
    let watching = watching
    watches = [SIGINT, SIGTERM, SIGHUP].compactMap { number in
      let former: Handler? = signal(number, SIG_IGN)
      if Self.address(of: former) == Self.address(of: SIG_IGN) { return nil }
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        leftovers.areKnown.wait()
        for folder in leftovers.folders { Self.remove(folder) }
        signal(number, SIG_DFL)
        kill(getpid(), number)
        pause()
      }
      watching.enter()
      source.setCancelHandler { watching.leave() }
      source.resume()
      return (number, former, source)
    }
  }

  /// Lets signals through until `cancel()`; they remove the given folders, as far as they exist.
  func watch(removing folders: [String]) {
    precondition(!isWatching, "the folders are given once")
    leftovers.folders = folders
    isWatching = true
    leftovers.areKnown.signal()
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
    if !isWatching { leftovers.areKnown.signal() }
    for watch in watches { watch.source.cancel() }
    // The system's own handler of a source may be set, and taken back, as late as now.
    watching.wait()
    for watch in watches { signal(watch.number, watch.former) }
  }

  /// Handlers cannot be compared; their addresses can.
  private static func address(of handler: Handler?) -> Int { unsafeBitCast(handler, to: Int.self) }
}
