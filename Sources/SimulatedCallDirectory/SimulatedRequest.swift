package import DirectoryFormat
import DirectoryLoading

/// One request of a simulated call directory.
///
/// As in CallKit, calls report nothing: the first fault decides how the request ends, and later
/// calls have no effect.
package final class SimulatedRequest: CallDirectoryContext {
  private let directory: SimulatedCallDirectory
  private let saysIncremental: Bool
  private var hasReadIncremental = false
  private var hasChanged = false
  private var last: (identification: Int64, blocking: Int64) = (0, 0)
  private var isOver = false
  private var killAfter = Int.max
  /// The rows as they will be if the request succeeds.
  private var identification: [Int64: String]
  private var blocking: Set<Int64>

  /// The first fault.
  package private(set) var fault: CallDirectoryFault?
  /// Entries added, both lists.
  package private(set) var additions = 0
  /// Entries removed one by one, both lists.
  package private(set) var removals = 0
  /// How often a removal followed an addition: each costs a round trip between processes.
  package private(set) var alternations = 0
  /// Transactions of 10 000 entries that the additions filled.
  package var transactions: Int { additions / SimulatedCallDirectory.entriesPerTransaction }

  init(directory: SimulatedCallDirectory, saysIncremental: Bool) {
    self.directory = directory
    self.saysIncremental = saysIncremental
    identification = directory.identification
    blocking = directory.blocking
  }

  /// Whether removals are allowed.
  package var isIncremental: Bool {
    if hasChanged, directory.strictness == .strict { fail(.loadingInterrupted) }
    if !hasChanged { hasReadIncremental = true }
    return saysIncremental
  }

  /// The process is killed after so many more calls.
  package func kill(afterCalls calls: Int) { killAfter = calls }

  /// Adds to the blocking list.
  package func addBlockingEntry(withNextSequentialPhoneNumber number: Int64) {
    guard begin(), admit(number, behind: last.blocking, .blocking) else { return }
    last.blocking = number
    guard directory.storesRows else { return }
    if isEffectivelyIncremental, !blocking.insert(number).inserted {
      return fail(.constraint, .blocking, number: number)
    }
    blocking.insert(number)
  }

  /// Adds to the identification list; an empty or over-long label drops the entry silently.
  package func addIdentificationEntry(
    withNextSequentialPhoneNumber number: Int64, label: UnsafeRawBufferPointer
  ) {
    guard begin(), admit(number, behind: last.identification, .identification) else { return }
    last.identification = number
    guard label.count >= 1, label.count <= DirectoryLimits.longestLabelInBytes else {
      directory.droppedLabels += 1
      return
    }
    guard directory.storesRows else { return }
    let former = identification.updateValue(String(decoding: label, as: UTF8.self), forKey: number)
    // Apple says nothing about an identification number that is added again without removal.
    if isEffectivelyIncremental, former != nil, directory.strictness == .strict {
      fail(.constraint, .identification, number: number)
    }
  }

  /// Removes from the blocking list; a number that is not there does no harm.
  package func removeBlockingEntry(withPhoneNumber number: Int64) {
    guard beginRemoval(.blocking, number) else { return }
    blocking.remove(number)
  }

  /// Removes from the identification list; a number that is not there does no harm.
  package func removeIdentificationEntry(withPhoneNumber number: Int64) {
    guard beginRemoval(.identification, number) else { return }
    identification.removeValue(forKey: number)
  }

  /// Empties the blocking list.
  package func removeAllBlockingEntries() {
    guard beginRemoval(.blocking, 0) else { return }
    blocking.removeAll()
  }

  /// Empties the identification list.
  package func removeAllIdentificationEntries() {
    guard beginRemoval(.identification, 0) else { return }
    identification.removeAll()
  }

  /// Makes the call of one line of a delta.
  package func take(_ line: DeltaLine) {
    switch (line.isRemoval, line.list) {
    case (true, .identification): removeIdentificationEntry(withPhoneNumber: line.number)
    case (true, .blocking): removeBlockingEntry(withPhoneNumber: line.number)
    case (false, .identification):
      addIdentificationEntry(withNextSequentialPhoneNumber: line.number, label: line.label)
    case (false, .blocking): addBlockingEntry(withNextSequentialPhoneNumber: line.number)
    }
  }

  /// Ends the request as `completeRequest` does; `expired`: the system's time was over before.
  @discardableResult
  package func complete(expired: Bool = false) -> CallDirectoryFault? {
    guard !isOver else { return fault }
    if expired, fault == nil { fail(.loadingInterrupted) }
    return end()
  }

  /// Ends the request as `cancelRequest(withError:)` does: the rows are gone.
  package func cancel() {
    guard !isOver else { return }
    fail(.unknown)
    _ = end()
  }
}

extension SimulatedRequest {
  /// Incremental means: it says so, and the extension asked before its first change.
  private var isEffectivelyIncremental: Bool { saysIncremental && hasReadIncremental }

  /// Begins a call: false if it has no effect any more.
  private func begin() -> Bool {
    if killAfter == 0, fault == nil { killed() }
    killAfter -= 1
    guard fault == nil, !isOver else { return false }
    if !hasChanged {
      hasChanged = true
      if !isEffectivelyIncremental {
        identification.removeAll()
        blocking.removeAll()
      }
    }
    return true
  }

  private func beginRemoval(_ list: DirectoryList, _ number: Int64) -> Bool {
    guard begin() else { return false }
    guard saysIncremental else {
      // An exception that Swift cannot catch: the extension crashes.
      fail(.loadingInterrupted, list, number: number)
      return false
    }
    guard hasReadIncremental else {
      fail(.unexpectedIncrementalRemoval, list, number: number)
      return false
    }
    if additions > 0 { alternations += 1 }
    removals += 1
    return true
  }

  private func admit(_ number: Int64, behind previous: Int64, _ list: DirectoryList) -> Bool {
    guard number > previous, number <= DirectoryLimits.largestNumber else {
      // 0 as the first number compares equal to the start of the order, hence its code.
      let code: CallDirectoryFault.Code =
        number > DirectoryLimits.largestNumber
        ? .unknown : number == previous ? .duplicateEntries : .entriesOutOfOrder
      fail(code, list, previous: previous, number: number)
      return false
    }
    additions += 1
    guard additions <= DirectoryLimits.mostEntriesPerSlot else {
      fail(.maximumEntriesExceeded, list, previous: previous, number: number)
      return false
    }
    if directory.storesRows, directory.strictness == .lenient,
      additions > 1, (additions - 1) % SimulatedCallDirectory.entriesPerTransaction == 0
    {
      commit()
    }
    return true
  }

  private func fail(
    _ code: CallDirectoryFault.Code, _ list: DirectoryList? = nil, previous: Int64 = 0,
    number: Int64 = 0
  ) {
    guard fault == nil else { return }
    fault = CallDirectoryFault(code, list: list, previous: previous, number: number)
  }

  private func commit() {
    directory.identification = identification
    directory.blocking = blocking
  }

  private func killed() {
    fault = CallDirectoryFault(.loadingInterrupted)
    isOver = true
    directory.isLoading = false
    directory.nextIsIncremental = true
    if directory.strictness == .strict { directory.wipe() }
  }

  private func end() -> CallDirectoryFault? {
    isOver = true
    directory.isLoading = false
    directory.nextIsIncremental = true
    if fault != nil {
      directory.wipe()
    } else {
      // A first load without a call stores the empty set; an incremental one changes nothing.
      if !hasChanged, !isEffectivelyIncremental {
        identification.removeAll()
        blocking.removeAll()
      }
      commit()
    }
    return fault
  }
}
