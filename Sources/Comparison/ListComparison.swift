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

/// Finds the differences of two generations of one list, window by window, in ascending order of
/// their numbers.
///
/// The reported lines are valid only during the call. Lines that differ are checked strictly, order
/// included; equal ones are as good as their files' hashes.
package struct ListComparison {
  private let list: DirectoryList
  private var last: Int64 = 0

  /// Starts the comparison of a list.
  package init(_ list: DirectoryList) { self.list = list }

  /// Consumes lines of both windows until one has none left.
  package mutating func compare(
    old: inout LineWindow, new: inout LineWindow, report: (Difference) throws -> Void
  ) throws {
    while !old.bytes.isEmpty && !new.bytes.isEmpty {
      let equal = EqualStretch.lines(in: old.bytes, new.bytes)
      if equal > 0 {
        old.consume(equal)
        new.consume(equal)
      } else {
        try step(&old, &new, report)
      }
    }
  }

  /// Consumes all lines of a window when the other list has ended and its window is empty.
  package mutating func takeRest(
    old: inout LineWindow, new: inout LineWindow, report: (Difference) throws -> Void
  ) throws {
    while !old.bytes.isEmpty || !new.bytes.isEmpty { try step(&old, &new, report) }
  }

  /// Reports what the smaller of two unequal lines means and consumes it.
  private mutating func step(
    _ old: inout LineWindow, _ new: inout LineWindow, _ report: (Difference) throws -> Void
  ) throws {
    let oldLine = try old.line(of: list)
    let newLine = try new.line(of: list)
    let oldNumber = oldLine?.number ?? .max
    let newNumber = newLine?.number ?? .max
    let number = min(oldNumber, newNumber)
    guard number > last else {
      throw (oldNumber <= newNumber ? old : new).fault(
        expected: "numbers that ascend", found: "a smaller or equal one")
    }
    last = number
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
  }
}

extension ListComparison {
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

  /// Reports the differences of two readers of one list.
  package static func compare(
    _ list: DirectoryList, old: LineReader, new: LineReader, report: (Difference) throws -> Void
  ) throws {
    var comparison = ListComparison(list)
    while true {
      let hasOld = try old.fill()
      let hasNew = try new.fill()
      guard hasOld || hasNew else { return }
      var oldLines = old.lines
      var newLines = new.lines
      if hasOld && hasNew {
        try comparison.compare(old: &oldLines, new: &newLines, report: report)
      } else {
        try comparison.takeRest(old: &oldLines, new: &newLines, report: report)
      }
      old.consume(old.window.count - oldLines.bytes.count)
      new.consume(new.window.count - newLines.bytes.count)
    }
  }
}
