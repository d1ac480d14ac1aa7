internal import Display

/// Lists the rejections of a run, one by one, in a form that other programs take.
///
/// Those that are waived are suppressed in SARIF, and left out of annotations and test results.
package struct RejectsListing {
  private let report: RunReport
  private let former: RunReport?
  private let filter: RejectsFilter
  private let isRevealed: Bool

  /// Prepares a listing; beside a former run each rejection says whether it is new, and those that
  /// are fixed follow at the end.
  package init(
    of report: RunReport, against former: RunReport?, filter: RejectsFilter, revealed: Bool
  ) {
    self.report = report
    self.former = former
    self.filter = filter
    isRevealed = revealed
  }

  /// Writes the listing piece by piece.
  ///
  /// Memory: some 30 bytes a rejection.
  package func write(
    as listing: any Listing, output: (String) throws -> Void
  ) throws {
    var listing = listing
    let file = try RejectsFile(report.rejects)
    let old = try former.map { try RejectsFile($0.rejects) }
    let isOnlyNew = listing is GitHubListing || listing is JUnitListing
    let waived = report.waived
    let filter = isOnlyNew ? filter.leavingOut(waived) : filter
    var left = FingerprintStock()
    if let old { try forEachRow(of: old, filter) { left.add(RejectionFingerprint.bits(of: &$0)) } }
    left.seal()
    let survey = try survey(file, left, filter)
    if survey.count == 0 { try filter.checkNames(report, file) }
    try output(listing.start(count: isOnlyNew && old != nil ? survey.new : survey.count))
    var isFirst = true
    func give(
      _ row: inout RejectsCursor, _ seen: inout FingerprintCounts, _ night: ListedFinding.Night?
    ) throws {
      let bits = RejectionFingerprint.bits(of: &row)
      var finding = finding(
        row.row, RejectionFingerprint.text(bits, occurrence: seen.add(bits)), night, survey.places)
      finding.isWaived = night != .fixed && waived.contains(bits)
      if isOnlyNew, night == .same || night == .fixed { return }
      try output(listing.text(of: finding, isFirst: isFirst))
      isFirst = false
    }
    var seen = FingerprintCounts()
    try forEachRow(of: file, filter) { row in
      let isOld = old != nil && left.take(RejectionFingerprint.bits(of: &row))
      try give(&row, &seen, old == nil ? nil : isOld ? .same : .new)
    }
    if let old {
      try forEachRow(of: old, filter) { row in
        guard left.take(RejectionFingerprint.bits(of: &row)) else { return }
        try give(&row, &seen, .fixed)
      }
    }
    try output(listing.end())
  }

  /// What must be known before the first rejection is written.
  private struct Survey {
    var count = 0
    var new = 0
    var places = CellPlaces()
  }

  private func survey(
    _ file: RejectsFile, _ stock: FingerprintStock, _ filter: RejectsFilter
  ) throws -> Survey {
    var survey = Survey()
    var left = stock
    try forEachRow(of: file, filter) { row in
      survey.count += 1
      if former != nil, !left.take(RejectionFingerprint.bits(of: &row)) { survey.new += 1 }
      if survey.count <= 20_000 { survey.places.learn(row.row) }
    }
    return survey
  }

  private func forEachRow(
    of file: RejectsFile, _ filter: RejectsFilter,
    _ body: (inout RejectsCursor) throws -> Void
  ) throws {
    var cursor = file.cursor()
    while try cursor.next(file.path) {
      if filter.takes(&cursor) { try body(&cursor) }
    }
  }

  private func finding(
    _ row: RejectsRow, _ fingerprint: String, _ night: ListedFinding.Night?, _ places: CellPlaces
  ) -> ListedFinding {
    row.finding(fingerprint: fingerprint, night: night, places: places, revealed: isRevealed)
  }
}

extension RejectsRow {
  /// The row as a finding at its place in the file.
  func finding(
    fingerprint: String, night: ListedFinding.Night?, places: CellPlaces, revealed: Bool
  ) -> ListedFinding {
    let place = places.place(of: self)
    return ListedFinding(
      code: reason, source: source, path: path, line: place.line, column: place.column,
      element: element, field: field, value: Masking.shown(value, revealed: revealed),
      hint: shownHint(revealed: revealed), fingerprint: fingerprint, night: night)
  }
}
