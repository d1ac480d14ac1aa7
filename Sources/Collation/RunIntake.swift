/// Takes sorted runs that other processes made, in any order, for a collator to merge.
///
/// A run is looked through before it is merged: what it says leads to no place outside of it. Used by
/// one thread. Memory: the collator's; what does not fit there goes to scratch.
package final class RunIntake {
  private let collator: Collator
  private let numbers: Range<UInt64>
  private let files: Int
  private var held = HeldRuns()
  private var spilled: [SortedRun] = []
  private var writer: RunWriter?
  private var bounds: SlotBounds
  private let keepsSlots: Bool
  /// Candidates of all runs.
  package private(set) var produced = 0

  private static let writerSize = 640 << 10

  /// Takes runs of numbers in a range, whose candidates come from so many files.
  package init(_ collator: Collator, numbers: Range<Int64>, files: Int) {
    self.collator = collator
    self.numbers = UInt64(max(numbers.lowerBound, 0))..<UInt64(max(numbers.upperBound, 0))
    self.files = files
    bounds = SlotBounds(slots: collator.settings.slots)
    keepsSlots = bounds.counts.count <= Facts.mostSlots
  }

  /// Bytes that must be readable behind a run.
  package static let slack = RunFormat.slack + RunFormat.longestHead

  /// Takes a run, behind which `slack` bytes can be read.
  ///
  /// - Returns: The candidates that it stands for.
  /// - Throws: `CollationError.damagedRun`; what goes wrong with scratch.
  @discardableResult
  package func add(_ run: UnsafeRawBufferPointer) throws -> Int {
    guard let start = run.baseAddress, run.count > 0 else { return 0 }
    let candidates = try inspect(from: start, to: start + run.count)
    produced += candidates
    if held.bytes + run.count + Self.writerSize <= collator.share {
      let room = try held.room(for: run.count)
      room.place.copyMemory(from: start, byteCount: run.count)
      held.keep(to: room.place + run.count)
    } else {
      spilled.append(try spill(run))
    }
    return candidates
  }

  /// Hands all runs to the collator; nothing may be added afterwards.
  package func close() throws {
    try writer?.wait()
    writer = nil
    collator.take(runs: held.runs, spilled: spilled, produced: produced, bounds: bounds)
    held = HeldRuns()
    spilled = []
  }

  private func inspect(
    from start: UnsafeRawPointer, to end: UnsafeRawPointer
  ) throws(CollationError) -> Int {
    let sources = collator.precedence.rankOrdinals.count
    var place = start
    var key: UInt64 = 0
    var former: MergedCandidate?
    var candidates = 0
    while place < end {
      let (sum, overflows) = key.addingReportingOverflow(RunFormat.read(&place))
      guard !overflows, numbers.contains(sum), place < end else { throw .damagedRun }
      let candidate = MergedCandidate(key: sum, tail: place)
      guard candidate.head + 13 <= end, candidate.isSound, candidate.labelCount < 65_535,
        candidate.end <= end, candidate.facts.source < sources, Int(candidate.file) < files
      else { throw .damagedRun }
      if let former, sum == key, candidate.precedesAtEqualKey(former) { throw .damagedRun }
      if sum != key { bounds.count(sum) }
      if keepsSlots, candidate.facts.slot != bounds.slot { throw .damagedRun }
      key = sum
      former = candidate
      candidates += 1 + Int(candidate.repeats)
      place = candidate.end
    }
    return candidates
  }

  private func spill(_ run: UnsafeRawBufferPointer) throws(CollationError) -> SortedRun {
    let writer: RunWriter
    if let opened = self.writer {
      writer = opened
    } else {
      writer = try RunWriter(ScratchFile(in: collator.scratchDirectory), memory: Self.writerSize)
      self.writer = writer
    }
    var room = try writer.begin(most: run.count)
    var rest = run
    while let start = rest.baseAddress, rest.count > 0 {
      let count = min(rest.count, room.last - room.place)
      room.place.copyMemory(from: start, byteCount: count)
      room.place += count
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      if rest.count > 0 { room = try writer.turn(at: room.place) }
    }
    return try writer.end(at: room.place)
  }
}
