internal import DirectoryFormat
internal import Records

/// Writes merged entries as frames, each of one group of slots.
///
/// Frames come in rounds: a round holds a stretch of numbers, with a frame of each group that has
/// entries there, and begins with one of group 0, which may be empty. Memory: of several groups 2 MiB
/// and a batch, twice over.
final class GroupedEntries {
  /// What waits of a group.
  private struct Waiting: ~Copyable {
    /// Entries without their labels, as payloads have them.
    var heads = ElementBuffer<UInt8>()
    var labels = ElementBuffer<UInt8>()
  }

  private static let bytesPerRound = 2 << 20

  private let writer: FrameWriter
  private let assignment: SlotAssignment
  private let groupOfSlot: [Int]
  private let groups: Int
  private let waiting: UnsafeMutablePointer<Waiting>
  private var bytes = 0
  private var room: [UInt8] = []

  init(_ groups: SlotGroups, _ assignment: SlotAssignment, _ writer: FrameWriter) {
    self.writer = writer
    self.assignment = assignment
    self.groups = groups.groups
    groupOfSlot = groups.bySlot
    waiting = .allocate(capacity: groups.groups)
    for group in 0..<groups.groups { (waiting + group).initialize(to: Waiting()) }
  }

  deinit {
    waiting.deinitialize(count: groups)
    waiting.deallocate()
  }

  /// Adds a batch.
  func add(_ batch: EntryBatch) throws {
    guard groups > 1 else {
      let count = EntryPayload.write(batch, to: &room)
      return try room.withUnsafeBytes {
        try writer.add(.entries, group: 0, .init(rebasing: $0[..<count]))
      }
    }
    for entry in UnsafeBufferPointer(batch.entries.elements) {
      // One for the lookup alone goes where its number would.
      let slot =
        entry.slot == EntryBatch.Entry.noSlot
        ? assignment.slot(of: entry.number) : Int(entry.slot)
      bytes += Self.add(entry, to: &waiting[groupOfSlot[slot]])
    }
    if bytes >= Self.bytesPerRound { try endRound() }
  }

  private static func add(_ entry: EntryBatch.Entry, to waiting: inout Waiting) -> Int {
    waiting.heads.reserve(additional: EntryPayload.bytesPerEntry)
    EntryPayload.put(
      entry, at: UnsafeMutableRawPointer(waiting.heads.base + waiting.heads.count))
    waiting.heads.commit(additional: EntryPayload.bytesPerEntry)
    let label = UnsafeBufferPointer(start: entry.label, count: Int(entry.labelCount))
    waiting.labels.append(contentsOf: label)
    return EntryPayload.bytesPerEntry + label.count
  }

  /// Writes what waits; called once more at the end.
  func endRound() throws {
    guard bytes > 0 else { return }
    for group in 0..<groups {
      let heads = UnsafeBufferPointer(waiting[group].heads.elements)
      if heads.isEmpty, group > 0 { continue }
      let count = EntryPayload.join(
        heads, UnsafeBufferPointer(waiting[group].labels.elements), to: &room)
      try room.withUnsafeBytes {
        try writer.add(.entries, group: group, .init(rebasing: $0[..<count]))
      }
      waiting[group].heads.removeAll()
      waiting[group].labels.removeAll()
    }
    bytes = 0
  }
}
