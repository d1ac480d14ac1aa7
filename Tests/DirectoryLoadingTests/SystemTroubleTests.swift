import DirectoryFormat
import DirectoryInstalling
import DirectoryLoading
import Foundation
import SimulatedCallDirectory
import Testing

/// What the system does beside killing: failures, late words, lost rows, limits.
@Suite struct SystemTroubleTests {
  private let old = TestEntries.random(21, count: 60)
  private let new = TestEntries.random(22, count: 60)

  /// A phone that holds the old entries and has the new ones installed, with their delta.
  private func phone(_ rules: SimulatedRules = .strict) async throws -> TestPhone {
    let phone = try TestPhone(rules: rules)
    let former = try phone.folder.install(old)
    _ = await phone.app.reloadPending()
    try phone.folder.install(new, sequence: 2, former: (old, former))
    return phone
  }

  @Test("a failure keeps the completion from writing a marker", arguments: [true, false])
  func failures(comesFirst: Bool) async throws {
    var rules = SimulatedRules.strict
    rules.failureComesFirst = comesFirst
    let phone = try await phone(rules)
    phone.system.nextFailure = .constraint
    let reloads = await phone.app.reloadPending()
    #expect(reloads[0].advice?.code == 19)
    let record = phone.folder.record()
    #expect(record.marker == nil && record.outcome?.state == .failed && record.outcome?.code == 19)
    _ = await phone.app.reloadPending()
    #expect(TestEntries(on: phone.system) == new)
    #expect(phone.folder.record().outcome?.lastFailure?.code == 19)
    #expect(phone.folder.record().outcome?.failuresInARow == 1)
  }

  @Test func anErrorOfALoadBegunInSettingsIsRemembered() async throws {
    let phone = try TestPhone(rules: .strict)
    try phone.folder.install(old)
    phone.system.nextFailure = .unknown
    #expect(throws: (any Error).self) { try phone.runExtension() }
    _ = await phone.app.reloadPending()
    _ = await phone.app.reload([TestEntries.slot])
    let outcome = try #require(phone.folder.record().outcome)
    #expect(outcome.state == .unchanged && outcome.lastFailure?.code == 0)
    #expect(outcome.lastFailure?.plan == "full" && outcome.failuresInARow == 0)
  }

  @Test("an expired request leaves no marker", arguments: ["unchanged", "refused", "delta"])
  func expired(kind: String) async throws {
    let phone = try await phone()
    if kind == "unchanged" { _ = await phone.app.reloadPending() }
    let sound = try phone.folder.directory.bytes(of: "manifest.json")
    if kind == "refused" { try phone.folder.write([], "manifest.json") }
    phone.trouble.expires = true
    _ = await phone.app.reload([TestEntries.slot])
    #expect(phone.system.labels.isEmpty && phone.folder.record().marker == nil)
    #expect(phone.folder.record().outcome?.state == .expired)
    try phone.folder.write(sound, "manifest.json")
    _ = await phone.app.reloadPending()
    #expect(TestEntries(on: phone.system) == new)
  }

  @Test func aCompletionThatComesBehindTheNextRequestSaysNothing() async throws {
    let phone = try await phone()
    phone.trouble.isLate = true
    _ = await phone.app.reload([TestEntries.slot])
    #expect(phone.folder.record().outcome?.state == .storing)
    phone.trouble.diesBefore = 8
    _ = await phone.app.reload([TestEntries.slot])
    phone.deliverLate()
    #expect(phone.folder.record().marker == nil, "the rows of the first load are gone")
    _ = await phone.app.reloadPending()
    #expect(TestEntries(on: phone.system) == new && phone.state.pendingSlots().isEmpty)
  }

  @Test func aReloadThatMeetsAnotherIsMadeUpFor() async throws {
    let phone = try await phone()
    let other = try phone.system.request()
    let reloads = await phone.app.reloadPending()
    #expect(reloads[0].advice?.code == 7 && phone.state.pendingSlots() == [TestEntries.slot])
    other.complete()
    _ = await phone.app.reloadPending()
    #expect(TestEntries(on: phone.system) == new && phone.state.pendingSlots().isEmpty)
  }

  @Test func rowsThatAreLostComeBackByRepair() async throws {
    let phone = try await phone()
    _ = await phone.app.reloadPending()
    phone.system.loseRows()
    _ = await phone.app.reload([TestEntries.slot])
    #expect(phone.system.labels.isEmpty, "iOS cannot be asked what it holds")
    try phone.state.repair(TestEntries.slot)
    #expect(phone.state.slot(TestEntries.slot).due == .repair)
    _ = await phone.app.reloadPending()
    #expect(TestEntries(on: phone.system) == new && phone.state.pendingSlots().isEmpty)
  }

  @Test func aRepairSurvivesALoadThatIsRefused() async throws {
    let phone = try await phone()
    _ = await phone.app.reloadPending()
    phone.system.loseRows()
    try phone.state.repair(TestEntries.slot)
    let sound = try phone.folder.directory.bytes(of: "manifest.json")
    try phone.folder.write([], "manifest.json")
    _ = await phone.app.reloadPending()
    try phone.folder.write(sound, "manifest.json")
    _ = await phone.app.reloadPending()
    #expect(TestEntries(on: phone.system) == new && phone.state.pendingSlots().isEmpty)
  }

  @Test func whatTakesTooLongIsStagedAndThenLoaded() async throws {
    let phone = try TestPhone(rules: .strict)
    try phone.folder.install(old)
    phone.firstLoad = 10
    phone.system.limits.milliseconds = 2
    _ = await phone.app.reload([TestEntries.slot])
    #expect(phone.system.labels.count + phone.system.blocking.count == 10)
    #expect(phone.state.slot(TestEntries.slot).due == .rest)
    _ = await phone.app.reload([TestEntries.slot])
    #expect(phone.state.slot(TestEntries.slot).due == .repair)
    phone.system.limits.milliseconds = nil
    _ = await phone.app.reloadPending()
    #expect(TestEntries(on: phone.system) == old && phone.state.pendingSlots().isEmpty)
  }

  @Test("everything is replaced under both readings of isIncremental", arguments: [true, false])
  func bothReadings(keepsRows: Bool) async throws {
    var rules = SimulatedRules.strict
    rules.notAsked = keepsRows ? .keepsRows : .replacesRows
    rules.addingAgain = .keepsBothLabels
    let phone = try await phone(rules)
    try phone.folder.install(new, sequence: 2)
    _ = await phone.app.reloadPending()
    #expect(TestEntries(on: phone.system) == new && phone.system.ambiguousNumbers == 0)
    #expect(phone.folder.record().outcome?.plan == "full")
  }

  @Test func theFloorOutlivesTheMarker() async throws {
    let phone = try await phone()
    _ = await phone.app.reloadPending()
    phone.trouble.diesBefore = 3
    _ = await phone.app.reload([TestEntries.slot])
    #expect(phone.folder.record().marker == nil)
    try phone.folder.install(old, sequence: 1)
    _ = await phone.app.reload([TestEntries.slot])
    #expect(phone.folder.record().outcome?.state == .refused)
    // The installer lawfully went back: its next epoch voids the loader's floor.
    let floor = SequenceFloor(epoch: 1, sequence: 1)
    try phone.folder.state.replace(SequenceFloor.installerFileName, with: floor.encode())
    _ = await phone.app.reloadPending()
    #expect(TestEntries(on: phone.system) == old)
  }
}

extension POSIXFolder {
  /// All bytes of a file.
  func bytes(of path: String) throws -> [UInt8] {
    try open(path).contents(path: path)
  }
}
