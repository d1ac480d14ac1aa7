import DirectoryFormat
import DirectoryLoading
import SimulatedCallDirectory
import Testing

extension SimulatedRequest {
  /// Adds to the identification list with a label of the given text.
  func identify(_ number: Int64, _ label: String = "x") {
    Array(label.utf8).withUnsafeBytes {
      addIdentificationEntry(withNextSequentialPhoneNumber: number, label: $0)
    }
  }

  func block(_ number: Int64) {
    addBlockingEntry(withNextSequentialPhoneNumber: number)
  }
}

@Suite struct SimulatedCallDirectoryTests {
  /// What a first load of these numbers ends with.
  private func firstLoad(_ numbers: [Int64]) throws -> CallDirectoryFault.Code? {
    let request = try SimulatedCallDirectory().request()
    for number in numbers { request.identify(number) }
    return request.complete()?.code
  }

  @Test(
    "order and duplicates have their codes",
    arguments: [
      ([1, 2, 9_223_372_036_854_775_806], nil), ([0], .duplicateEntries),
      ([-1], .entriesOutOfOrder), ([5, 5], .duplicateEntries), ([5, 4], .entriesOutOfOrder),
      ([5, 4, 4], .entriesOutOfOrder), ([Int64.max], .unknown),
    ] as [([Int64], CallDirectoryFault.Code?)])
  func order(numbers: [Int64], code: CallDirectoryFault.Code?) throws {
    #expect(try firstLoad(numbers) == code)
  }

  @Test func theListsCountSeparatelyForOrderAndTogetherForTheCap() throws {
    let request = try SimulatedCallDirectory(storesRows: false).request()
    for number in Int64(1)...1_000_000 { request.identify(number) }
    for number in Int64(1)...999_999 { request.block(number) }
    #expect(request.fault == nil)
    request.block(1_000_000)
    #expect(request.complete()?.code == .maximumEntriesExceeded)
    #expect(request.transactions == 200)
  }

  @Test func removingWhenNotIncrementalCrashes() throws {
    let request = try SimulatedCallDirectory().request()
    #expect(!request.isIncremental)
    request.removeBlockingEntry(withPhoneNumber: 5)
    #expect(request.complete()?.code == .loadingInterrupted)
  }

  @Test func removingWithoutAskingIsUnexpected() throws {
    let directory = SimulatedCallDirectory()
    try directory.request().complete()
    let request = try directory.request()
    request.removeIdentificationEntry(withPhoneNumber: 5)
    #expect(request.complete()?.code == .unexpectedIncrementalRemoval)
  }

  @Test func aFailureWipesAndTheNextRequestStillSaysIncremental() throws {
    let directory = SimulatedCallDirectory()
    let first = try directory.request()
    first.identify(5, "five")
    #expect(first.complete() == nil)
    #expect(directory.label(of: 5) == "five")
    let second = try directory.request()
    #expect(second.isIncremental)
    #expect(directory.label(of: 5) == nil, "numbers are not looked up while loading")
    second.identify(7)
    second.identify(6)
    #expect(second.complete()?.code == .entriesOutOfOrder)
    #expect(directory.identification.isEmpty)
    #expect(try directory.request().isIncremental)
  }

  @Test func incrementalChangesApply() throws {
    let directory = SimulatedCallDirectory()
    let first = try directory.request()
    for number in Int64(1)...5 { first.identify(number, "old") }
    first.block(9)
    first.complete()
    let second = try directory.request()
    #expect(second.isIncremental)
    second.removeIdentificationEntry(withPhoneNumber: 2)
    second.removeIdentificationEntry(withPhoneNumber: 3)
    second.removeIdentificationEntry(withPhoneNumber: 77)
    second.identify(3, "new")
    #expect(second.complete() == nil)
    #expect(directory.identification == [1: "old", 3: "new", 4: "old", 5: "old"])
    #expect(directory.blocking == [9])
  }

  @Test func addingAStoredNumberAgain() throws {
    for (rules, isStrict) in [(SimulatedRules.strict, true), (.lenient, false)] {
      let directory = SimulatedCallDirectory(rules: rules)
      let first = try directory.request()
      first.block(5)
      first.identify(6)
      first.complete()
      let blocked = try directory.request()
      _ = blocked.isIncremental
      blocked.block(5)
      #expect(blocked.complete()?.code == .constraint)
      let again = try directory.request()
      _ = again.isIncremental
      again.identify(6, "a")
      again.complete()
      let identified = try directory.request()
      _ = identified.isIncremental
      identified.identify(6, "b")
      #expect(identified.complete()?.code == (isStrict ? .constraint : nil))
    }
  }

  @Test func aFullLoadWithoutAskingReplacesEverything() throws {
    let directory = SimulatedCallDirectory()
    let first = try directory.request()
    first.identify(1)
    first.complete()
    let second = try directory.request()
    second.identify(2)
    #expect(second.complete() == nil)
    #expect(Set(directory.identification.keys) == [2])
  }

  @Test func askingLateIsAFaultWhenStrict() throws {
    let request = try SimulatedCallDirectory().request()
    request.identify(1)
    _ = request.isIncremental
    #expect(request.complete() != nil)
    let lenient = try SimulatedCallDirectory(rules: .lenient).request()
    lenient.identify(1)
    _ = lenient.isIncremental
    #expect(lenient.complete() == nil)
  }

  @Test func labelsThatIOSDropsAreCounted() throws {
    let directory = SimulatedCallDirectory()
    let request = try directory.request()
    request.identify(1, "")
    request.identify(2, String(repeating: "x", count: 65_535))
    request.identify(3, String(repeating: "x", count: 65_534))
    #expect(request.complete() == nil)
    #expect(directory.droppedLabels == 2)
    #expect(Array(directory.identification.keys) == [3])
  }

  @Test func killedExpiredAndRestarted() throws {
    for (rules, rows) in [(SimulatedRules.strict, 0), (.lenient, 20_000)] {
      let directory = SimulatedCallDirectory(rules: rules)
      let request = try directory.request()
      request.kill(afterCalls: 25_000)
      for number in Int64(1)...30_000 { request.identify(number) }
      #expect(request.fault?.code == .loadingInterrupted)
      #expect(directory.identification.count == rows)
      #expect(try directory.request().isIncremental)
    }
    let directory = SimulatedCallDirectory()
    let expired = try directory.request()
    expired.identify(1)
    #expect(expired.complete(expired: true)?.code == .loadingInterrupted)
    let interrupted = try directory.request()
    interrupted.identify(1)
    #expect(throws: CallDirectoryFault(.currentlyLoading)) { try directory.request() }
    directory.restart()
    #expect(directory.identification.isEmpty)
    _ = try directory.request()
  }

  @Test func disabled() throws {
    let directory = SimulatedCallDirectory()
    let request = try directory.request()
    request.identify(1)
    request.complete()
    directory.disable()
    #expect(throws: CallDirectoryFault(.extensionDisabled)) { try directory.request() }
    directory.enable()
    #expect(directory.identification.isEmpty)
    #expect(try !directory.request().isIncremental)
  }

  @Test func alternatingIsCounted() throws {
    let directory = SimulatedCallDirectory()
    try directory.request().complete()
    let request = try directory.request()
    _ = request.isIncremental
    request.identify(1)
    request.removeIdentificationEntry(withPhoneNumber: 3)
    request.identify(4)
    request.removeIdentificationEntry(withPhoneNumber: 5)
    #expect(request.alternations == 2)
  }

  @Test func everyCodeHasItsName() {
    #expect(CallDirectoryFault.Code.entriesOutOfOrder.name.hasSuffix(".entriesOutOfOrder"))
    #expect(Set(CallDirectoryFault.Code.allCases.map(\.name)).count == 9)
  }
}
