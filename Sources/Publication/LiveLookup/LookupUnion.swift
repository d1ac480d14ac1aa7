import Comparison
import DirectoryFormat
import LiveLookup

/// Compares two generations over slots and data sets together.
///
/// Where entries are in data sets alone, the slots do not tell what vanished: a number that moved
/// from a slot to the lookup is still there, and one that was only there can go unseen. Each list of
/// both generations is read once. Memory: 256 KiB for each slot, and what `LookupRowMerge` holds.
struct LookupUnion {
  let places: ChunkPlaces
  let former: Manifest
  /// The slots of the new generation.
  let slots: [Manifest.Slot]
  /// The rows of the new data sets.
  let rows: [LookupRows]

  /// Whether the slots alone would not tell.
  var isNeeded: Bool {
    let old = former.liveLookup.map { $0.identity.lookupOnly + $0.block.lookupOnly } ?? 0
    return old > 0 || rows.contains { $0.counts.lookupOnly > 0 }
  }

  /// What changed over both.
  ///
  /// - Throws: `lookup` or an error of files where one of the two cannot be read.
  func changes() throws(PublicationError) -> GenerationChanges {
    var changes = GenerationChanges()
    for useCase in LookupUseCase.allCases {
      let list: DirectoryList = useCase == .block ? .blocking : .identification
      var old: Entries
      var new: Entries
      do {
        old = try Entries(former.slots, list, published(useCase), places)
        new = try Entries(
          slots, list, rows.filter { $0.useCase == useCase && $0.bytes > 0 }.map(\.place), places)
        let count = try compare(&old, &new, &changes[list])
        changes.formerEntries += count
        if list == .identification { changes.formerIdentificationEntries = count }
      } catch let error as ComparisonError {
        throw PublicationError.reading(error)
      } catch { throw PublicationError.lookup(error) }
    }
    return changes
  }

  /// The files of the published rows.
  private func published(_ useCase: LookupUseCase) -> [String] {
    (former.liveLookup?.files ?? []).filter {
      $0.name.hasPrefix(useCase.rawValue) && $0.name.hasSuffix(".binpb")
    }.map { places.folder.place(of: $0.path) }
  }

  /// Counts what changed; gives the number of old entries.
  private func compare(
    _ old: inout Entries, _ new: inout Entries, _ changes: inout ListChanges
  ) throws -> Int {
    var count = 0
    try old.advance()
    try new.advance()
    while old.number < .max || new.number < .max {
      let (before, now) = (old.number, new.number)
      if before < now {
        changes.removed += 1
      } else if now < before {
        changes.added += 1
      } else if !old.label.elementsEqual(new.label) {
        changes.relabelled += 1
      }
      if before <= now {
        count += 1
        try old.advance()
      }
      if now <= before { try new.advance() }
    }
    return count
  }
}

/// The entries of a list, of all slots and of the data set, ascending and each once.
private struct Entries {
  /// The entry's number; `Int64.max` after the last one.
  private(set) var number: Int64 = 0
  /// Its label, valid until the next call.
  private(set) var label = UnsafeRawBufferPointer(start: nil, count: 0)

  private let list: DirectoryList
  private let readers: [LineReader]
  /// The next number of every slot.
  private var next: [Int64]
  private let rows: LookupRowMerge
  private var nextRow: Int64 = 0

  init(
    _ slots: [Manifest.Slot], _ list: DirectoryList, _ files: [String], _ places: ChunkPlaces
  ) throws {
    self.list = list
    readers = slots.map { places.reader($0[list].chunks) }
    next = readers.map { _ in 0 }
    rows = try LookupRowMerge(files)
  }

  /// Goes to the next entry.
  mutating func advance() throws {
    for slot in readers.indices where next[slot] == number {
      if number > 0, let line = try readers[slot].line(of: list) {
        readers[slot].consume(line.bytes.count)
      }
      next[slot] = try readers[slot].line(of: list)?.number ?? .max
    }
    var row: LookupRow.View?
    if nextRow == number {
      row = try rows.next()?.row
      nextRow = row?.number ?? .max
      heldRow = row
    }
    number = min(next.min() ?? .max, nextRow)
    label = UnsafeRawBufferPointer(start: nil, count: 0)
    guard number < .max else { return }
    if let slot = next.firstIndex(of: number) {
      if let line = try readers[slot].line(of: list) { label = line.label }
    } else if let heldRow {
      label = heldRow.name ?? label
    }
  }

  /// The row that `nextRow` is the number of.
  private var heldRow: LookupRow.View?
}
