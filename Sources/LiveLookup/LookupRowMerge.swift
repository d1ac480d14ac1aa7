/// The rows of several files in the order of their numbers.
///
/// Within each file they must ascend. Memory: 32 MiB of windows, or 2 KiB a file.
package final class LookupRowMerge {
  /// A row and where it stands.
  package struct Item {
    /// The number of its keyword.
    package var number: Int64
    /// The row, valid until the next call.
    package var row: LookupRow.View
    /// 0-based index of its file.
    package var file: Int
  }

  private static let memory = 32 << 20

  private let paths: [String]
  private let readers: [LookupRowReader]
  /// A binary heap, the smallest number first.
  private var heap: [Item] = []
  private var last: [Int64]
  private var isStarted = false

  /// Opens the files.
  package init(_ paths: [String]) throws(LookupReadError) {
    self.paths = paths
    let window = min(max(Self.memory / max(paths.count, 1), 2048), LookupRowReader.windowBytes)
    var readers: [LookupRowReader] = []
    for path in paths {
      readers.append(try LookupRowReader(path, window: window, keepsOpen: paths.count == 1))
    }
    self.readers = readers
    last = paths.map { _ in 0 }
  }

  /// The next row; nil at the end.
  package func next() throws(LookupReadError) -> Item? {
    if !isStarted {
      isStarted = true
      for file in readers.indices { try push(file) }
    } else if let first = heap.first {
      try replace(first.file)
    }
    return heap.first
  }

  private func push(_ file: Int) throws(LookupReadError) {
    guard let item = try item(of: file) else { return }
    heap.append(item)
    var child = heap.count - 1
    while child > 0, heap[child].number < heap[(child - 1) / 2].number {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Takes the next row of the file at the front in the place of the one that was handed out.
  private func replace(_ file: Int) throws(LookupReadError) {
    if let item = try item(of: file) {
      heap[0] = item
    } else {
      heap.swapAt(0, heap.count - 1)
      heap.removeLast()
    }
    var parent = 0
    while true {
      var smallest = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child].number < heap[smallest].number {
        smallest = child
      }
      if smallest == parent { return }
      heap.swapAt(parent, smallest)
      parent = smallest
    }
  }

  private func item(of file: Int) throws(LookupReadError) -> Item? {
    guard let row = try readers[file].row() else { return nil }
    guard let number = row.number else {
      throw .damaged(
        path: paths[file], offset: readers[file].rowOffset,
        reason: "a keyword that is not + and 7 to 15 digits")
    }
    guard number > last[file] else {
      throw .damaged(
        path: paths[file], offset: readers[file].rowOffset,
        reason: number == last[file] ? "its keyword twice" : "a keyword that does not ascend")
    }
    last[file] = number
    return Item(number: number, row: row, file: file)
  }
}
