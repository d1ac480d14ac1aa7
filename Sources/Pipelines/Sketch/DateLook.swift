internal import Normalization

/// How the days of a column are written.
extension SketchColumn {
  /// The formats in which the dates of the column may be written, the likeliest first; none where days and
  /// months cannot be told apart.
  var dateFormats: [Pipeline.Source.DateFormat] {
    let shares = Pipeline.Source.DateFormat.allCases.map { (format: $0, share: share(reads($0))) }
    let most = shares.map(\.share).max() ?? 0
    guard most >= 0.95 else { return [] }
    let best = shares.filter { $0.share >= max(0.95, most - 0.001) }.map(\.format)
    let isISO = best.contains(.iso)
    return !isISO && best.contains(.dmy) && best.contains(.mdy)
      ? best.filter { $0 == .dmy && share { $0.contains(".") } > 0.9 } : best
  }

  private func reads(_ format: Pipeline.Source.DateFormat) -> (String) -> Bool {
    { cell in
      guard var reader = try? DateReader(format: format.reading, timezone: "UTC") else {
        return false
      }
      return Array(cell.utf8).withUnsafeBufferPointer { reader.read($0) } != nil
    }
  }
}
