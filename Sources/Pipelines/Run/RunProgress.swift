/// How far a run is.
package enum RunProgress: Sendable {
  /// Records read since the last report, and bytes of all files read so far and in all; nil where
  /// that cannot be known.
  case reading(moreRecords: Int, bytesRead: Int, bytesTotal: Int?)
  /// Entries merged and formatted since the last report.
  case merging(moreEntries: Int)
  /// Everything is merged; what is left is compared with the generations that are kept, and published.
  case comparing
}
