internal import Extraction
internal import Foundation
internal import Publication
internal import Records

/// Makes the smallest export and pipeline that still show a rejection or repair, with pseudonyms.
///
/// Each step is tried: a setting, a column, a word or digits go only where the record, written into a
/// file and read with the real rules, gives what it gave before. Memory: the cells of one record.
package struct Redactor {
  private let explainer: Explainer
  private let folder: PrivateFolder

  /// Leading digits of a phone cell that stay: calling code or area code, which decide much.
  private static let leadingDigits = 4
  /// Trials that a record may take; what is not replaced after them, stays.
  private static let mostTrials = 4_000
  /// How often a trial is made that ends in an error: a disk that fails once does not decide.
  private static let mostTries = 2

  /// Prepares the pipeline whose record it is; the trials lie in a private folder of `scratch`.
  package init(
    _ file: PipelineFile, scratch: String = NSTemporaryDirectory()
  ) throws {
    explainer = try Explainer(file)
    folder = try PrivateFolder(in: scratch, fileSystem: FileSystem())
  }

  /// Redacts the record on `FILE:LINE`.
  ///
  /// - Throws: `RedactionError`; what is wrong with the exports.
  package func redact(_ place: String) throws -> Redaction {
    let record = try record(at: place)
    guard let source = explainer.pipeline.sources.first(where: { $0.name == record.source }) else {
      throw RedactionError.noRecord(place)
    }
    var wanted = RecordOutcome(record)
    var redacted = RedactedRecord(record, of: explainer.pipeline, source: source)
    guard try trial(wanted, redacted) else { throw RedactionError.notAlone(place) }
    var trials = TrialCount(left: Self.mostTrials)
    wanted = drop(&redacted, wanted)
    let before = redacted
    replaceWords(&redacted, wanted, &trials)
    replaceDigits(&redacted, wanted, &trials)
    // Where trials could not be written or read, steps were left out that could have been taken.
    guard try trial(wanted, redacted) else { throw RedactionError.notAlone(place) }
    let kept = KeptText(redacted, of: before)
    if kept.numbers > 0 { throw RedactionError.numbersStay(place, count: kept.numbers) }
    return redaction(redacted, kept, showing: wanted)
  }

  private func record(at place: String) throws -> RecordExplanation {
    let files = explainer.sources.flatMap(\.files)
    guard case .place(let path, let line)? = ExplainQuestion.place(place, files: files) else {
      throw RedactionError.noPlace(place, files: files)
    }
    let records = try RecordLookup(explainer).records(at: line, of: path)
    guard let first = records.first else { throw RedactionError.noRecord(place) }
    guard let record = records.first(where: { !RecordOutcome($0).isPlain }) else {
      throw RedactionError.nothingToShow(place, account: first.account)
    }
    let ofTheFile: [RejectionReason] = [.badQuoting, .undecodable, .recordTooLong]
    if let reason = record.rejections.first(where: { found in
      ofTheFile.contains { $0.code == found.name }
    }) {
      throw RedactionError.ofTheFile(place, reason: reason.name)
    }
    return record
  }

  /// Whether a record, read from a file, comes to the same; what cannot be read, does not.
  private func shows(_ wanted: RecordOutcome, _ redacted: RedactedRecord) -> Bool {
    for _ in 1..<Self.mostTries {
      if let answer = try? trial(wanted, redacted) { return answer }
    }
    return (try? trial(wanted, redacted)) ?? false
  }

  /// Whether a record, read from a file, comes to the same.
  ///
  /// - Throws: what is wrong with the pipeline or the file, or with the disk.
  private func trial(_ wanted: RecordOutcome, _ redacted: RedactedRecord) throws -> Bool {
    try outcome(of: redacted) == wanted
  }

  /// What a record comes to when it is read from a file; nil where that is not one record.
  private func outcome(of redacted: RedactedRecord) throws -> RecordOutcome? {
    try Data(redacted.export.utf8).write(
      to: URL(fileURLWithPath: folder.path + "/" + RedactedRecord.exportName))
    let file = try PipelineReader.read(
      redacted.pipelineText, path: folder.path + "/" + Redaction.pipelineName)
    let alone = try Explainer(file)
    let records = try RecordLookup(alone).records(
      at: RedactedRecord.line, of: alone.sources[0].files[0])
    return records.count == 1 ? RecordOutcome(records[0]) : nil
  }

  /// Makes a change where the record still shows the same.
  private func attempt(
    _ redacted: inout RedactedRecord, _ wanted: RecordOutcome,
    _ change: (inout RedactedRecord) -> Void
  ) -> Bool {
    var changed = redacted
    change(&changed)
    guard shows(wanted, changed) else { return false }
    redacted = changed
    return true
  }

  /// Takes out cells and settings that have no part in what is shown; gives what is left to be shown.
  private func drop(_ redacted: inout RedactedRecord, _ wanted: RecordOutcome) -> RecordOutcome {
    var wanted = wanted
    for index in redacted.cells.indices.reversed() {
      var smaller = redacted
      smaller.cells.remove(at: index)
      // A number that was read has no part in it: the record may give fewer of them.
      guard let outcome = try? outcome(of: smaller), outcome.showsFindings(of: wanted) else {
        continue
      }
      (redacted, wanted) = (smaller, outcome)
    }
    for setting in RedactableSetting.all(of: redacted.pipeline) {
      _ = attempt(&redacted, wanted) { setting(&$0.pipeline) }
    }
    return wanted
  }

  private func replaceWords(
    _ redacted: inout RedactedRecord, _ wanted: RecordOutcome, _ trials: inout TrialCount
  ) {
    let words = redacted.runs(of: .word)
    settle(words.indices, &redacted, wanted, &trials) { record, index in
      record.replace(words[index], with: Pseudonyms.word(for: words[index].text, ordinal: index))
    } alone: { _, _, _ in
    }
  }

  private func replaceDigits(
    _ redacted: inout RedactedRecord, _ wanted: RecordOutcome, _ trials: inout TrialCount
  ) {
    let leading = redacted.leadingRuns
    let runs = redacted.runs(of: .digits).map { run in
      (run: run, kept: leading.contains(run) ? Self.leadingDigits : 0)
    }
    settle(runs.indices, &redacted, wanted, &trials) { record, index in
      let (run, kept) = runs[index]
      record.replace(
        run, with: Pseudonyms.digits(for: run.text, keeping: kept, ordinal: index, way: 0))
    } alone: { record, index, trials in
      replace(runs[index].run, keeping: runs[index].kept, index, in: &record, wanted, &trials)
    }
  }

  /// Makes a change for as many of some runs as can be: for all at once, else for each half of them, and
  /// for a single one in all the ways there are.
  private func settle(
    _ runs: Range<Int>, _ redacted: inout RedactedRecord, _ wanted: RecordOutcome,
    _ trials: inout TrialCount, change: (inout RedactedRecord, Int) -> Void,
    alone: (inout RedactedRecord, Int, inout TrialCount) -> Void
  ) {
    guard !runs.isEmpty, trials.take() else { return }
    if attempt(&redacted, wanted, { for index in runs { change(&$0, index) } }) { return }
    if runs.count == 1 { return alone(&redacted, runs.lowerBound, &trials) }
    let middle = runs.lowerBound + runs.count / 2
    settle(
      runs.lowerBound..<middle, &redacted, wanted, &trials, change: change, alone: alone)
    settle(
      middle..<runs.upperBound, &redacted, wanted, &trials, change: change, alone: alone)
  }

  /// Replaces as many of the last digits of a run as can be.
  private func replace(
    _ run: CellText.Run, keeping fewest: Int, _ ordinal: Int, in redacted: inout RedactedRecord,
    _ wanted: RecordOutcome, _ trials: inout TrialCount
  ) {
    let count = run.text.unicodeScalars.count
    for kept in min(fewest, count)..<count {
      for way in 0..<Pseudonyms.ways {
        let text = Pseudonyms.digits(for: run.text, keeping: kept, ordinal: ordinal, way: way)
        if text == run.text { continue }
        guard trials.take() else { return }
        if attempt(&redacted, wanted, { $0.replace(run, with: text) }) { return }
      }
    }
  }

  private func redaction(
    _ redacted: RedactedRecord, _ kept: KeptText, showing wanted: RecordOutcome
  ) -> Redaction {
    let findings = wanted.rejections.isEmpty ? wanted.repairs : wanted.rejections
    let kind = wanted.rejections.isEmpty ? "repair" : "rejection"
    let shows = findings.map { finding in
      "\(kind) \(finding.name)" + (finding.field.map { " in \($0.rawValue)" } ?? "")
    }
    return Redaction(
      pipeline: redacted.pipelineText, export: redacted.export, shows: shows, kept: kept.texts,
      digits: (kept.digits, kept.digits - kept.keptDigits))
  }
}

extension RedactedRecord {
  /// The different runs of a kind, in the order of the record.
  fileprivate func runs(of kind: CellText.Kind) -> [CellText.Run] {
    var seen: [CellText.Run] = []
    for run in cells.flatMap(\.text.runs) where run.kind == kind && !seen.contains(run) {
      seen.append(run)
    }
    return seen
  }

  /// The first digits of each phone cell.
  fileprivate var leadingRuns: [CellText.Run] {
    let fields: [Field] = [.number, .areaCode, .first, .last]
    return cells.filter { fields.contains($0.field) }.compactMap { cell in
      cell.text.runs.first { $0.kind == .digits }
    }
  }

  /// Writes another text wherever a run stands.
  fileprivate mutating func replace(_ run: CellText.Run, with text: String) {
    for index in cells.indices { cells[index].text.replace(run, with: text) }
  }
}

/// Trials that are left.
private struct TrialCount {
  var left: Int

  /// Takes one; false where none is left.
  mutating func take() -> Bool {
    left -= 1
    return left >= 0
  }
}
