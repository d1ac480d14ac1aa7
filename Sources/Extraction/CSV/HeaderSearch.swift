/// Finds the mapped columns in a header while libcsv reads it, cell by cell.
///
/// Only the cells of mapped columns are kept, and a few for messages: a header may have millions.
final class HeaderSearch {
  /// Where a mapped column was found.
  struct Hit {
    /// 0-based position among the cells.
    var position: Int
    /// The cell as libcsv gives it.
    var cell: [UInt8]
    /// How many cells bear the name.
    var count = 1
  }

  private enum Wanted {
    case position(Int)
    case name(String, bytes: [UInt8], isASCII: Bool)
    case nothing
  }

  /// By mapped column.
  private(set) var hits: [Hit?]
  private(set) var cellCount = 0
  /// The first names, for messages.
  private(set) var firstNames: [String] = []
  /// The first control character of a cell, if any.
  private(set) var control: UInt8?
  /// Whether a cell is empty, or has as many digits as the shortest phone number: no name is so.
  private(set) var hasCellOfRecord = false
  /// Whether a cell is not UTF-8.
  private(set) var isGarbled = false
  private let wanted: [Wanted]

  static let mostNames = 40
  private static let fewestDigits = 3
  private static let readable: [UInt8] = [0x09, 0x0A, 0x0D]

  init(_ columns: [MappedColumn]) {
    hits = columns.map { _ in nil }
    wanted = columns.map { column in
      switch column.selector {
      case .position(let position): return .position(position - 1)
      case .path: return .nothing
      case .name(let name):
        let trimmed = CSVHeader.trimmed(name)
        let bytes = Array(trimmed.utf8)
        return .name(trimmed, bytes: bytes, isASCII: bytes.allSatisfy { $0 < 0x80 })
      }
    }
  }

  /// Looks at the next cell.
  func take(_ cell: UnsafeBufferPointer<UInt8>) {
    let position = cellCount
    cellCount += 1
    control = control ?? cell.first { $0 < 0x20 && !Self.readable.contains($0) }
    let isASCII = cell.allSatisfy { $0 < 0x80 }
    let text = isASCII ? nil : String(decoding: cell, as: UTF8.self)
    if let text, text.contains("\u{FFFD}") { isGarbled = true }
    let name = text.map { CSVHeader.trimmed($0) }
    if position <= Self.mostNames {
      firstNames.append(name ?? CSVHeader.trimmed(String(decoding: cell, as: UTF8.self)))
    }
    let plain = Self.trimmed(cell)
    let digits =
      name.map { $0.reduce(0) { $0 + ($1.isWholeNumber ? 1 : 0) } }
      ?? plain.reduce(0) { $0 + (0x30...0x39 ~= $1 ? 1 : 0) }
    if digits >= Self.fewestDigits || (name?.isEmpty ?? plain.isEmpty) { hasCellOfRecord = true }
    for (column, wanted) in wanted.enumerated() {
      let isHit =
        switch wanted {
        case .position(let asked): asked == position
        case .name(_, let bytes, isASCII: true) where isASCII: plain.elementsEqual(bytes)
        case .name(let text, _, _): name == text
        case .nothing: false
        }
      guard isHit else { continue }
      if hits[column] == nil {
        hits[column] = Hit(position: position, cell: Array(cell))
      } else {
        hits[column]?.count += 1
      }
    }
  }

  /// An ASCII cell without the blanks around it.
  private static func trimmed(
    _ cell: UnsafeBufferPointer<UInt8>
  ) -> Slice<UnsafeBufferPointer<UInt8>> {
    func isBlank(_ byte: UInt8) -> Bool {
      byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
    var (start, end) = (0, cell.count)
    while start < end, isBlank(cell[start]) { start += 1 }
    while end > start, isBlank(cell[end - 1]) { end -= 1 }
    return cell[start..<end]
  }
}
