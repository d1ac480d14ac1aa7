import Records

/// Makes record batches from texts.
enum BatchOfTexts {
  /// One record per row; nil is a cell that the record lacks.
  static func make(_ rows: [[String?]]) -> RecordBatch {
    let batch = RecordBatch()
    for row in rows { append(row, to: batch) }
    return batch
  }

  static func append(
    _ row: [String?], to batch: RecordBatch, state: RecordBatch.State = .cells
  ) {
    let firstCell = batch.cells.count
    let ordinal = batch.records.count + 1
    for (column, text) in row.enumerated() {
      guard let text else { continue }
      let offset = batch.bytes.count
      for byte in text.utf8 { batch.bytes.append(byte) }
      batch.cells.append(
        RecordBatch.Cell(
          offset: UInt32(offset), count: UInt32(text.utf8.count), column: UInt32(column)))
    }
    batch.records.append(
      RecordBatch.Record(
        line: UInt64(ordinal), byteOffset: 0, ordinal: UInt64(ordinal), rawOffset: 0, rawCount: 0,
        firstCell: UInt32(firstCell), cellCount: UInt32(batch.cells.count - firstCell), state: state
      ))
  }
}
