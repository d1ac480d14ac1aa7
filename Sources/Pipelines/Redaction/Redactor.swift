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
  /// Different runs of digits, and words, that are tried one by one; of more, all or none go.
  private static let mostRuns = 40
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
    let wanted = RecordOutcome(record)
    var redacted = RedactedRecord(record, of: explainer.pipeline, source: source)
    guard try trial(wanted, redacted) else { throw RedactionError.notAlone(place) }
    drop(&redacted, wanted)
    let before = redacted
    replaceWords(&redacted, wanted)
    replaceDigits(&redacted, wanted)
    // Where trials could not be written or read, steps were left out that could have been taken.
    guard try trial(wanted, redacted) else { throw RedactionError.notAlone(place) }
    return redaction(redacted, of: before, showing: wanted)
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
    try Data(redacted.export.utf8).write(
      to: URL(fileURLWithPath: folder.path + "/" + RedactedRecord.exportName))
    let file = try PipelineReader.read(
      redacted.pipelineText, path: folder.path + "/" + Redaction.pipelineName)
    let alone = try Explainer(file)
    let records = try RecordLookup(alone).records(
      at: RedactedRecord.line, of: alone.sources[0].files[0])
    return records.count == 1 && RecordOutcome(records[0]) == wanted
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

  private func drop(_ redacted: inout RedactedRecord, _ wanted: RecordOutcome) {
    for index in redacted.cells.indices.reversed() {
      _ = attempt(&redacted, wanted) { $0.cells.remove(at: index) }
    }
    for setting in RedactableSetting.all(of: redacted.pipeline) {
      _ = attempt(&redacted, wanted) { setting(&$0.pipeline) }
    }
  }

  private func replaceWords(_ redacted: inout RedactedRecord, _ wanted: RecordOutcome) {
    let words = redacted.runs(of: .word)
    let replace = { (record: inout RedactedRecord, index: Int) in
      record.replace(words[index], with: Pseudonyms.word(for: words[index].text, ordinal: index))
    }
    let isDone = attempt(&redacted, wanted) { record in
      for index in words.indices { replace(&record, index) }
    }
    if isDone || words.count > Self.mostRuns { return }
    for index in words.indices { _ = attempt(&redacted, wanted) { replace(&$0, index) } }
  }

  private func replaceDigits(_ redacted: inout RedactedRecord, _ wanted: RecordOutcome) {
    let runs = redacted.runs(of: .digits)
    let leading = redacted.leadingRuns
    if runs.count > Self.mostRuns {
      _ = attempt(&redacted, wanted) { record in
        for (index, run) in runs.enumerated() {
          let kept = leading.contains(run) ? Self.leadingDigits : 0
          record.replace(
            run, with: Pseudonyms.digits(for: run.text, keeping: kept, ordinal: index, way: 0))
        }
      }
      return
    }
    for (ordinal, run) in runs.enumerated() {
      let kept = leading.contains(run) ? Self.leadingDigits : 0
      replace(run, keeping: kept, ordinal, in: &redacted, wanted)
    }
  }

  /// Replaces as many of the last digits of a run as can be.
  private func replace(
    _ run: CellText.Run, keeping fewest: Int, _ ordinal: Int, in redacted: inout RedactedRecord,
    _ wanted: RecordOutcome
  ) {
    let count = run.text.unicodeScalars.count
    for kept in min(fewest, count)..<count {
      for way in 0..<Pseudonyms.ways {
        let text = Pseudonyms.digits(for: run.text, keeping: kept, ordinal: ordinal, way: way)
        if text == run.text { continue }
        if attempt(&redacted, wanted, { $0.replace(run, with: text) }) { return }
      }
    }
  }

  private func redaction(
    _ redacted: RedactedRecord, of former: RedactedRecord, showing wanted: RecordOutcome
  ) -> Redaction {
    let findings = wanted.rejections.isEmpty ? wanted.repairs : wanted.rejections
    let kind = wanted.rejections.isEmpty ? "repair" : "rejection"
    let shows = findings.map { finding in
      "\(kind) \(finding.name)" + (finding.field.map { " in \($0.rawValue)" } ?? "")
    }
    let kept = KeptText(redacted, of: former)
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

/// What of a record is the same after pseudonyms took places.
private struct KeptText {
  private(set) var texts: [String] = []
  private(set) var digits = 0
  private(set) var keptDigits = 0

  init(_ redacted: RedactedRecord, of former: RedactedRecord) {
    for (cell, old) in zip(redacted.cells, former.cells) {
      for (run, old) in zip(cell.text.runs, old.text.runs) { add(run, old) }
    }
  }

  private mutating func add(_ run: CellText.Run, _ old: CellText.Run) {
    let same = zip(run.text.unicodeScalars, old.text.unicodeScalars).prefix { $0 == $1 }.count
    switch old.kind {
    case .other: return
    case .digits:
      digits += old.text.unicodeScalars.count
      keptDigits += same
      if same > 0 {
        note(
          String(old.text.unicodeScalars.prefix(same))
            + (same < old.text.unicodeScalars.count ? "…" : ""))
      }
    case .word: if run == old { note(old.text) }
    }
  }

  private mutating func note(_ text: String) {
    if !texts.contains(text) { texts.append(text) }
  }
}
