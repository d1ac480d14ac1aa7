import SimulatedCallDirectory
import Testing

/// What the settings of the simulated system change, one by one.
@Suite struct SimulatedRulesTests {
  private func rules(_ change: (inout SimulatedRules) -> Void) -> SimulatedRules {
    var rules = SimulatedRules.strict
    change(&rules)
    return rules
  }

  /// A system with the rows 1 … 3 and the blocked number 9.
  private func loaded(_ rules: SimulatedRules) throws -> SimulatedCallDirectory {
    let directory = SimulatedCallDirectory(rules: rules)
    let request = try directory.request()
    for number in Int64(1)...3 { request.identify(number, "old") }
    request.block(9)
    #expect(request.complete() == nil)
    return directory
  }

  @Test func aKillOutsideCalls() throws {
    for (rules, left) in [(SimulatedRules.strict, 0), (.lenient, 3)] {
      let directory = try loaded(rules)
      let request = try directory.request()
      request.kill()
      #expect(directory.labels.count == left && !directory.isLoading)
      #expect(request.complete()?.code == .loadingInterrupted, "a dead process completes nothing")
      #expect(directory.labels.count == left)
      #expect(try directory.request().isIncremental)
    }
    let directory = try loaded(.strict)
    let request = try directory.request()
    #expect(request.isIncremental)
    #expect(request.complete() == nil)
    request.kill()
    #expect(directory.labels.count == 3, "behind the end of its request a process may die")
  }

  @Test func whatATransactionStoredStays() throws {
    let directory = try loaded(
      rules {
        $0.killed = .keepsTransactions
        $0.changesPerTransaction = 2
      })
    let request = try directory.request()
    #expect(request.isIncremental)
    for number in Int64(1)...3 { request.removeIdentificationEntry(withPhoneNumber: number) }
    request.kill()
    #expect(Set(directory.labels.keys) == [3])
  }

  @Test func aRestartInAFirstLoad() throws {
    for again in [false, true] {
      let directory = SimulatedCallDirectory(rules: rules { $0.restartKeepsFirst = again })
      let request = try directory.request()
      request.identify(1)
      directory.restart()
      #expect(directory.labels.isEmpty && request.fault != nil)
      #expect(try directory.request().isIncremental == !again)
    }
  }

  @Test func anExpiredRequestThatChangedNothing() throws {
    for (rules, left) in [(SimulatedRules.strict, 0), (.lenient, 3)] {
      let directory = try loaded(rules)
      let request = try directory.request()
      #expect(request.isIncremental)
      #expect(request.complete(expired: true) != nil)
      #expect(directory.labels.count == left)
    }
  }

  @Test func severalLabelsPerNumber() throws {
    let directory = try loaded(rules { $0.addingAgain = .keepsBothLabels })
    let request = try directory.request()
    #expect(request.isIncremental)
    request.identify(2, "new")
    #expect(request.complete() == nil)
    #expect(directory.labels[2] == ["old", "new"] && directory.ambiguousNumbers == 1)
    let second = try directory.request()
    #expect(second.isIncremental)
    second.removeIdentificationEntry(withPhoneNumber: 2)
    second.identify(2, "newer")
    #expect(second.complete() == nil)
    #expect(directory.labels[2] == ["newer"] && directory.ambiguousNumbers == 0)
  }

  @Test func aCompleteSetWithoutAskingUnderBothReadings() throws {
    let replacing = try loaded(.strict)
    let first = try replacing.request()
    first.identify(5)
    #expect(first.complete() == nil)
    #expect(Set(replacing.labels.keys) == [5] && replacing.blocking.isEmpty)
    let keeping = try loaded(
      rules {
        $0.notAsked = .keepsRows
        $0.addingAgain = .keepsBothLabels
      })
    let second = try keeping.request()
    second.identify(3, "new")
    #expect(second.complete() == nil)
    #expect(Set(keeping.labels.keys) == [1, 2, 3], "ghosts")
    #expect(keeping.ambiguousNumbers == 1)
    let third = try keeping.request()
    third.block(9)
    #expect(third.complete()?.code == .constraint)
  }

  @Test func failuresAndCompletionsComeInEitherOrderAndLate() throws {
    for comesFirst in [true, false] {
      let directory = SimulatedCallDirectory(rules: rules { $0.failureComesFirst = comesFirst })
      directory.nextFailure = .unknown
      let request = try directory.request()
      var events: [String] = []
      request.onFailure = { events.append("failed \($0.code.rawValue)") }
      request.identify(1)
      request.complete { events.append("completed \($0)") }
      #expect(events.isEmpty && directory.labels.isEmpty)
      _ = try directory.request().complete()
      request.deliver()
      let expected = ["failed 0", "completed false"]
      #expect(events == (comesFirst ? expected : expected.reversed()))
      request.deliver()
      #expect(events.count { $0.hasPrefix("completed") } == 1)
    }
  }

  @Test func timeAndMemoryAreLimited() throws {
    let directory = SimulatedCallDirectory()
    directory.limits.milliseconds = 1
    directory.limits.microsecondsPerCall = 100
    let request = try directory.request()
    for number in Int64(1)...10 { request.identify(number) }
    #expect(request.fault == nil)
    request.identify(11)
    #expect(request.fault?.code == .loadingInterrupted && directory.labels.isEmpty)
    directory.limits.milliseconds = nil
    directory.limits.memory = 10 << 20
    directory.limits.usedMemory = { 11 << 20 }
    let hungry = try directory.request()
    hungry.batch { hungry.identify(1) }
    #expect(hungry.fault?.code == .loadingInterrupted)
  }

  @Test func rowsAreLostWithoutAWord() throws {
    let directory = try loaded(.strict)
    directory.loseRows()
    #expect(directory.labels.isEmpty && directory.blocking.isEmpty)
    #expect(try directory.request().isIncremental)
  }
}
