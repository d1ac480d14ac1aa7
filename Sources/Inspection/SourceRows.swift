#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where the report of a run speaks of a number.
enum SourceRows {
  /// The report's files that carry rows with coordinates.
  private static let files = ["conflicts.csv", "repairs.csv"]

  /// The newest run of `report/` that gave a generation; nil if none is there.
  static func report(of generation: String, on shelf: String) -> String? {
    guard let listing = opendir(shelf) else { return nil }
    defer { closedir(listing) }
    var runs: [(number: Int, folder: String)] = []
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      // `2026-11-22-00042`: the number orders the runs.
      let parts = name.split(separator: "-", omittingEmptySubsequences: false)
      if parts.count == 4, let number = Int(parts[3]) { runs.append((number, shelf + "/" + name)) }
    }
    let digits = Array(generation.utf8)
    return runs.sorted { $0.number > $1.number }.first { run in
      var isMeant = false
      TextFile.forEachLine(of: run.folder + "/summary.json") { _, line in
        isMeant = line.count > digits.count && contains(line, digits)
        return !isMeant
      }
      return isMeant
    }?.folder
  }

  /// `file:line` of rows that hold the digits of `number`, at most five.
  ///
  /// `folder`: the report of a run.
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
