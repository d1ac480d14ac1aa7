/// How far the reading is, in words: `1200 records, 600 rows/s, 12 MB/s, 50 %, 3 s left`.
package enum ProgressText {
  /// The words after some seconds (more than 0); share and time left only where the end is known.
  package static func text(
    records: Int, bytesRead: Int, bytesTotal: Int?, seconds: Double
  ) -> String {
    let seconds = max(seconds, 0.001)
    let start =
      "\(records) records, \(whole(Double(records) / seconds)) rows/s, "
      + "\(whole(Double(bytesRead) / 1e6 / seconds)) MB/s"
    guard let bytesTotal, bytesTotal > bytesRead, bytesRead > 0 else { return start }
    let left = Double(bytesTotal - bytesRead) / (Double(bytesRead) / seconds)
    let percent = whole(Double(bytesRead) * 100 / Double(bytesTotal))
    return start + ", \(percent) %, \(whole(left.rounded(.up))) s left"
  }

  /// The whole part of what is not negative, within the range of Int.
  private static func whole(_ value: Double) -> Int { Int(min(value, 9e18)) }
}
