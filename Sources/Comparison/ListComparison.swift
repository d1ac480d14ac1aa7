package import DirectoryFormat

/// What happened to a number between two generations of a list.
package enum Difference {
  /// It is gone; its former line.
  case removed(LineView)
  /// It is new; its line.
  case added(LineView)
  /// It has another label; the former and the new line.
  case relabelled(LineView, LineView)
}

/// Compares the chunks of a list.
package enum ListComparison {
  /// The chunks that only one of two generations has, and the bytes of those that both have.
  ///
  /// A chunk that both have contributes the same entries to both, and a number stands once in a
  /// list, so the differences are exactly those between the other chunks.
  package static func differingChunks(
    old: [Manifest.Chunk], new: [Manifest.Chunk]
  ) -> (old: [Manifest.Chunk], new: [Manifest.Chunk], bytesShared: Int) {
    let oldHashes = Set(old.map(\.sha256))
    let newHashes = Set(new.map(\.sha256))
    let shared = old.filter { newHashes.contains($0.sha256) }
    return (
      old.filter { !newHashes.contains($0.sha256) }, new.filter { !oldHashes.contains($0.sha256) },
      shared.reduce(0) { $0 + $1.bytes }
    )
  }

  /// Reports the differences of two readers of one list in ascending order of their numbers.
  ///
  /// The lines are valid only during the call. Lines that differ are checked strictly, order
  /// included; equal ones are as good as their files' hashes.
  package static func compare(
    _ list: DirectoryList, old: LineReader, new: LineReader, report: (Difference) throws -> Void
  ) throws {
    var last: Int64 = 0
    while true {
      let hasOld = try old.fill()
      let hasNew = try new.fill()
      guard hasOld || hasNew else { return }
      if hasOld && hasNew {
        let equal = EqualStretch.lines(in: old.window, new.window)
        if equal > 0 {
          old.consume(equal)
          new.consume(equal)
          continue
        }
      }
      let oldLine = hasOld ? try old.line(of: list) : nil
      let newLine = hasNew ? try new.line(of: list) : nil
      last = try step(oldLine, newLine, after: last, old: old, new: new, report: report)
    }
  }

  /// Reports what the smaller of two unequal lines means and consumes it; gives its number.
  private static func step(
    _ oldLine: LineView?, _ newLine: LineView?, after last: Int64, old: LineReader,
    new: LineReader, report: (Difference) throws -> Void
  ) throws -> Int64 {
    let oldNumber = oldLine?.number ?? .max
    let newNumber = newLine?.number ?? .max
    let number = min(oldNumber, newNumber)
    guard number > last else {
      throw ComparisonError.damaged(
        path: oldNumber <= newNumber ? old.path : new.path, line: 0,
        expected: "numbers that ascend", found: "a smaller or equal one")
    }
    if let oldLine, let newLine, oldNumber == newNumber {
      try report(.relabelled(oldLine, newLine))
      old.consume(oldLine.bytes.count)
      new.consume(newLine.bytes.count)
    } else if let oldLine, oldNumber < newNumber {
      try report(.removed(oldLine))
      old.consume(oldLine.bytes.count)
    } else if let newLine {
      try report(.added(newLine))
      new.consume(newLine.bytes.count)
    }
    return number
  }
}
