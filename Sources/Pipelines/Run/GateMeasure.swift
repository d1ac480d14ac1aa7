/// Whether the gates have what they compare a run with: the report of the last one that published or
/// changed nothing.
struct GateMeasure {
  /// The first gate that refuses by such a report; nil without one.
  let key: String?
  /// The summaries of later runs that are damaged.
  private let damaged: [String]
  /// Where reports are.
  private let shelf: String
  /// Whether there must have been such a run, and none of its reports is left.
  private let isMissing: Bool

  /// Looks at the reports; `isPublished` says whether a directory is there.
  init(pipeline: Pipeline, _ report: ReportFolder, isPublished: Bool) {
    let limits = [pipeline.gate.refuse] + pipeline.sources.map(\.gate.refuse)
    let growths: [(key: String, limit: (Pipeline.GateLimits) -> Multiple?)] = [
      ("gate.rejected_growth", \.rejectedGrowth), ("gate.prefix_growth", \.prefixGrowth),
      ("gate.label_growth", \.labelGrowth),
    ]
    key = growths.first { growth in limits.contains { growth.limit($0) != nil } }?.key
    damaged = report.damaged
    shelf = report.shelf.path
    isMissing = isPublished && report.last == nil && report.damaged.isEmpty
  }

  /// Why the run is refused: what a gate compares with is there and cannot be read.
  var refusals: [String] {
    guard let key else { return [] }
    return damaged.map {
      "\(key): \($0) is damaged, so that nobody knows what that run came to (expected the summary that it "
        + "wrote). Put it back from a copy; or look at the exports, remove its folder and build again, "
        + "or build with --accept REASON."
    }
  }

  /// What the operator should know where nothing is refused.
  var warnings: [String] {
    guard let key else {
      return damaged.map {
        "\($0): damaged, so that the gates compare with an earlier run, or with none. Put it back from a "
          + "copy, or look at what was rejected yourself."
      }
    }
    guard isMissing else { return [] }
    return [
      "\(shelf): no report of an earlier run, though a directory is published: \(key) compares with "
        + "nothing this time. Keep the reports between runs, or look at what was rejected yourself."
    ]
  }
}
