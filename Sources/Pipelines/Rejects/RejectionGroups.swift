internal import Records

/// Groups the rejections of one worker while their lines are written, by what `NightLine.keys` names, so that
/// the page of the run need not read them back.
///
/// Used by one thread. Memory: 10 000 groups; where a worker meets more, rejects.csv is read after all.
struct RejectionGroups {
  /// A row of rejects.csv that stands for its group.
  struct Row: BitwiseCopyable {
    let worker: Int
    let group: Int
    /// Where it starts, at first in its sheet.
    var offset: Int
  }

  /// Most groups of a worker.
  static let mostGroups = 10_000
  /// Rows that stand for a group.
  static let mostRows = 2

  /// A group that was met, and what its key begins with.
  private struct Met {
    var group = -1
    var reason: UnsafePointer<UInt8>?
    /// How many files had been named when it was met.
    var place = 0
  }
  /// Groups that are found without their key, as a power of two: most rows are of a few.
  private static let mostMet = 256

  private let worker: Int
  private var groups = RejectsGroups(most: RejectionGroups.mostGroups)
  private var isOver = false
  private var key = GroupKey()
  /// Source and path of the file whose record was rejected last, as parts of a key.
  private var place = GroupKey()
  private var placed = (source: -1, file: -1)
  /// How many times `place` was written.
  private var places = 0
  /// By the lowest bits of the hash of reason and shape.
  private var met = [Met](repeating: Met(), count: RejectionGroups.mostMet)

  /// Prepares the groups of a worker, which has a number of its own.
  init(worker: Int) { self.worker = worker }

  /// Counts a rejection whose line starts at an offset; gives the row where it stands for its group.
  ///
  /// The bytes of the reason live as long as the groups do.
  mutating func add(
    reason: WrittenFields, value: UnsafeBufferPointer<UInt8>, of batch: RecordBatch,
    _ names: SourceNames, offset: Int
  ) -> Row? {
    if isOver { return nil }
    placeKey(of: batch, names)
    guard let index = CellShape.lend(of: value, to: { index(reason.bytes, shape: $0) }) else {
      isOver = true
      return nil
    }
    guard groups.count(index) <= Self.mostRows else { return nil }
    return Row(worker: worker, group: index, offset: offset)
  }

  /// The index of the group of rows of the file that was named last, with a reason and a shape.
  @inline(__always)
  private mutating func index(
    _ reason: UnsafeBufferPointer<UInt8>, shape: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    let bits = ByteHash.of(shape) &+ UInt64(UInt(bitPattern: reason.baseAddress))
    let slot = Int(truncatingIfNeeded: bits ^ bits &>> 32) & (Self.mostMet &- 1)
    let met = met[slot]
    if met.group >= 0, met.reason == reason.baseAddress, met.place == places,
      groups.isKey(
        of: met.group, count: reason.count &+ 1 &+ place.count &+ shape.count, endingWith: shape)
    {
      return met.group
    }
    return indexByKey(reason, shape: shape, keptAt: slot)
  }

  @inline(never)
  private mutating func indexByKey(
    _ reason: UnsafeBufferPointer<UInt8>, shape: UnsafeBufferPointer<UInt8>, keptAt slot: Int
  ) -> Int? {
    key.removeAll()
    key.append(reason)
    key.endPart()
    place.lend { key.append($0) }
    key.append(shape)
    guard let index = key.lend(to: { groups.index(of: $0) }) else { return nil }
    met[slot] = Met(group: index, reason: reason.baseAddress, place: places)
    return index
  }

  private mutating func placeKey(of batch: RecordBatch, _ names: SourceNames) {
    if placed == (batch.source, batch.file) { return }
    placed = (batch.source, batch.file)
    places += 1
    place.removeAll()
    for name in [names.source(of: batch), names.path(of: batch)] {
      var name = name
      name.withUTF8 { place.append($0) }
      place.endPart()
    }
  }

  /// The groups of all workers with their rows, which come in the order of the file; nil where they are
  /// too many.
  static func sum(_ parts: [RejectionGroups], rows: [Row]) -> RejectsGroups? {
    var parts = parts
    for row in rows {
      guard let part = parts.firstIndex(where: { $0.worker == row.worker }) else { continue }
      parts[part].groups.change(row.group) { $0.rows.append(row.offset) }
    }
    var sum = RejectsGroups(most: RejectsGrouping.mostGroups)
    for part in parts {
      guard !part.isOver, sum.add(part.groups, samples: mostRows) else { return nil }
    }
    return sum
  }
}

/// The groups of a run's rejections, counted when they were written.
package struct WrittenRejections: Sendable {
  let groups: RejectsGroups
}
