import Records
import Testing

@testable import Normalization

@Suite("Cells of a record")
struct RecordCellsTests {
  private static let fields: [Field] = [.number, .label, .number]

  @Test("are sorted anew whenever their columns or their order change")
  func shapes() {
    let batch = RecordBatch()
    batch.bytes.append(UInt8(ascii: "x"))
    let cells = RecordCells()
    // By record: its columns, then the places of its number cells and of its label.
    let records: [(columns: [UInt32], numbers: [Int32], label: Int32)] = [
      ([0, 1], [0], 1), ([1, 0], [1], 0), ([0, 2], [0, 1], -1), ([0, 1, 2], [0, 2], 1),
      ([0, 1], [0], 1), ([1], [], 0), ([], [], -1), ([2, 1], [0], 1),
    ]
    for record in records {
      let first = batch.cells.count
      for column in record.columns {
        batch.cells.append(RecordBatch.Cell(offset: 0, count: 1, column: column))
      }
      Self.fields.withUnsafeBufferPointer {
        cells.gather(
          RecordBatch.Record(
            line: 1, byteOffset: 0, ordinal: 1, rawOffset: 0, rawCount: 0,
            firstCell: UInt32(first), cellCount: UInt32(record.columns.count), state: .cells),
          in: batch, fields: $0)
      }
      let start = Int32(first)
      #expect(cells.count(of: .number) == record.numbers.count, "\(record)")
      for (position, place) in record.numbers.enumerated() {
        #expect(cells.cell(of: .number, at: position) == start + place, "\(record)")
      }
      let label = cells.cell(of: .label, at: 0)
      #expect(label == (record.label < 0 ? -1 : start + record.label), "\(record)")
      #expect(cells.filledCell(of: .label, in: batch) == label, "\(record)")
    }
  }
}
