import Comparison
import DirectoryFormat

/// Compares a slot of a former generation with its new lines as they come, and makes the delta.
///
/// New lines of a list come in order, the lists in any order. Each stretch of the delta is proved
/// before it is kept. For one thread at a time. Memory: a reading buffer, which several may share,
/// and that of `DeltaWriter`.
final class SlotComparer: @unchecked Sendable {
  /// Collects the delta; nil when only the changes are wanted.
  let delta: DeltaWriter?
  private let lists: [ListComparer]

  /// `chunks` gives the old chunks of a list.
  init(
    delta: DeltaWriter?, buffer: ReadingBuffer, old chunks: (DirectoryList) -> [FileStretch]
  ) {
    self.delta = delta
    lists = DirectoryList.allCases.map { list in
      ListComparer(list, old: LineReader(chunks(list), buffer: buffer), delta: delta)
    }
  }

  /// The comparison of one list.
  subscript(list: DirectoryList) -> ListComparer {
    lists[list == .identification ? 0 : 1]
  }

  /// Throws when a delta was made and not all bytes of a list's chunks were compared for it.
  func checkEnd(
    of list: DirectoryList, old: [Manifest.Chunk], new: [Manifest.Chunk]
  ) throws(DeltaProof.Mismatch) {
    guard let delta, !delta.isGivenUp else { return }
    try self[list].proof.checkEnd(old: old, new: new)
  }

  /// The proofs of both lists, in the order of the delta's sections.
  var proofs: [DeltaProof] { lists.map(\.proof) }
}

/// Compares one list of a slot.
final class ListComparer {
  /// What changed so far.
  private(set) var changes = ListChanges()
  private(set) var proof: DeltaProof
  /// Reads the old list, as far as it was compared.
  let old: LineReader
  private let list: DirectoryList
  private var comparison: ListComparison
  private let delta: DeltaWriter?

  init(_ list: DirectoryList, old: LineReader, delta: DeltaWriter?) {
    self.list = list
    self.old = old
    self.delta = delta
    comparison = ListComparison(list)
    proof = DeltaProof(list)
  }

  /// Compares the next new lines.
  func take(_ lines: LineWindow) throws {
    var rest = lines
    while !rest.bytes.isEmpty {
      let hasOld = try old.fill(wanting: rest.bytes.count)
      rest = try step(rest, isRest: !hasOld)
    }
    old.suspend()
  }

  /// No new lines are left: what is left of the old ones is gone.
  func finish() throws {
    let none = LineWindow(UnsafeRawBufferPointer(start: nil, count: 0), path: "")
    while try old.fill() { _ = try step(none, isRest: true) }
    old.suspend()
  }

  /// Compares what is in memory until one side is used up; gives the new lines that are left.
  private func step(_ new: LineWindow, isRest: Bool) throws -> LineWindow {
    let oldLines = old.lines
    let changesBefore = changes
    var oldRest = oldLines
    var newRest = new
    let report: (Difference) -> Void = { difference in
      self.changes.count(difference)
      self.delta?.write(difference, self.list)
    }
    if isRest {
      try comparison.takeRest(old: &oldRest, new: &newRest, report: report)
    } else {
      try comparison.compare(old: &oldRest, new: &newRest, report: report)
    }
    try delta?.keep(list) { fresh in
      try proof.check(
        old: oldLines.before(oldRest), new: new.before(newRest), lines: fresh)
    }
    if changes != changesBefore { try old.startHashing() }
    old.consume(oldLines.bytes.count - oldRest.bytes.count)
    return newRest
  }
}

extension ListChanges {
  /// Counts one difference.
  mutating func count(_ difference: Difference) {
    switch difference {
    case .removed: removed += 1
    case .added: added += 1
    case .relabelled: relabelled += 1
    }
  }
}
