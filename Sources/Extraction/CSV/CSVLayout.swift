/// What the splitter must know of one CSV file: its grammar and where the mapped columns are.
final class CSVLayout: Sendable {
  let delimiter: UInt8
  /// 0 when the file has no quoting.
  let quote: UInt8
  let hasQuoting: Bool
  let maxRecord: Int
  let isStrict: Bool
  /// 0-based position of the last mapped cell; cells behind it are not looked at.
  let lastField: Int
  /// By 0-based position among the cells: the first mapped column there, -1 for none.
  let columnOfField: [Int32]
  /// By mapped column: another mapped column at the same position, -1 for none.
  let nextColumn: [Int32]
  /// By mapped column: its header cell as libcsv gives it; empty without a header.
  let headerCells: [[UInt8]]
  /// Bit n: some header cell has n bytes; bit 63: as many or more.
  private let headerLengths: UInt64
  /// Cells that a record must have; 0 when that is not asked.
  let cellCount: Int
  let rejectsRagged: Bool

  /// `positions` holds the 0-based cell of each mapped column; `width` is the number of cells of the
  /// header, 0 without one.
  init(
    options: CSVOptions, maxRecord: Int, positions: [Int], headerCells: [[UInt8]], width: Int = 0
  ) {
    delimiter = options.delimiter
    quote = options.quote ?? 0
    hasQuoting = options.quote != nil
    self.maxRecord = maxRecord
    isStrict = options.strictLibCSV && options.quote != nil
    lastField = positions.max() ?? -1
    var first = [Int32](repeating: -1, count: lastField + 1)
    var next = [Int32](repeating: -1, count: positions.count)
    for (column, position) in positions.enumerated().reversed() {
      next[column] = first[position]
      first[position] = Int32(column)
    }
    columnOfField = first
    nextColumn = next
    self.headerCells = headerCells
    headerLengths = headerCells.reduce(0) { $0 | 1 << UInt64(min($1.count, 63)) }
    cellCount = options.ragged == .ignore ? 0 : width
    rejectsRagged = options.ragged == .reject
  }

  /// Whether a cell of so many bytes may be one of the header's: almost no record begins with one.
  @inline(__always)
  func mayBeHeader(bytes count: UInt32) -> Bool {
    headerLengths &>> UInt64(min(count, 63)) & 1 == 1
  }

  /// Whether both read a file alike; files of one source then share one of them.
  func isSame(as other: CSVLayout) -> Bool {
    delimiter == other.delimiter && quote == other.quote && maxRecord == other.maxRecord
      && isStrict == other.isStrict && columnOfField == other.columnOfField
      && nextColumn == other.nextColumn && headerCells == other.headerCells
  }
}
