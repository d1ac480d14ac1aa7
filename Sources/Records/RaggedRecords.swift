/// Records that have more or fewer cells than the header of their file: how many, and the first.
///
/// A delimiter that nobody quoted shifts what stands behind it into the wrong columns, and most of
/// it still reads like data.
public struct RaggedRecords: Equatable, Sendable, BitwiseCopyable {
  /// How many there are.
  public var count = 0
  /// 1-based physical line of the first; 0 for none.
  public var firstLine: UInt64 = 0
  /// Cells of the first.
  public var firstCells = 0
  /// Cells of the header.
  public var headerCells = 0

  /// Creates an empty account.
  @inlinable
  public init() {}

  /// Counts a record.
  @inlinable
  public mutating func add(line: UInt64, cells: Int, headerCells: Int) {
    if count == 0 { (firstLine, firstCells, self.headerCells) = (line, cells, headerCells) }
    count += 1
  }

  /// Adds the account of another part of the same file.
  public static func += (sum: inout RaggedRecords, more: RaggedRecords) {
    guard more.count > 0 else { return }
    let count = sum.count + more.count
    if sum.count == 0 || more.firstLine < sum.firstLine { sum = more }
    sum.count = count
  }
}
