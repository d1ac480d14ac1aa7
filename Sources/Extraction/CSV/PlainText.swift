/// Where the records of a plain UTF-8 file of CSV lie, as its beginning tells.
struct PlainText: Sendable {
  var layout: CSVLayout
  /// Offset of the first record in the file.
  var dataStart: Int
  /// 1-based physical line there.
  var line: UInt64
  var fileEnd: Int
}
