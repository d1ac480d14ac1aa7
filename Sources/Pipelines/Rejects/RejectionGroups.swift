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

  private let worker: Int
  private var groups = RejectsGroups(most: RejectionGroups.mostGroups)
  private var isOver = false
  private var key = GroupKey()
  /// Source and path of the file whose record was rejected last, as parts of a key.
  private var place = GroupKey()
  private var placed = (source: -1, file: -1)

  /// Prepares the groups of a worker, which has a number of its own.
  init(worker: Int) { self.worker = worker }

  /// Counts a rejection whose line starts at an offset; gives the row where it stands for its group.
  mutating func add(
    reason: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>, of batch: RecordBatch,
    _ names: SourceNames, offset: Int
  ) -> Row? {
    if isOver { return nil }
    placeKey(of: batch, names)
    key.removeAll()
    key.append(reason)
    key.endPart()
    place.lend { key.append($0) }
    CellShape.lend(of: value) { key.append($0) }
    guard let index = key.lend(to: { groups.index(of: $0) }) else {
      isOver = true
      return nil
    }
    groups.change(index) { $0.count += 1 }
    guard groups.groups[index].count <= Self.mostRows else { return nil }
    return Row(worker: worker, group: index, offset: offset)
  }

  private mutating func placeKey(of batch: RecordBatch, _ names: SourceNames) {
    if placed == (batch.source, batch.file) { return }
    placed = (batch.source, batch.file)
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
