import DirectoryInstalling
import Foundation
import Synchronization
import Testing

/// A system that answers from a list.
final class Answers: CallDirectoryManaging {
  private let codes: Mutex<[Int?]>
  private let off: Set<String>
  let log = Mutex<[String]>([])

  init(_ codes: [Int?], off: Set<String> = []) {
    self.codes = Mutex(codes)
    self.off = off
  }

  func reload(_ identifier: String) async throws {
    log.withLock { $0.append(identifier) }
    let code = codes.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    if let code { throw NSError(domain: "com.apple.CallKit", code: code) }
  }

  func status(of identifier: String) async throws -> SlotStatus {
    off.contains(identifier) ? .disabled : .enabled
  }
}

@Suite struct SlotReloaderTests {
  private let container = TestContainer()

  private func reloader(_ answers: Answers) -> SlotReloader {
    var reloader = SlotReloader(answers, state: PhoneState(container: container.url))
    reloader.pause = 0
    return reloader
  }

  @Test func oneAfterAnother() async {
    let answers = Answers([nil, 7, nil, 4], off: ["c"])
    let reloads = await reloader(answers).reload(["a", "b", "c", "d"])
    #expect(answers.log.withLock { $0 } == ["a", "b", "b", "d"])
    #expect(reloads.map(\.advice?.code) == [nil, nil, 6, 4])
    #expect(reloads.map(\.advice?.action) == [nil, nil, .enableInSettings, .report])
    #expect(reloads[2].status == .disabled)
  }

  @Test func triesAreCounted() async {
    let answers = Answers([7, 7, 7, 7])
    #expect(await reloader(answers).reload(["a"])[0].advice?.action == .retry)
    #expect(answers.log.withLock { $0.count } == 3)
  }

  @Test(
    "every code has a sentence and an action",
    arguments: [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 19, 102, 4711])
  func codes(code: Int) {
    let advice = ReloadAdvice(NSError(domain: "com.apple.CallKit", code: code))
    #expect(advice.code == code && advice.sentence.hasSuffix("."))
  }

  @Test func aCancelledTaskDoesNotWait() async throws {
    let never = Silence()
    var reloader = SlotReloader(never, state: PhoneState(container: container.url))
    reloader.pause = 0
    let task = Task { [reloader] in await reloader.reload(["a", "b"]) }
    while never.began.withLock({ $0 }) == 0 { await Task.yield() }
    task.cancel()
    let reloads = await task.value
    #expect(reloads.map(\.identifier) == ["a"] && reloads[0].advice?.action == .retry)
    #expect(never.began.withLock { $0 } == 1)
  }
}

/// A system that never answers.
private final class Silence: CallDirectoryManaging {
  let began = Mutex(0)

  func reload(_ identifier: String) async throws {
    began.withLock { $0 += 1 }
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Swift.Never>) in }
  }

  func status(of identifier: String) async throws -> SlotStatus { .enabled }
}
