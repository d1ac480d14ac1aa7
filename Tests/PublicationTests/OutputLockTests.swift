import Foundation
import Synchronization
import Testing

@testable import Publication

@Suite struct OutputLockTests {
  @Test(
    "a build that finds the lock taken closes its own descriptor, once, and touches no other one")
  func refused() async throws {
    let scratch = try Scratch()
    let path = scratch.path + "/.lock"
    await #expect(processExitsWith: .success) { [path = path as String] in
      let held = try OutputLock(path, fileSystem: FileSystem())
      let isDone = Atomic(false)
      // A descriptor that another thread just got may have the number of the one that was closed.
      let other = Thread {
        while !isDone.load(ordering: .relaxed) {
          let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
          usleep(0)
          if close(file) != 0 { exit(3) }
        }
      }
      other.start()
      for _ in 0..<3000 {
        if (try? OutputLock(path, fileSystem: FileSystem())) != nil { exit(4) }
      }
      isDone.store(true, ordering: .relaxed)
      let written = try String(contentsOfFile: path, encoding: .utf8)
      withExtendedLifetime(held) {}
      exit(written == "\(getpid())\n" ? 0 : 5)
    }
  }
}
