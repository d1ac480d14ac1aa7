/// Which rows of a report are asked for.
package struct RejectsFilter: Sendable {
  let reason: String?
  let source: String?
  let file: String?
  /// Fingerprints of rows that are not asked for.
  private var leftOut: Set<UInt64> = []

  /// Every row, or those of one reason, source and file.
  ///
  /// - Parameter file: A file as the report names it, or the last parts of its path.
  /// - Throws: `RejectsError.unknownReason` for a reason that is not on the closed list.
  package init(reason: String? = nil, source: String? = nil, file: String? = nil)
    throws(RejectsError)
  {
    if let reason, !PipelineVocabulary.reasons.contains(reason) {
      throw .unknownReason(
        code: reason, known: NearestName.phrase(for: reason, among: PipelineVocabulary.reasons))
    }
    self.reason = reason
    self.source = source
    self.file = file
  }

  /// Every row.
  package init() {
    reason = nil
    source = nil
    file = nil
  }

  /// The same without the rows of some fingerprints.
  func leavingOut(_ fingerprints: Set<UInt64>) -> RejectsFilter {
    var filter = self
    filter.leftOut = fingerprints
    return filter
  }

  /// The same without the rows that were waived in a run.
  package func open(in report: RunReport) -> RejectsFilter { leavingOut(report.waived) }

  /// Whether a row is asked for.
  func takes(_ row: inout RejectsCursor) -> Bool {
    if let reason, !row.bytes(of: .reason).elementsEqual(reason.utf8) { return false }
    if let source, !row.bytes(of: .source).elementsEqual(source.utf8) { return false }
    if let file, !Self.names(row.bytes(of: .path), file) { return false }
    return leftOut.isEmpty || !leftOut.contains(RejectionFingerprint.bits(of: &row))
  }

  /// Whether a path is the one asked for, or ends in its parts.
  static func names(_ path: some Collection<UInt8>, _ file: String) -> Bool {
    if path.elementsEqual(file.utf8) { return true }
    let tail = "/" + file
    return path.count > tail.utf8.count && path.suffix(tail.utf8.count).elementsEqual(tail.utf8)
  }

  /// A filter that took nothing because it names nothing of the run is a mistake of the caller.
  ///
  /// - Throws: `RejectsError.unknownName`.
  func checkNames(_ report: RunReport, _ rejects: RejectsFile) throws(RejectsError) {
    if let source {
      var known = report.sources ?? []
      if known.isEmpty { known = try Self.names(.source, in: rejects) }
      if !known.contains(source) { throw Self.unknown("--source", source, among: known) }
    }
    if let file {
      var known = report.files ?? []
      if known.isEmpty { known = try Self.names(.path, in: rejects) }
      let isKnown = known.contains { Self.names(Array($0.utf8), file) }
      if !isKnown { throw Self.unknown("--file", file, among: known) }
    }
  }

  private static func names(
    _ column: RejectsColumn, in file: RejectsFile
  ) throws(RejectsError) -> [String] {
    let names = try RejectsScan(file: file, workers: 1).inOrder(Set<String>()) { names, row in
      if names.count < RejectsGrouping.mostGroups { names.insert(row.text(of: column)) }
    }
    return names.sorted()
  }

  private static func unknown(
    _ option: String, _ name: String, among known: [String]
  ) -> RejectsError {
    .unknownName(option: option, name: name, known: NearestName.phrase(for: name, among: known))
  }
}
