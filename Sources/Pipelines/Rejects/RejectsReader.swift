#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Reads a finished rejects.csv row by row, in constant memory.
package enum RejectsReader {
  /// Largest field that is held.
  static let largestField = 16 << 20

  /// Hands over every row of a report, and gives the file that was read.
  ///
  /// - Parameter report: A rejects.csv, the folder that holds one, or the output folder of `build`,
  ///   which stands for its last run.
  @discardableResult
  package static func read(_ report: String, row: (RejectsRow) throws -> Void) throws -> String {
    let path = try file(of: report)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(path) }
    defer { close(descriptor) }
    var parser = QuotedRecordParser()
    var header: [Int?]?
    var block = [UInt8](repeating: 0, count: 1 << 16)
    var count = 0
    repeat {
      count = block.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw unreadable(path) }
      let isIntact = try parser.parse(block[..<count]) { fields in
        if let header {
          try row(makeRow(fields, header))
        } else {
          header = try positions(in: fields, path: path)
        }
      }
      guard isIntact else { throw RejectsError.damaged(path: path, line: parser.line) }
    } while count != 0
    if parser.isInsideQuotes { throw RejectsError.damaged(path: path, line: parser.line) }
    if header == nil { throw RejectsError.notAReport(path: path, missing: "source") }
    return path
  }

  private static func unreadable(_ path: String) -> RejectsError {
    .unreadable(path: path, why: String(cString: strerror(errno)))
  }

  private static func file(of report: String) throws -> String {
    var status = stat()
    guard stat(report, &status) == 0 else { throw unreadable(report) }
    guard status.st_mode & S_IFMT == S_IFDIR else { return report }
    let folder = report.hasSuffix("/") ? String(report.dropLast()) : report
    let inside = folder + "/rejects.csv"
    if access(inside, F_OK) == 0 { return inside }
    guard let last = lastReport(in: folder + "/report") ?? lastReport(in: folder) else {
      throw RejectsError.noReport(folder: report)
    }
    return last
  }

  /// The rejects.csv that was written last in the folders of a folder.
  private static func lastReport(in folder: String) -> String? {
    guard let listing = opendir(folder) else { return nil }
    defer { closedir(listing) }
    var last: (path: String, seconds: Int, nanoseconds: Int)?
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      let path = "\(folder)/\(name)/rejects.csv"
      var status = stat()
      guard !name.hasPrefix("."), stat(path, &status) == 0 else { continue }
      let time = status.st_mtim
      if (time.tv_sec, time.tv_nsec) >= (last?.seconds ?? .min, last?.nanoseconds ?? 0) {
        last = (path, time.tv_sec, time.tv_nsec)
      }
    }
    return last?.path
  }

  /// Position of each column of `RejectsRow` in the header.
  private static func positions(in header: [String], path: String) throws -> [Int?] {
    let positions = RejectsRow.columns.map { header.firstIndex(of: $0.name) }
    if let missing = positions.firstIndex(of: nil) {
      throw RejectsError.notAReport(path: path, missing: RejectsRow.columns[missing].name)
    }
    return positions
  }

  private static func makeRow(_ fields: [String], _ positions: [Int?]) -> RejectsRow {
    var row = RejectsRow()
    for (column, position) in zip(RejectsRow.columns, positions) {
      if let position, position < fields.count { row[keyPath: column.path] = fields[position] }
    }
    return row
  }
}

/// Parses records of quoted fields, RFC 4180 with LF or CRLF, as callbook writes its reports.
struct QuotedRecordParser {
  /// 1-based line that is being read.
  private(set) var line = 1
  private var field: [UInt8] = []
  private var fields: [String] = []
  private var state = State.start

  private enum State { case start, plain, quoted, quoteInQuoted }

  /// Whether the input so far ends inside quotes.
  var isInsideQuotes: Bool { state == .quoted }

  /// Takes a block and hands over the records that end in it; an empty block ends the input.
  ///
  /// Returns false when a field is larger than anything callbook writes.
  mutating func parse(
    _ block: ArraySlice<UInt8>, record: ([String]) throws -> Void
  ) rethrows -> Bool {
    if block.isEmpty, state != .quoted, !fields.isEmpty || !field.isEmpty { try endRecord(record) }
    for byte in block {
      if byte == UInt8(ascii: "\n") { line += 1 }
      switch (state, byte) {
      case (.start, UInt8(ascii: "\"")): state = .quoted
      case (.quoted, UInt8(ascii: "\"")): state = .quoteInQuoted
      case (.quoteInQuoted, UInt8(ascii: "\"")):
        field.append(byte)
        state = .quoted
      case (.quoted, _): field.append(byte)
      case (_, UInt8(ascii: ",")): endField()
      case (_, UInt8(ascii: "\n")): try endRecord(record)
      default:
        field.append(byte)
        state = .plain
      }
      if field.count > RejectsReader.largestField { return false }
    }
    return true
  }

  private mutating func endField() {
    fields.append(String(decoding: field, as: UTF8.self))
    field.removeAll(keepingCapacity: true)
    state = .start
  }

  private mutating func endRecord(_ record: ([String]) throws -> Void) rethrows {
    // The CR of CRLF stands outside the quotes; one inside them belongs to the field.
    if state != .quoteInQuoted, field.last == UInt8(ascii: "\r") { field.removeLast() }
    endField()
    try record(fields)
    fields.removeAll(keepingCapacity: true)
  }
}
