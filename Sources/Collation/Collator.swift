import DirectoryFormat
package import Records
import Threads

/// Merges the candidates of several workers into one ascending stream of entries.
///
/// The result depends on the set of candidates alone: not on workers, memory, batches or order.
/// Memory stays within the budget; what does not fit spills to nameless files in the scratch
/// folder, so nothing is left there on any way out, a kill included.
package final class Collator: Sendable {
  let settings: CollationSettings
  let scratchDirectory: String
  let precedence: Precedence
  let budget: Int
  let share: Int
  private let taken = Locked(Taken())

  /// What the workers have handed over.
  struct Taken: Sendable {
    var inMemory: [SortedRun] = []
    var spilled: [SortedRun] = []
    var produced = 0
    var bounds: [Int] = []
  }

  /// Creates a collator.
  ///
  /// - Parameters:
  ///   - settings: How to merge.
  ///   - memoryInBytes: Budget for all buffers together; seven eighths go to the workers.
  ///   - scratchDirectory: Where runs spill; made when first needed.
  ///   - workers: How many workers will be made; at least 1.
  /// - Throws: `CollationError.tooManySources`.
  package init(
    settings: CollationSettings, memoryInBytes: Int, scratchDirectory: String, workers: Int
  ) throws(CollationError) {
    precondition(workers > 0, "a collation needs a worker")
    self.settings = settings
    self.scratchDirectory = scratchDirectory
    precedence = try Precedence(settings: settings)
    budget = max(memoryInBytes, 0)
    share = (budget - budget / 8) / workers
  }

  /// A worker for one more thread.
  package func makeWorker() -> CollationWorker {
    CollationWorker(collator: self, share: share, precedence: precedence)
  }

  func take(runs: [SortedRun], spilled: [SortedRun], produced: Int, bounds: SlotBounds) {
    taken.withLock { taken in
      taken.inMemory += runs
      taken.spilled += spilled
      taken.produced += produced
      if taken.bounds.isEmpty {
        taken.bounds = bounds.counts
      } else {
        for (slot, count) in bounds.counts.enumerated() { taken.bounds[slot] += count }
      }
    }
  }

  /// What the workers, all closed, have handed over; nothing is left behind.
  func handedOver() -> Taken {
    taken.withLock { taken in
      defer { taken = Taken() }
      return taken
    }
  }

  /// Merges what the workers, all closed, have handed over; once only.
  ///
  /// - Parameters:
  ///   - entries: Gets the entries, numbers ascending; the batch is valid during the call, and the
  ///     merge goes on beside it on another thread.
  ///   - conflict: Gets the lines of conflicts.csv, numbers ascending.
  /// - Throws: `CollationError.overCap` before the first entry; what the callbacks throw.
  /// - Returns: The account of all candidates, which balances.
  package func finish(
    entries: (EntryBatch) throws -> Void, conflict: (ConflictLine) throws -> Void
  ) throws -> CollationOutcome {
    let taken = handedOver()
    // What the chunks gave back is more than reading needs; the stages after want memory too.
    let room = min(budget - taken.inMemory.reduce(0) { $0 + $1.memory }, budget / 4)
    var written = taken.spilled.reduce(0) { $0 + $1.count }
    let spilled = try narrowed(taken.spilled, room: room, written: &written)
    let runs = taken.inMemory + spilled
    let produced = taken.produced
    let listsPerNumber = settings.both == .keep ? 2 : 1
    if taken.bounds.contains(where: { $0 * listsPerNumber > settings.cap }) {
      try settings.checkCap(count(runs, room: room))
    }
    let handover = Handover()
    try SystemThread.start {
      handover.end(Result { try self.merge(runs, room: room, into: handover) })
    }
    var outcome = try handover.finish { portion in
      if portion.batch.entries.count > 0 { try entries(portion.batch) }
      for line in portion.conflicts { try conflict(line) }
    }
    // Giving the runs back takes the system a while, which nobody has to wait for.
    try? SystemThread.start { withExtendedLifetime(runs) {} }
    outcome.produced = produced
    outcome.spilledBytes = written
    return outcome
  }

  /// The account of a merge that writes nothing.
  private func count(_ runs: [SortedRun], room: Int) throws -> CollationOutcome {
    let batch = EntryWriter.makeBatch()
    var resolver = GroupResolver(
      settings: settings, precedence: precedence, batch: batch, isCounting: true)
    try merge(
      runs, room: room, into: &resolver,
      next: {
        batch.bytes.removeAll()
        return batch
      }, conflict: { _ in })
    return resolver.outcome
  }

  /// Merges into the portions of a handover, the last one included.
  private func merge(
    _ runs: [SortedRun], room: Int, into handover: Handover
  ) throws -> CollationOutcome {
    var resolver = GroupResolver(
      settings: settings, precedence: precedence, batch: handover.batch, isCounting: false)
    try merge(
      runs, room: room, into: &resolver, next: handover.next, conflict: handover.add)
    try resolver.handOut(next: handover.next)
    return resolver.outcome
  }

  private func merge(
    _ runs: [SortedRun], room: Int, into resolver: inout GroupResolver,
    next: () throws -> EntryBatch, conflict: (ConflictLine) throws -> Void
  ) throws {
    var merger = try RunMerger(runs[...], bufferSize: bufferSize(for: runs, room: room))
    var former: UInt64 = 0
    while let run = merger.first {
      let head = merger.candidate(of: run)
      guard head.key > former, head.key < UInt64(Int64.max) else {
        throw CollationError.notAscending(Int64(clamping: head.key), after: Int64(former))
      }
      former = head.key
      let following = merger.following(of: run)
      if following > 0 {
        former = head.key &+ UInt64(following)
        try resolver.add(head, following: following, next: next, conflict: conflict)
        try merger.advance(run: run, past: following)
        continue
      }
      var shared = merger.left(of: run)
      var tied = 1
      try resolver.begin(head, next: next)
      try merger.advance(run)
      while merger.firstKey == former, let another = merger.first {
        shared = min(shared, merger.left(of: another))
        tied &+= 1
        resolver.add(merger.candidate(of: another))
        try merger.advance(another)
      }
      if shared > 0, resolver.decidesRows {
        // Rows of several records for the same numbers: what holds for one holds for all of them.
        let following = merger.following(shared, of: tied, behind: former)
        let done = try resolver.end(following: following, conflict: conflict)
        try merger.advance(tied, past: done)
        former &+= UInt64(done)
      } else {
        try resolver.end(conflict: conflict)
      }
    }
  }

  // Spilled runs.

  /// Memory for reading a run and for writing one.
  private static let largestBuffer = 256 << 10
  private static let writerSize = 640 << 10

  func bufferSize(for runs: [SortedRun], room: Int) -> Int {
    let spilled = runs.count { $0.isSpilled }
    guard spilled > 0 else { return 0 }
    return min(max(room / (spilled + 1), RunReader.smallest), Self.largestBuffer)
  }

  /// Merges spilled runs into fewer and longer ones until they can be read at once in `room` bytes.
  ///
  /// No more are merged than must be, the first ones first, so that most are written once.
  func narrowed(
    _ spilled: [SortedRun], room: Int, written: inout Int
  ) throws(CollationError) -> [SortedRun] {
    let fanIn = min(max((room - Self.writerSize) / RunReader.smallest, 2), 1_024)
    var runs = spilled[...]
    while runs.count > fanIn {
      let some = runs.prefix(min(fanIn, runs.count - fanIn + 1))
      let joined = try joined(some)
      runs = runs.dropFirst(some.count) + [joined]
      written += joined.count
    }
    return Array(runs)
  }

  private func joined(_ runs: ArraySlice<SortedRun>) throws(CollationError) -> SortedRun {
    let writer = try RunWriter(ScratchFile(in: scratchDirectory), memory: Self.writerSize)
    var room = try writer.begin(most: runs.reduce(0) { $0 + $1.count })
    var merger = try RunMerger(runs, bufferSize: RunReader.smallest)
    var former: UInt64 = 0
    while let run = merger.first {
      let candidate = merger.candidate(of: run)
      if room.place > room.last { room = try writer.turn(at: room.place) }
      let following = merger.following(of: run)
      room.place = RunFormat.write(
        candidate, following: following, behind: former, to: room.place)
      former = candidate.key &+ UInt64(following)
      try merger.advance(run: run, past: following)
    }
    let joined = try writer.end(at: room.place)
    try writer.wait()
    return joined
  }
}
