import DirectoryFormat
import DirectoryInstalling
import Foundation
import Signing
import Testing

/// A call directory that answers what it is told to.
private struct FixedDirectory: CallDirectoryManaging {
  var status = SlotStatus.enabled
  var code: Int?

  func reload(_ identifier: String) async throws {
    if let code { throw NSError(domain: "com.apple.CallKit", code: code) }
  }

  func status(of identifier: String) async throws -> SlotStatus { status }
}

/// A server that cannot be reached.
private struct NoNetwork: Transport {
  func fetch(
    _ path: String, from offset: Int, unless etag: String?,
    receive: @escaping @Sendable (Int, [UInt8]) -> Bool
  ) async throws -> TransportAnswer { throw URLError(.notConnectedToInternet) }
}

@Suite struct DirectoryUpdaterTests {
  private let container = TestContainer()
  private let slots = ["tw.example.app.directory1", "tw.example.app.directory2"]

  private func updater(_ answers: FixedDirectory = FixedDirectory()) -> DirectoryUpdater {
    var installer = DirectoryInstaller(
      transport: NoNetwork(), container: container.url, digest: SHA256.self)
    installer.attempts = 1
    return DirectoryUpdater(
      installer: installer, container: container.url, slots: slots, manager: answers)
  }

  private func states(
    _ answers: FixedDirectory = FixedDirectory(), after seconds: TimeInterval = 0
  ) async -> [SlotGuidance.State] {
    await updater(answers).guidance(at: Date(timeIntervalSinceNow: seconds)).map(\.state)
  }

  private func write(_ outcome: LoadOutcome) throws {
    try container.write(outcome.encode(), LoadOutcome.fileName(slot: outcome.slot))
  }

  private func outcome(_ state: LoadOutcome.State) -> LoadOutcome {
    LoadOutcome(state: state, slot: slots[0], load: LoadName.random())
  }

  @Test func beforeTheFirstUpdateEverythingWaits() async {
    #expect(await states() == [.waiting, .waiting])
    #expect(await states(FixedDirectory(status: .disabled)) == [.off, .off])
    #expect(updater().nextTurn == nil)
  }

  @Test("a device whose clock stood in the future asks at once", arguments: [-3600, 400 * 86_400])
  func clocks(ahead: Int) async throws {
    try container.install("first")
    let now = Date()
    let confirmed = Int(now.timeIntervalSince1970) + ahead
    try container.write(
      Array(
        #"{"format": 1, "manifest_sha256": "", "spread": 0, "epoch": 0, "confirmed": \#(confirmed)}"#
          .utf8),
      "update.json")
    let expected = ahead > 0 ? nil : Date(timeIntervalSince1970: TimeInterval(confirmed + 86_400))
    #expect(updater().turn(after: now) == expected)
  }

  @Test func whatIsLoadedIsCurrentUntilThePublisherIsSilent() async throws {
    try container.install("first")
    for slot in try container.manifest().slots { try container.hold(slot) }
    #expect(await states() == [.current, .current])
    let guidance = await updater().guidance()
    #expect(guidance[0].entries == (try container.manifest().slots[0].entries))
    #expect(await updater(FixedDirectory(status: .disabled)).guidance()[0].entries == nil)
    let confirmed = Int(Date().timeIntervalSince1970)
    try container.write(
      Array(
        #"{"format": 1, "manifest_sha256": "", "spread": 0, "epoch": 0, "confirmed": \#(confirmed)}"#
          .utf8),
      "update.json")
    let since = SlotGuidance.State.notUpdatedSince(
      Date(timeIntervalSince1970: TimeInterval(confirmed)))
    #expect(await states(after: 6 * 86_400) == [.current, .current])
    #expect(await states(after: 8 * 86_400) == [since, since])
    var patient = updater()
    patient.patience = 9 * 86_400
    let later = await patient.guidance(at: Date(timeIntervalSinceNow: 8 * 86_400))
    #expect(later.map(\.state) == [.current, .current])
  }

  @Test func aRunningLoadShowsHowFarItIs() async throws {
    try container.install("first")
    var running = outcome(.loading)
    try write(running)
    #expect(await states()[0] == .loading(nil))
    (running.done, running.total) = (30, 120)
    try write(running)
    #expect(await states()[0] == .loading(0.25))
    // A load that stands still for half a minute was killed.
    let interrupted = await states(after: 31)[0]
    guard case .failed(let advice) = interrupted else {
      Issue.record("\(interrupted)")
      return
    }
    #expect(advice.action == .retry && advice.code == 2)
  }

  @Test(
    arguments: [
      (LoadOutcome.State.expired, "time was over"), (.refused, "is damaged: chunk 3"),
      (.failed, "failed: chunk 3"), (.interrupted, "was interrupted"),
    ])
  func failuresSayWhy(state: LoadOutcome.State, words: String) async throws {
    try container.install("first")
    var failed = outcome(state)
    failed.message = "chunk 3"
    try write(failed)
    guard case .failed(let advice) = await states()[0] else {
      Issue.record("not shown as failed")
      return
    }
    #expect(advice.sentence.contains(words) && advice.action == .retry)
    failed.failuresInARow = 2
    try write(failed)
    guard case .failed(let third) = await states()[0] else { return }
    #expect(third.action == .report, "the third in a row")
  }

  @Test func theSystemsCodeSaysMoreThanTheLoader() async throws {
    try container.install("first")
    var failed = outcome(.failed)
    failed.code = 11
    try write(failed)
    guard case .failed(let advice) = await states()[0] else { return }
    #expect(advice.code == 11 && advice.action == .report)
  }

  @Test func whatIsDueIsReloadedThoughTheServerCannotBeReached() async throws {
    try container.install("first")
    let report = await updater().update()
    #expect(report.reloads.map(\.identifier) == slots)
    guard case .connection = report.failure else {
      Issue.record("\(String(describing: report.failure))")
      return
    }
    #expect(report.outcome == .failed && report.generation == nil)
  }

  @Test func outcomesInTheWordsOfABackgroundFetch() async throws {
    try container.install("first")
    // Known up to sequence 9: a push of 9 is no reason to ask.
    try container.write(
      Array(#"{"format": 1, "manifest_sha256": "", "spread": 0, "epoch": 0, "sequence": 9}"#.utf8),
      "update.json")
    let push = try #require(UpdatePush(["directory": "taiwan", "sequence": 9]))
    #expect(await updater().update(.push(push)).outcome == .newData)
    #expect(await updater(FixedDirectory(status: .disabled)).update(.push(push)).outcome == .noData)
    #expect(await updater(FixedDirectory(code: 3)).update(.push(push)).outcome == .failed)
    let newer = try #require(UpdatePush(["directory": "taiwan", "sequence": 10]))
    #expect(await updater().update(.push(newer)).failure != nil, "the server was asked")
    #expect(UpdatePush(["aps": ["alert": "Hello"]]) == nil)
  }

  @Test func aRepairAsksForEverythingOfEverySlot() async throws {
    try container.install("first")
    for slot in try container.manifest().slots { try container.hold(slot) }
    #expect(await updater().update().reloads.isEmpty)
    #expect(await updater().repair().reloads.map(\.identifier) == slots)
    for slot in slots { #expect(container.request(of: slot)?.wantsEverything == true) }
  }
}
