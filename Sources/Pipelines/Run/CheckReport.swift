internal import Display
internal import Foundation

/// What `callbook check` found.
package struct CheckReport: Sendable {
  /// The pipeline file.
  let file: PipelineFile
  /// The tests that failed.
  package let failures: [PipelineTestRunner.Failure]
  /// What comes of each source.
  package let samples: [SourceSample]
  /// What the gate would say.
  let gate: [GateForecast]
  /// Corrections without effect.
  let correctionWarnings: [String]
  /// Waivers whose last day is over.
  let expired: [String]

  /// Puts the findings together; the day is that on which waivers hold, in UTC.
  package init(
    of file: PipelineFile, failures: [PipelineTestRunner.Failure], samples: [SourceSample],
    on day: CalendarDay, corrections: RunCorrections? = nil
  ) {
    correctionWarnings = corrections?.warnings() ?? []
    self.file = file
    self.failures = failures
    self.samples = samples
    gate = GateForecast.of(samples, file.pipeline, on: day)
    expired = WaiverAccount.expired(file.pipeline.waivers, on: day)
  }

  /// Why the check fails though no test does: sources, or the whole pipeline, that would give nothing,
  /// and waivers that have expired.
  package var complaints: [String] { emptiness + expired }

  private var emptiness: [String] {
    let empty = samples.filter(\.givesNothing).map { sample in
      "source \"\(sample.source)\": nothing would come out (found 0 candidates in "
        + "\(sample.records["read"] ?? 0) records). Check `columns.number` and the reasons above."
    }
    let hasRecords = samples.contains { $0.recordsInAll > 0 }
    let isEmpty = hasRecords && samples.allSatisfy { $0.candidates == 0 }
    if !hasRecords, !file.pipeline.allowsEmpty, samples.count == file.pipeline.sources.count {
      return [
        "\(file.path): no source has a record. Look at the exports; if it is right, set "
          + "allow_empty: yes."
      ]
    }
    return empty.isEmpty && isEmpty
      ? ["\(file.path): no source would give an entry. Check `columns` and `as_of`."] : empty
  }

  /// Whether tests pass and something would come out.
  package var isGood: Bool { failures.isEmpty && complaints.isEmpty }

  /// The report as a person reads it; each line is escaped.
  package func lines(revealed: Bool) -> [String] {
    var lines = samples.flatMap { $0.lines(revealed: revealed) }
    let warned = Set(
      file.pipeline.sources.filter { $0.ragged == .warn }.map(\.name))
    for sample in samples where warned.contains(sample.source) {
      lines += sample.ragged.map { "\($0)" }
    }
    lines += file.pipeline.localitiesWithoutPlaces
    lines += correctionWarnings
    lines += gate.map(\.description)
    lines += failures.map { $0.text(revealed: revealed) }
    let tests = file.pipeline.tests.count
    lines.append(
      "\(file.path): \(tests - failures.count) of \(tests) tests passed, "
        + "\(samples.count) sources sampled")
    return lines.map(Escaping.escaped)
  }

  /// The report as `--json` prints it.
  package func document(revealed: Bool) -> DocumentValue {
    var members: [(key: String, value: DocumentValue)] = [
      ("pipeline", .text(file.pipeline.name)), ("good", .flag(isGood)),
      ("tests", .integer(Int64(file.pipeline.tests.count))),
      ("failures", .texts(failures.map { $0.text(revealed: revealed) })),
      ("complaints", .texts(complaints)),
      ("warnings", .texts(file.pipeline.localitiesWithoutPlaces)),
      ("sources", .list(samples.map { $0.document(revealed: revealed) })),
      ("gate", .list(gate.map(\.document))),
    ]
    if !correctionWarnings.isEmpty { members.append(("corrections", .texts(correctionWarnings))) }
    return .mapping(members)
  }
}

extension CheckReport {
  /// What is wrong, for other programs: failed tests, what would give nothing, gates, ragged files and
  /// the rejections of the sample.
  package func findings(revealed: Bool) -> [ListedFinding] {
    let path = file.path
    var findings = failures.map { failure in
      ListedFinding(
        level: .error, code: "failed-test", path: failure.file, line: failure.line,
        hint: failure.text(revealed: revealed))
    }
    findings += expired.map {
      ListedFinding(level: .error, code: "expired-waiver", path: path, hint: $0)
    }
    findings += emptiness.map {
      ListedFinding(level: .error, code: "nothing-comes-out", path: path, hint: $0)
    }
    findings += file.pipeline.localitiesWithoutPlaces.map {
      ListedFinding(code: "locality-without-places", path: path, hint: $0)
    }
    findings += correctionWarnings.map {
      ListedFinding(code: "idle-correction", path: path, hint: $0)
    }
    findings += gate.filter(\.refuses).map {
      ListedFinding(level: .error, code: "gate", path: path, hint: $0.description)
    }
    var seen = FingerprintCounts()
    for sample in samples {
      findings += sample.ragged.map { ragged in
        ListedFinding(
          code: "ragged-records", source: sample.source, path: ragged.path,
          line: ragged.firstLine, hint: ragged.description)
      }
      var places = CellPlaces()
      for row in sample.rows { places.learn(row) }
      findings += sample.rows.map { row in
        let bits = RejectionFingerprint.bits(of: row)
        return row.finding(
          fingerprint: RejectionFingerprint.text(bits, occurrence: seen.add(bits)), night: nil,
          places: places, revealed: revealed)
      }
    }
    return findings
  }
}

extension SourceSample {
  /// What came of the sample, then a few entries.
  fileprivate func lines(revealed: Bool) -> [String] {
    let reasons = rejections.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.key) \($0.value)" }
    let part = isWhole ? "" : " of \(recordsInAll)"
    let summary =
      "\(source): read \(records["read"] ?? 0)\(part), used \(records["used"] ?? 0), "
      + "rejected \(records["rejected"] ?? 0), inapplicable \(records["inapplicable"] ?? 0), "
      + "blank \(records["blank"] ?? 0); \(candidates) candidates"
      + (reasons.isEmpty ? "" : "; rejections: " + reasons.joined(separator: ", "))
    let shown = entries.map { entry in
      let number = Masking.shown(String(entry.number), revealed: revealed)
      let result = entry.action == "identify" ? entry.label : entry.action
      return "  \(number) → \(Masking.shown(result, revealed: revealed))"
    }
    return [summary] + (expansion.map { ["\(source): \($0)"] } ?? []) + shown
  }

  fileprivate func document(revealed: Bool) -> DocumentValue {
    func counts(_ counts: [String: Int]) -> DocumentValue {
      .mapping(counts.sorted { $0.key < $1.key }.map { ($0.key, .integer(Int64($0.value))) })
    }
    var members: [(key: String, value: DocumentValue)] = [
      ("name", .text(source)), ("records_in_all", .integer(Int64(recordsInAll))),
      ("records", counts(records)), ("candidates", .integer(Int64(candidates))),
      ("rejections", counts(rejections)), ("repairs", counts(repairs)),
    ]
    if let expansion { members.append(("expansion", expansion.document)) }
    members += [
      (
        "entries",
        .list(
          entries.map { entry in
            .mapping([
              ("number", .text(Masking.shown(String(entry.number), revealed: revealed))),
              ("action", .text(entry.action)),
              ("label", .text(Masking.shown(entry.label, revealed: revealed))),
            ])
          })
      ),
      (
        "ragged",
        .list(
          ragged.map { finding in
            .mapping([
              ("file", .text(finding.path)), ("records", .integer(Int64(finding.records))),
              ("first_line", .integer(Int64(finding.firstLine))),
            ])
          })
      ),
    ]
    return .mapping(members)
  }
}
