/// Where the records of a plain UTF-8 file of CSV lie, as its beginning tells.
struct PlainText: Sendable {
  var layout: CSVLayout
  /// Offset of the first record in the file.
  var dataStart: Int
  /// Where the wanted records end: the end of the file, or the start of a record.
  var dataEnd: Int
  /// 1-based physical line of the first record.
  var line: UInt64
  /// Records of the file before the first one.
  var ordinal: UInt64 = 0
  var fileEnd: Int

  /// Narrows the wanted records down to a stretch of the file.
  mutating func narrow(to stretch: ExportStretch) {
    dataStart = stretch.start
    dataEnd = min(stretch.end, fileEnd)
    line = stretch.line
    ordinal = stretch.ordinal
  }
}
