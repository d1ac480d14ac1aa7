/// Which rows of a report are asked for.
package struct RejectsFilter: Sendable {
  private let reason: String?
  private let source: String?

  /// Every row, or those of one reason or source or both.
  ///
  /// - Throws: `RejectsError.unknownReason` for a reason that is not on the closed list.
  package init(reason: String? = nil, source: String? = nil) throws(RejectsError) {
    if let reason, !PipelineVocabulary.reasons.contains(reason) {
      throw .unknownReason(
        code: reason, known: NearestName.phrase(for: reason, among: PipelineVocabulary.reasons))
    }
    self.reason = reason
    self.source = source
  }

  /// Every row.
  package init() {
    reason = nil
    source = nil
  }

  /// Whether a row is asked for.
  func takes(_ row: RejectsRow) -> Bool {
    (reason == nil || row.reason == reason) && (source == nil || row.source == source)
  }
}
