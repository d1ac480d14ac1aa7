import Records

/// Reads one file from its start to its end; used by one thread at a time.
protocol RecordReader: AnyObject {
  /// Fills an empty batch with the next records; false, and then always false, at the end.
  func fill(_ batch: RecordBatch) throws(ExtractionError) -> Bool

  /// The 1-based last line where it has no end and the format wants one; right once `fill` gave false.
  var openLine: UInt64? { get }
}
