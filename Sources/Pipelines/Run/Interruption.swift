internal import Foundation
internal import Publication
internal import Threads
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
///
/// A handler passes the signal's number through a pipe to a thread that may do what handlers may
/// not. One at a time in a process.
final class Interruption {
  private var watched: [(number: Int32, former: sigaction)] = []
  private let leftovers = Leftovers()
  /// The end of the pipe that handlers write to.
  private let entrance: Int32

  /// What a signal removes, when it may, and whether the thread has ended.
  private final class Leftovers: @unchecked Sendable {
    let monitor = Monitor()
    let fileSystem = FileSystem()
    var folders: [String]?
    var isHeld = false
    var isGone = false
    var hasEnded = false

    /// The folders, waited for as long as making them or a hold may take; none after that: they are
    /// left as a kill leaves them.
    func taken() -> [String] {
      monitor.withLock {
        let tick = 100
        for _ in 0..<(Interruption.patience / tick) where folders == nil || isHeld {
          monitor.wait(milliseconds: tick)
        }
        guard let folders, !isHeld else { return [] }
        isGone = true
        return folders
      }
    }
  }

  /// Milliseconds that a signal waits for the folders to be known, and for the end of a hold.
  private static let patience = 5000

  /// Holds signals back from now on, until `watch` or `cancel()`: what the run is about to make
  /// must not be left by a signal that comes before anybody knows of it.
  ///
  /// - Parameter onSignal: Called before a signal ends the process, when all is removed.
  /// - Throws: `ThreadError` where the system gives no thread or no pipe.
  init(onSignal: (@Sendable () -> Void)? = nil) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw ThreadError(code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    entrance = ends[1]
    signalEntrance = entrance
    let (exit, leftovers) = (ends[0], leftovers)
    do {
      try SystemThread.start { Self.listen(at: exit, leftovers, onSignal) }
    } catch {
      for end in ends { close(end) }
      throw error
    }
    for number in [SIGINT, SIGTERM, SIGHUP] { take(number) }
  }

  private func take(_ number: Int32) {
    var former = sigaction()
    sigaction(number, nil, &former)
    if Self.ignores(former) { return }
    var own = sigaction()
    #if canImport(Glibc)
      own.__sigaction_handler.sa_handler = passOn
    #else
      own.__sigaction_u.__sa_handler = passOn
    #endif
    // Calls that the signal meets go on: it is the thread that ends the process.
    own.sa_flags = SA_RESTART
    sigaction(number, &own, nil)
    watched.append((number, former))
  }

  private static func ignores(_ action: sigaction) -> Bool {
    #if canImport(Glibc)
      let handler = action.__sigaction_handler.sa_handler
    #else
      let handler = action.__sigaction_u.__sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Lets signals through until `cancel()` or a hold, and ends one; they remove the given folders, as
  /// far as they exist, and follow no link on the way within `output`.
  func watch(removing folders: [String], within output: String? = nil) {
    if let output { leftovers.fileSystem.guardFolders(within: output) }
    leftovers.monitor.withLock {
      leftovers.folders = folders
      leftovers.isHeld = false
      leftovers.monitor.wakeAll()
    }
  }

  /// Makes signals wait from now on until `release()`: what follows is not to be met half done.
  ///
  /// Does not return where a signal has begun to remove the folders.
  func hold() {
    leftovers.monitor.withLock {
      while leftovers.isGone { leftovers.monitor.wait() }
      leftovers.isHeld = true
    }
  }

  /// Ends a hold, if there is one; a signal that came meanwhile ends the process now.
  func release() {
    leftovers.monitor.withLock {
      leftovers.isHeld = false
      leftovers.monitor.wakeAll()
    }
  }

  /// What the thread does: it waits for the number of a signal, or for 0, the end.
  private static func listen(
    at exit: Int32, _ leftovers: Leftovers, _ onSignal: (@Sendable () -> Void)?
  ) {
    var number: UInt8 = 0
    while read(exit, &number, 1) < 0, errno == EINTR {}
    if number != 0 {
      for folder in leftovers.taken() { remove(folder, leftovers.fileSystem) }
      onSignal?()
      signal(Int32(number), SIG_DFL)
      kill(getpid(), Int32(number))
      while true { pause() }
    }
    close(exit)
    leftovers.monitor.withLock {
      leftovers.hasEnded = true
      leftovers.monitor.wakeAll()
    }
  }

  /// The workers go on meanwhile and may put a file where the last one was just removed.
  private static func remove(_ folder: String, _ fileSystem: FileSystem) {
    for _ in 0..<1000 where access(folder, F_OK) == 0 {
      try? fileSystem.removeTree(folder)
    }
  }

  /// Stops watching; the signals do again what they did before.
  ///
  /// Does not return from a run that is being stopped: what fails because its folder is gone must
  /// not end the process first, with an error of its own.
  func cancel() {
    for (number, former) in watched {
      var former = former
      sigaction(number, &former, nil)
    }
    var end: UInt8 = 0
    while write(entrance, &end, 1) < 0, errno == EINTR {}
    leftovers.monitor.withLock {
      leftovers.folders = leftovers.folders ?? []
      // Nothing is made any more that a signal could meet half done.
      leftovers.isHeld = false
      leftovers.monitor.wakeAll()
      while !leftovers.hasEnded { leftovers.monitor.wait() }
    }
    close(entrance)
  }
}

/// Where handlers write; set before any of them is in place.
nonisolated(unsafe) private var signalEntrance: Int32 = -1

/// The handler: the number of the signal goes into the pipe, and `errno` stays what it was.
private let passOn: @convention(c) (Int32) -> Void = { number in
  let code = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(signalEntrance, &byte, 1)
  errno = code
}
