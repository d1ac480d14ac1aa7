import Records

/// Makes one label of the cells of several columns, in the order in which the pipeline names them.
struct LabelJoint {
  private let columns: [UInt32]
  private let separator: [UInt8]

  /// Prepares the joining; nil where fewer than two columns hold a label.
  init?(columns: [Field], separator: String) {
    self.columns = columns.indices.filter { columns[$0] == .label }.map { UInt32($0) }
    self.separator = Array(separator.utf8)
    if self.columns.count < 2 { return nil }
  }

  /// The cleaned parts with the separator between them, as one label; parts that show nothing are
  /// left out, and of repeated elements of one column the first that holds something counts.
  func label(
    _ cells: borrowing RecordCells, in batch: RecordBatch,
    into buffer: inout ElementBuffer<UInt8>, removed: inout Int
  ) -> LabelCleaner.Outcome {
    let start = buffer.count
    for column in columns {
      guard let text = filledCell(of: column, cells, in: batch) else { continue }
      let end = buffer.count
      if end > start { buffer.append(contentsOf: separator) }
      switch LabelCleaner.clean(text, into: &buffer, removed: &removed) {
      case .unchanged(let offset, let count):
        buffer.append(contentsOf: UnsafeBufferPointer(rebasing: text[offset..<offset + count]))
      case .cleaned: break
      case .empty: buffer.truncate(to: end)
      case .tooLong:
        buffer.truncate(to: start)
        return .tooLong
      }
    }
    return LabelCleaner.cleanEnd(of: &buffer, from: start, removed: &removed)
  }

  private func filledCell(
    of column: UInt32, _ cells: borrowing RecordCells, in batch: RecordBatch
  ) -> UnsafeBufferPointer<UInt8>? {
    for position in 0..<cells.count(of: .label) {
      let cell = batch.cells.base[Int(cells.cell(of: .label, at: position))]
      let text = batch.bytes(of: cell)
      if cell.column == column, !text.isEmptyCell { return text }
    }
    return nil
  }
}

extension ElementBuffer<UInt8> {
  /// Appends the bytes of an array.
  fileprivate mutating func append(contentsOf bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
  }
}
