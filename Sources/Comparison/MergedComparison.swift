package import DirectoryFormat

/// Compares a list over all slots, for generations whose slots differ.
///
/// A number that only moved to another slot is the same on both sides, so it is no difference. Line
/// by line, about ten times slower than `ListComparison.compare`; adding a slot is rare.
package struct MergedComparison {
  private var old: MergedLines
  private var new: MergedLines

  /// Creates the comparison of one list, with a reader for every slot.
  package init(_ list: DirectoryList, old: [LineReader], new: [LineReader]) {
    self.old = MergedLines(list, old)
    self.new = MergedLines(list, new)
  }

  /// Reports the differences in ascending order of their numbers; lines are valid during the call.
  package mutating func run(report: (Difference) throws -> Void) throws {
    while true {
      let oldLine = try old.next()
      let newLine = try new.next()
      switch (oldLine, newLine) {
      case (nil, nil): return
      case (let line?, nil):
        try report(.removed(line))
        old.consume()
      case (nil, let line?):
        try report(.added(line))
        new.consume()
      case (let oldLine?, let newLine?) where oldLine.number < newLine.number:
        try report(.removed(oldLine))
        old.consume()
      case (let oldLine?, let newLine?) where newLine.number < oldLine.number:
        try report(.added(newLine))
        new.consume()
      case (let oldLine?, let newLine?):
        if !oldLine.label.elementsEqual(newLine.label) {
          try report(.relabelled(oldLine, newLine))
        }
        old.consume()
        new.consume()
      }
    }
  }
}

/// The lines of several readers in the order of their numbers.
private struct MergedLines {
  private let list: DirectoryList
  private let readers: [LineReader]
  private var heads: [LineView?]
  private var stale: [Int]
  private var smallest: Int?

  init(_ list: DirectoryList, _ readers: [LineReader]) {
    self.list = list
    self.readers = readers
    heads = readers.map { _ in nil }
    stale = Array(readers.indices)
  }

  /// The smallest line that is not consumed.
  mutating func next() throws -> LineView? {
    for index in stale { heads[index] = try readers[index].line(of: list) }
    stale.removeAll(keepingCapacity: true)
    if smallest == nil {
      var least = Int64.max
      for index in heads.indices {
        guard let number = heads[index]?.number, number < least else { continue }
        least = number
        smallest = index
      }
    }
    return smallest.flatMap { heads[$0] }
  }

  /// Takes the smallest line.
  mutating func consume() {
    guard let index = smallest, let line = heads[index] else { return }
    readers[index].consume(line.bytes.count)
    stale.append(index)
    smallest = nil
  }
}
