internal import Extraction
internal import Records

/// Names for the coordinates of a record: what a person sees instead of indices.
struct SourceNames: Sendable {
  let extractor: Extractor
  let sources: [String]

  func source(of batch: RecordBatch) -> String { sources[batch.source] }

  func path(of batch: RecordBatch) -> String { extractor.files[batch.file].path }

  /// The header name or 1-based index of a cell's column; empty where the whole record is meant.
  func field(of cell: RecordBatch.Cell?, in batch: RecordBatch) -> String {
    guard let cell else { return "" }
    return extractor.fieldName(ofColumn: Int(cell.column), inSource: batch.source)
  }

  /// Whether the records of a batch are elements of XML.
  func hasElements(in batch: RecordBatch) -> Bool {
    extractor.hasElements(inSource: batch.source)
  }

  /// The XML path of the cell, or of the record; empty for CSV.
  func element(
    of record: RecordBatch.Record, cell: RecordBatch.Cell?, in batch: RecordBatch
  ) -> String {
    extractor.elementPath(
      of: record, column: cell.map { Int($0.column) }, inSource: batch.source) ?? ""
  }
}
