import DirectoryFormat
import DirectoryInstalling
import Foundation
import Testing

/// A fresh shared container; removed with the value.
final class TestContainer: Sendable {
  let url = URL(filePath: NSTemporaryDirectory())
    .appending(path: "container-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Installs a golden directory of the conformance kit.
  func install(_ name: String) throws {
    let place = url.appending(path: "directory")
    try? FileManager.default.removeItem(at: place)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: TestServer.kit.appending(path: "golden/\(name)"), to: place)
  }

  func manifest() throws -> Manifest {
    let file = url.appending(path: "directory/manifest.json")
    return try Manifest.decode([UInt8](try Data(contentsOf: file)))
  }

  func write(_ bytes: [UInt8], _ name: String) throws {
    let place = url.appending(path: "state")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try Data(bytes).write(to: place.appending(path: name))
  }

  func request(of slot: String) -> ReloadRequest? {
    let file = url.appending(path: "state/\(ReloadRequest.fileName(slot: slot))")
    return (try? Data(contentsOf: file)).flatMap { ReloadRequest.decode([UInt8]($0)) }
  }

  /// Leaves the files of a load that ended well, as the loader does.
  @discardableResult
  func hold(
    _ slot: Manifest.Slot, load: String = LoadName.random(), isPartial: Bool = false,
    state: LoadOutcome.State = .succeeded
  ) throws -> LoadMarker {
    let marker = LoadMarker(
      slot: slot.identifier, load: load, generation: try manifest().generation, sequence: 1,
      digest: slot.digest, entries: slot.entries, isPartial: isPartial)
    try write(marker.encode(), LoadMarker.fileName(slot: slot.identifier))
    let outcome = LoadOutcome(state: state, slot: slot.identifier, load: load)
    try write(outcome.encode(), LoadOutcome.fileName(slot: slot.identifier))
    return marker
  }
}

@Suite struct PhoneStateTests {
  private let container = TestContainer()
  private let slots = ["tw.example.app.directory1", "tw.example.app.directory2"]
  private var state: PhoneState { PhoneState(container: container.url) }

  private func due(_ index: Int = 0) -> SlotState.Due? { state.slot(slots[index]).due }

  @Test func withoutADirectoryNothingIsPending() throws {
    #expect(state.pendingSlots().isEmpty)
    #expect(state.slot(slots[0]).due == nil)
  }

  @Test func whatIsNotOnThePhoneIsPending() throws {
    try container.install("first")
    #expect(state.pendingSlots() == slots && due() == .firstLoad)
    let first = try container.manifest()
    try container.hold(first.slots[0])
    #expect(state.pendingSlots() == [slots[1]])
    try container.hold(first.slots[1], isPartial: true)
    #expect(state.pendingSlots() == [slots[1]] && due(1) == .rest)
    try container.hold(first.slots[1])
    #expect(state.pendingSlots().isEmpty)
    // The next answer of the server is 304: still, what was installed is not on the phone yet.
    try container.install("second")
    #expect(state.pendingSlots() == slots && due() == .update)
    #expect(PhoneState(container: container.url, slots: [slots[1]]).pendingSlots() == [slots[1]])
  }

  @Test func aMarkerHoldsOnlyBesideTheOutcomeOfItsLoad() throws {
    try container.install("first")
    let slot = try container.manifest().slots[0]
    for state in [LoadOutcome.State.failed, .expired] {
      try container.hold(slot, state: state)
      #expect(due() == .again, "\(state)")
    }
    try container.hold(slot)
    #expect(due() == nil)
    // Another load has begun, and the former one's completion came late.
    let other = LoadOutcome(state: .loading, slot: slot.identifier, load: LoadName.random())
    try container.write(other.encode(), LoadOutcome.fileName(slot: slot.identifier))
    #expect(due() == .again && state.slot(slot.identifier).marker == nil)
    // The system failed the load before its completion was called.
    let marker = try container.hold(slot)
    let failure = SystemFailure(load: marker.load, code: 19, message: "two\nlines")
    try container.write(failure.encode(), SystemFailure.fileName(slot: slot.identifier))
    #expect(due() == .again)
    let outcome = try #require(state.slot(slot.identifier).outcome)
    #expect(outcome.state == .failed && outcome.code == 19 && outcome.message == "two lines")
  }

  @Test func aDroppedSlotIsPendingUntilItIsEmpty() throws {
    try container.install("first")
    var dropped = try container.manifest().slots[0]
    dropped.identifier = "tw.example.app.dropped"
    #expect(state.pendingSlots() == slots)
    try container.hold(dropped)
    #expect(state.pendingSlots() == slots + [dropped.identifier])
    #expect(state.slot(dropped.identifier).due == .emptying)
    dropped.identification.entries = 0
    dropped.blocking.entries = 0
    try container.hold(dropped)
    #expect(state.pendingSlots() == slots)
    #expect(
      PhoneState(container: container.url, slots: [slots[0], "never.loaded"]).pendingSlots()
        == [slots[0]])
  }

  @Test func aRepairIsPendingUntilALoadHasDoneIt() async throws {
    try container.install("first")
    let slot = try container.manifest().slots[0]
    try container.hold(slot)
    try state.repair(slot.identifier)
    #expect(due() == .repair)
    // A reload without an error may have been refused: only the loader takes the request away.
    _ = await SlotReloader(Answers([nil]), state: state).reload([slot.identifier])
    #expect(due() == .repair)
  }

  @Test func aFailedReloadIsMadeUpFor() async throws {
    try container.install("first")
    let slot = try container.manifest().slots[0]
    try container.hold(slot)
    var reloader = SlotReloader(Answers([2, 2, 2]), state: state)
    reloader.pause = 0
    _ = await reloader.reload([slot.identifier])
    #expect(due() == .repair && state.slot(slot.identifier).failureCode == 2)
    #expect(container.request(of: slot.identifier)?.wantsEverything == true)
  }

  @Test func aReloadThatNobodySawTheEndOfIsMadeUpFor() async throws {
    try container.install("first")
    let slot = try container.manifest().slots[0]
    let marker = try container.hold(slot)
    let asked = ReloadRequest(slot: slot.identifier, cause: .update, former: marker.load)
    try container.write(asked.encode(), ReloadRequest.fileName(slot: slot.identifier))
    #expect(due() == .again)
    let answers = Answers([7])
    var reloader = SlotReloader(answers, state: state)
    reloader.attempts = 1
    _ = await reloader.reload([slot.identifier])
    #expect(container.request(of: slot.identifier)?.wantsEverything == true)
    // A load that began after the app asked has answered: nothing to make up for.
    try container.write(asked.encode(), ReloadRequest.fileName(slot: slot.identifier))
    try container.hold(slot)
    #expect(due() == nil)
  }

  @Test func aLoadThatStandsStillIsNotCalledLoading() throws {
    try container.install("first")
    var outcome = LoadOutcome(state: .loading, slot: slots[0], load: LoadName.random())
    (outcome.done, outcome.total) = (25, 100)
    try container.write(outcome.encode(), LoadOutcome.fileName(slot: slots[0]))
    let now = Date()
    #expect(state.slot(slots[0]).activity(at: now) == .loading(0.25))
    #expect(state.slot(slots[0]).activity(at: now + 60) == .interrupted)
    outcome.state = .storing
    try container.write(outcome.encode(), LoadOutcome.fileName(slot: slots[0]))
    #expect(state.slot(slots[0]).activity(at: now + 60) == .loading(0.25))
    #expect(state.slot(slots[0]).activity(at: now + 601) == .interrupted)
    #expect(due() == .again)
  }
}
