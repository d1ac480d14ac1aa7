internal import Records

/// Puts the entries of a round of frames back into the order of their numbers.
///
/// Memory: the round, twice over.
final class EntryRound {
  private var batches: [EntryBatch] = []
  private var used = 0
  private let whole = EntryBatch()
  private var order: [(number: Int64, batch: Int32, index: Int32)] = []

  /// The batch for the next frame.
  func next() -> EntryBatch {
    if used == batches.count { batches.append(EntryBatch()) }
    used += 1
    return batches[used - 1]
  }

  /// Hands the entries over and begins the next round.
  func end(_ body: (EntryBatch) throws -> Void) throws {
    defer { used = 0 }
    if used == 0 { return }
    if used == 1 { return try body(batches[0]) }
    order.removeAll(keepingCapacity: true)
    for place in 0..<used {
      for index in 0..<batches[place].entries.count {
        order.append((batches[place].entries[index].number, Int32(place), Int32(index)))
      }
    }
    // One number has one group, so that the order within it stays.
    order.sort { ($0.number, $0.batch, $0.index) < ($1.number, $1.batch, $1.index) }
    whole.entries.removeAll()
    for place in order {
      whole.entries.append(batches[Int(place.batch)].entries[Int(place.index)])
    }
    try body(whole)
  }
}
