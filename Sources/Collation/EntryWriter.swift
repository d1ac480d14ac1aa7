import DirectoryFormat
import Records

/// Fills entry batches and counts what each slot gets.
///
/// Labels are copied into the batch, where the core that formats them finds them in a row.
struct EntryWriter: ~Copyable {
  /// By slot: entries to identify, entries to block.
  private let counts: UnsafeMutablePointer<(Int, Int)>
  private var batch: EntryBatch
  private let slots: SlotAssignment
  private let choice: SlotChoice
  private let isCounting: Bool
  private let precedence: Precedence
  private let lookupOnly: LookupOnlyRule?
  /// Entries to identify and to block that stand in no slot.
  private let lookupCounts: UnsafeMutablePointer<(Int, Int)>
  /// Bytes of the conflicts that go with the batch.
  private var conflictBytes = 0
  /// Slots that candidates bring with them; 0 when there are too many.
  private let keptSlots: Int

  private static let batchSize = 1 << 12
  private static let labelCapacity = 1 << 18
  private static let conflictCapacity = 1 << 18
  /// Candidates longer than this are not kept but for the first one of a number.
  static let longestKept = 1 << 10
  private static let mostBytesPerNumber =
    2 * RunFormat.longestEntry + GroupResolver.mostPlain * longestKept

  /// Fills `batch` first; a counting writer counts and hands out nothing.
  init(
    settings: CollationSettings, precedence: Precedence, batch: EntryBatch, isCounting: Bool
  ) {
    let slots = settings.slots
    self.slots = slots
    self.precedence = precedence
    lookupOnly = settings.lookupOnly
    lookupCounts = .allocate(capacity: 1)
    lookupCounts.initialize(to: (0, 0))
    choice = SlotChoice(slots)
    self.batch = batch
    self.isCounting = isCounting
    let count = slots.identifiers.count
    keptSlots = count <= Facts.mostSlots ? count : 0
    counts = .allocate(capacity: slots.identifiers.count)
    counts.initialize(repeating: (0, 0), count: slots.identifiers.count)
  }

  /// An empty batch that can be filled.
  static func makeBatch() -> EntryBatch {
    let batch = EntryBatch()
    batch.bytes.reserve(additional: labelCapacity + RunFormat.slack)
    return batch
  }

  deinit {
    counts.deallocate()
    lookupCounts.deallocate()
  }

  /// Adds what was counted to an account.
  func settle(into outcome: inout CollationOutcome) {
    for slot in 0..<slots.identifiers.count {
      outcome.identification[slot] += counts[slot].0
      outcome.blocking[slot] += counts[slot].1
    }
    let lookupOnly = lookupCounts.pointee.0 + lookupCounts.pointee.1
    if lookupOnly > 0 { outcome.suppressed[.lookupOnly, default: 0] += lookupOnly }
  }

  /// Hands the batch out unless all that one number may add still fits: labels never move.
  @inline(__always)
  mutating func makeRoom(next: () throws -> EntryBatch) throws {
    if batch.entries.count > Self.batchSize - 2
      || batch.bytes.count > Self.labelCapacity - Self.mostBytesPerNumber
      || conflictBytes > Self.conflictCapacity
    {
      try handOut(next: next)
    }
  }

  /// Hands the batch out and goes on with the next one.
  @inline(never)
  mutating func handOut(next: () throws -> EntryBatch) throws {
    batch = try next()
    conflictBytes = 0
  }

  /// Counts a conflict that goes with the batch.
  mutating func count(_ line: borrowing ConflictLine) {
    conflictBytes += MemoryLayout<ConflictLine>.stride
    for party in line.losers {
      conflictBytes += MemoryLayout<ConflictParty>.stride + party.label.count
    }
  }

  /// A copy of a candidate that stays where it is as long as the batch does.
  @inline(__always)
  func keep(_ candidate: MergedCandidate) -> MergedCandidate {
    let count = candidate.end - candidate.head
    var kept = candidate
    let place = UnsafeMutableRawPointer(batch.bytes.base + batch.bytes.count)
    RunFormat.copyLoosely(candidate.head, count: count, to: place)
    batch.bytes.commit(additional: count)
    kept.head = UnsafeRawPointer(place)
    return kept
  }

  /// Adds one entry for a candidate with `facts`, whose label stays where it is, if it has one.
  @inline(__always)
  func add(
    _ number: UInt64, _ facts: Facts, packed: UInt64, label: UnsafeBufferPointer<UInt8>,
    isBlocking: Bool
  ) {
    if let rule = lookupOnly, precedence.isLookupOnly(rule, number, facts, packed: packed) {
      if isBlocking {
        lookupCounts.pointee.1 &+= 1
      } else {
        lookupCounts.pointee.0 &+= 1
      }
      append(number, facts, label: label, slot: EntryBatch.Entry.noSlot, isBlocking: isBlocking)
      return
    }
    let kept = facts.slot
    let slot = kept < keptSlots ? kept : choice.slot(of: Int64(number))
    if isBlocking {
      counts[slot].1 &+= 1
    } else {
      counts[slot].0 &+= 1
    }
    append(number, facts, label: label, slot: UInt16(slot), isBlocking: isBlocking)
  }

  /// Adds entries to identify for `count` numbers of one slot from a number on, as many as the batch
  /// has room for, at least one; gives how many.
  @inline(never)
  func add(
    _ number: UInt64, count: Int, _ facts: Facts, packed: UInt64,
    label: UnsafeBufferPointer<UInt8>
  ) -> Int {
    let slot = facts.slot
    guard lookupOnly == nil, slot < keptSlots else {
      add(number, facts, packed: packed, label: label, isBlocking: false)
      return 1
    }
    let count = isCounting ? count : min(count, max(Self.batchSize - batch.entries.count, 1))
    counts[slot].0 &+= count
    if isCounting { return count }
    batch.entries.reserve(additional: count)
    let place = batch.entries.base + batch.entries.count
    var entry = entry(number, facts, label: label, slot: UInt16(slot), isBlocking: false)
    for index in 0..<count {
      place[index] = entry
      entry.number &+= 1
    }
    batch.entries.commit(additional: count)
    return count
  }

  @inline(__always)
  private func append(
    _ number: UInt64, _ facts: Facts, label: UnsafeBufferPointer<UInt8>, slot: UInt16,
    isBlocking: Bool
  ) {
    if isCounting { return }
    batch.entries.append(entry(number, facts, label: label, slot: slot, isBlocking: isBlocking))
  }

  @inline(__always)
  private func entry(
    _ number: UInt64, _ facts: Facts, label: UnsafeBufferPointer<UInt8>, slot: UInt16,
    isBlocking: Bool
  ) -> EntryBatch.Entry {
    EntryBatch.Entry(
      number: Int64(number), label: isBlocking ? nil : label.baseAddress,
      labelCount: isBlocking ? 0 : UInt16(truncatingIfNeeded: label.count), slot: slot,
      isBlocking: isBlocking, source: UInt16(truncatingIfNeeded: facts.source),
      baseDigits: UInt8(truncatingIfNeeded: facts.baseDigits))
  }

  /// A copy of a label that stays where it is as long as the batch does.
  func copied(_ label: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    let start = batch.bytes.base + batch.bytes.count
    batch.bytes.append(contentsOf: label)
    return UnsafeBufferPointer(start: start, count: label.count)
  }
}
