/// How far a run is, in words.
package enum ProgressText {
  /// The words while everything is compared and published.
  package static let comparing = "comparing and publishing"

  /// `1200 records, 600 rows/s, 12 MB/s, 50 %, 3 s left`: the words of the reading after some seconds
  /// (more than 0); share and time left only where the end is known.
  package static func reading(
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

  /// `merging: 1200 entries, 600 entries/s`: the words of the merging after some seconds.
  package static func merging(entries: Int, seconds: Double) -> String {
    "merging: \(entries) entries, \(whole(Double(entries) / max(seconds, 0.001))) entries/s"
  }

  /// The whole part of what is not negative, within the range of Int.
  private static func whole(_ value: Double) -> Int { Int(min(value, 9e18)) }
}
