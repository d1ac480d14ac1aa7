/// Where the report of a run speaks of a number.
enum SourceRows {
  /// The report's files that carry rows with coordinates.
  private static let files = ["conflicts.csv", "repairs.csv"]

  /// `file:line` of rows that hold the digits of `number`, at most five.
  ///
  /// `folder`: the report of one generation; nothing if it is not at hand.
  static func find(_ number: Int64, in folder: String) -> [String] {
    let digits = Array(String(number).utf8)
    var found: [String] = []
    for file in files {
      TextFile.forEachLine(of: "\(folder)/\(file)") { line, bytes in
        if contains(bytes, digits) { found.append("\(file):\(line)") }
        return found.count < 5
      }
    }
    return Array(found.prefix(5))
  }

  private static func contains(_ bytes: UnsafeRawBufferPointer, _ digits: [UInt8]) -> Bool {
    guard bytes.count >= digits.count else { return false }
    return (0...(bytes.count - digits.count)).contains { start in
      bytes[start] == digits[0] && bytes[start...].starts(with: digits)
    }
  }
}
