internal import Extraction
internal import Records

/// Which files have records with more or fewer cells than their header.
struct RaggedFiles {
  /// By the file's index in the run.
  private var files: [Int: RaggedRecords] = [:]

  /// Creates an empty account.
  init() {}

  /// Counts what a batch tells of its file.
  mutating func add(_ batch: RecordBatch) {
    if batch.ragged.count > 0 { files[batch.file, default: RaggedRecords()] += batch.ragged }
  }

  /// What is known of one file.
  subscript(file: Int) -> RaggedRecords { files[file] ?? RaggedRecords() }

  /// Adds an account of a part of a file.
  mutating func add(_ ragged: RaggedRecords, of file: Int) {
    if ragged.count > 0 { files[file, default: RaggedRecords()] += ragged }
  }

  /// Adds another worker's account.
  static func += (sum: inout RaggedFiles, more: RaggedFiles) {
    for (file, ragged) in more.files { sum.files[file, default: RaggedRecords()] += ragged }
  }

  /// All such records.
  var count: Int { files.values.reduce(0) { $0 + $1.count } }

  /// Such records of one source.
  func count(in list: [ExtractedFile], source: Int) -> Int {
    files.reduce(0) { $0 + (list[$1.key].source == source ? $1.value.count : 0) }
  }

  /// One finding for each file, in the order in which they are read.
  func findings(in list: [ExtractedFile]) -> [RaggedFinding] {
    files.sorted { $0.key < $1.key }.map { file, ragged in
      RaggedFinding(
        source: list[file].source, path: list[file].path, records: ragged.count,
        firstLine: Int(ragged.firstLine), firstCells: ragged.firstCells,
        headerCells: ragged.headerCells)
    }
  }
}

/// A file some of whose records have more or fewer cells than its header.
package struct RaggedFinding: Equatable, Sendable, CustomStringConvertible {
  /// 0-based index of the source.
  var source: Int
  /// The file.
  var path: String
  /// How many records.
  var records: Int
  /// 1-based line on which the first of them starts.
  var firstLine: Int
  /// Its cells.
  var firstCells: Int
  /// Cells of the header.
  var headerCells: Int

  /// Place, what is wrong (found, expected), and what to do.
  package var description: String {
    let what = records == 1 ? "1 record has" : "\(records) records have"
    return "\(path):\(firstLine): \(what) more or fewer cells than the header (the first: found "
      + "\(firstCells), expected \(headerCells)). Quote a delimiter that is text, or set "
      + "`ragged: reject` for the source."
  }
}
