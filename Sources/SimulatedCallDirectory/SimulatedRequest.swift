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
  private var callsLeft: Int
  /// The rows as they will be if the request succeeds.
  private var labels: [Int64: [String]]
  private var blocking: Set<Int64>
  private var completion: ((Bool) -> Void)?
  private var hasExpired = false

  /// Hears of a failure as `requestFailed` of the delegate does: also of a request that completed.
  package var onFailure: ((CallDirectoryFault) -> Void)?
  /// The first fault.
  package private(set) var fault: CallDirectoryFault?
  /// Entries added, both lists.
  package private(set) var additions = 0
  /// Entries removed one by one, both lists.
  package private(set) var removals = 0
  /// How often a removal followed an addition: each costs a round trip between processes.
  package private(set) var alternations = 0
  /// Transactions that the additions filled.
  package var transactions: Int { additions / directory.rules.changesPerTransaction }

  init(directory: SimulatedCallDirectory, saysIncremental: Bool) {
    self.directory = directory
    self.saysIncremental = saysIncremental
    labels = directory.labels
    blocking = directory.blocking
    callsLeft = directory.limits.calls
  }

  /// Whether removals are allowed.
  package var isIncremental: Bool {
    if hasChanged, directory.rules.askingLateFails { fail(.loadingInterrupted) }
    if !hasChanged { hasReadIncremental = true }
    return saysIncremental
  }

  /// The process is killed after so many more calls.
  package func kill(afterCalls calls: Int) { callsLeft = calls }

  /// The process is killed now, inside or outside of a call; a request that is over stays as it is.
  package func kill() {
    guard !isOver else { return }
    fail(.loadingInterrupted)
    end(leaving: directory.rules.killed == .keepsTransactions)
  }

  /// Runs one batch of calls; the process is killed if it then takes more memory than it is given.
  package func batch(_ calls: () -> Void) {
    calls()
    if let memory = directory.limits.memory, directory.limits.usedMemory() > memory { kill() }
  }

  /// Adds to the blocking list.
  package func addBlockingEntry(withNextSequentialPhoneNumber number: Int64) {
    guard begin(), admit(number, behind: last.blocking, .blocking) else { return }
    last.blocking = number
    guard directory.storesRows else { return }
    if keepsFormerRows, !blocking.insert(number).inserted {
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
    let text = String(decoding: label, as: UTF8.self)
    // Apple says nothing about an identification number that is added again without removal.
    if labels[number] != nil, keepsFormerRows {
      switch directory.rules.addingAgain {
      case .fails: return fail(.constraint, .identification, number: number)
      case .keepsBothLabels: labels[number]?.append(text)
      case .replacesLabel: labels[number] = [text]
      }
    } else {
      labels[number] = [text]
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
    labels.removeValue(forKey: number)
  }

  /// Empties the blocking list.
  package func removeAllBlockingEntries() {
    guard beginRemoval(.blocking, 0) else { return }
    blocking.removeAll()
  }

  /// Empties the identification list.
  package func removeAllIdentificationEntries() {
    guard beginRemoval(.identification, 0) else { return }
    labels.removeAll()
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
    hasExpired = expired
    if fault == nil, let code = directory.nextFailure {
      directory.nextFailure = nil
      fail(code)
    }
    let hadFault = fault != nil
    if expired { fail(.loadingInterrupted) }
    end(leaving: !hadFault && directory.rules.expired == .keepsTransactions)
    return fault
  }

  /// Ends the request, and keeps its completion until the system calls it: `deliver`.
  package func complete(expired: Bool = false, then completion: @escaping (Bool) -> Void) {
    complete(expired: expired)
    self.completion = completion
  }

  /// Calls the completion and, of a request that failed, what hears of failures, in the order of the
  /// rules; as late as one likes.
  package func deliver() {
    let completion = self.completion
    self.completion = nil
    if directory.rules.failureComesFirst { report() }
    completion?(hasExpired)
    if !directory.rules.failureComesFirst { report() }
  }

  /// Ends the request as `cancelRequest(withError:)` does: the rows are gone.
  package func cancel() {
    guard !isOver else { return }
    fail(.unknown)
    end(leaving: false)
  }
}

extension SimulatedRequest {
  /// Whether the rows that are there stay after the first change.
  private var keepsFormerRows: Bool {
    saysIncremental && (hasReadIncremental || directory.rules.notAsked == .keepsRows)
  }

  private func report() {
    if let fault, !hasExpired { onFailure?(fault) }
  }

  /// Begins a call: false if it has no effect any more.
  private func begin() -> Bool {
    if callsLeft == 0 { kill() }
    callsLeft -= 1
    guard fault == nil, !isOver else { return false }
    // Each call finds stored what filled a transaction before it.
    if directory.storesRows, changes > 0, changes % directory.rules.changesPerTransaction == 0 {
      storeTransaction()
    }
    if !hasChanged {
      hasChanged = true
      if !keepsFormerRows {
        labels.removeAll()
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
    return true
  }

  private func fail(
    _ code: CallDirectoryFault.Code, _ list: DirectoryList? = nil, previous: Int64 = 0,
    number: Int64 = 0
  ) {
    guard fault == nil else { return }
    fault = CallDirectoryFault(code, list: list, previous: previous, number: number)
  }

  /// Calls that changed something.
  private var changes: Int { additions + removals }

  private func storeTransaction() {
    guard directory.rules.killed == .keepsTransactions else { return }
    commit()
  }

  private func commit() {
    directory.labels = labels
    directory.blocking = blocking
  }

  /// Ends the request; `rows`: of one that failed, what was stored so far stays.
  private func end(leaving rows: Bool) {
    isOver = true
    if fault == nil {
      // A first load without a call stores the empty set; an incremental one changes nothing.
      if !hasChanged, !keepsFormerRows {
        labels.removeAll()
        blocking.removeAll()
      }
      commit()
    }
    directory.end(fault, leaves: rows)
  }
}
