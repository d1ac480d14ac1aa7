import DirectoryFormat
import Records

/// Fills entry batches, copying labels into the batch, and counts what each slot gets.
struct EntryWriter {
  private let batch = EntryBatch()
  private let slots: SlotAssignment
  private let isCounting: Bool
  private var block: UInt64 = .max
  private var slot = 0

  private static let batchSize = 1 << 12
  private static let labelCapacity = 1 << 18

  /// A counting writer counts and hands out nothing.
  init(slots: SlotAssignment, isCounting: Bool) {
    self.slots = slots
    self.isCounting = isCounting
    if !isCounting { batch.bytes.reserve(additional: Self.labelCapacity) }
  }

  /// Adds one entry; hands the batch out before it overflows.
  @inline(__always)
  mutating func add(
    _ number: UInt64, label: UnsafeBufferPointer<UInt8>, isBlocking: Bool,
    outcome: inout CollationOutcome, entries: (EntryBatch) throws -> Void
  ) throws {
    let wanted = number / UInt64(SlotAssignment.numbersPerBlock)
    if wanted != block {
      block = wanted
      slot = slots.slot(ofBlock: Int64(wanted))
    }
    if isBlocking {
      outcome.blocking[slot] += 1
    } else {
      outcome.identification[slot] += 1
    }
    if isCounting { return }
    // Labels never move: the batch goes out before its bytes would have to grow.
    if batch.entries.count == Self.batchSize
      || batch.bytes.count + label.count > Self.labelCapacity
    {
      try flush(entries: entries)
    }
    let start = UnsafePointer(batch.bytes.base + batch.bytes.count)
    if !isBlocking { batch.bytes.append(contentsOf: label) }
    batch.entries.append(
      EntryBatch.Entry(
        number: Int64(number), label: isBlocking ? nil : start,
        labelCount: isBlocking ? 0 : UInt32(label.count), slot: UInt16(slot),
        isBlocking: isBlocking))
  }

  /// Hands out what is left.
  func flush(entries: (EntryBatch) throws -> Void) throws {
    guard batch.entries.count > 0 else { return }
    try entries(batch)
    batch.entries.removeAll()
    batch.bytes.removeAll()
  }
}
