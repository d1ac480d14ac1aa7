import Foundation
import Testing

@testable import Pipelines

/// What listens to the signals of the process: one after the other.
@Suite(.serialized) enum SignalSuites {}

extension SignalSuites {
  @Suite struct InterruptionTests {
    private typealias Handler = @convention(c) (Int32) -> Void

    /// The address of what SIGHUP does now; 1 stands for being ignored.
    private func handler() -> Int {
      let now: Handler? = signal(SIGHUP, SIG_IGN)
      signal(SIGHUP, now)
      return unsafeBitCast(now, to: Int.self)
    }

    @Test func whatTheSignalsDidBeforeTheyDoAfterwards() throws {
      let own: Handler = { _ in }
      let before: Handler? = signal(SIGHUP, own)
      defer { signal(SIGHUP, before) }
      let interruption = try Interruption()
      interruption.watch(removing: [])
      #expect(handler() != unsafeBitCast(own, to: Int.self))
      interruption.cancel()
      #expect(handler() == unsafeBitCast(own, to: Int.self))
    }

    @Test func nothingOfAWatchComesLate() throws {
      let own: Handler = { _ in }
      let before: Handler? = signal(SIGHUP, own)
      defer { signal(SIGHUP, before) }
      for round in 0..<300 {
        try Interruption().cancel()
        // The system's own handler is set on another thread.
        if round % 10 == 0 { usleep(2_000) }
        #expect(handler() == unsafeBitCast(own, to: Int.self), "round \(round)")
      }
    }

    @Test func anIgnoredSignalStaysIgnored() throws {
      let folder = try TestFolder()
      try folder.write("", to: "kept")
      let before: Handler? = signal(SIGHUP, SIG_IGN)
      defer { signal(SIGHUP, before) }
      let interruption = try Interruption()
      interruption.watch(removing: [folder.path + "/kept"])
      raise(SIGHUP)
      usleep(50_000)
      #expect(folder.exists("kept"))
      interruption.cancel()
      #expect(handler() == 1)
    }

    @Test func aSignalBeforeTheFoldersAreKnownWaitsForThem() async throws {
      let folder = try TestFolder()
      try folder.write("", to: "made-later")
      let path = folder.path + "/made-later"
      await #expect(processExitsWith: .signal(SIGTERM)) { [path = path as String] in
        let interruption = try Interruption()
        usleep(50_000)
        kill(getpid(), SIGTERM)
        usleep(50_000)
        #expect(access(path, F_OK) == 0)
        interruption.watch(removing: [path])
        sleep(300)
      }
      #expect(!folder.exists("made-later"))
    }
  }
}
