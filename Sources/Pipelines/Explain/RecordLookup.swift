internal import Extraction
internal import Normalization
internal import Records

/// Finds the records on a line of an export and takes them through normalization.
struct RecordLookup {
  private let explainer: Explainer

  /// Records of one line that are shown; XML may hold all of its records on one.
  private static let mostRecords = 20

  init(_ explainer: Explainer) { self.explainer = explainer }

  /// The records that start on the line, or else the one that goes on there; of every source that
  /// reads the file.
  func records(at line: Int, of path: String) throws -> [RecordExplanation] {
    try explainer.sources.indices.filter { explainer.sources[$0].files.contains(path) }
      .flatMap { try records(at: UInt64(line), of: path, source: $0) }
  }

  private func records(
    at line: UInt64, of path: String, source: Int
  ) throws -> [RecordExplanation] {
    var description = explainer.sources[source]
    description.files = [path]
    let extractor = try Extractor(sources: [description])
    let batch = RecordBatch()
    var found: [RecordExplanation] = []
    while try extractor.next(into: batch) {
      let records = batch.records.elements
      if let first = records.first, first.line > line { break }
      for index in records.indices where Self.covers(records[index], line, in: batch) {
        guard found.count < Self.mostRecords else { return found }
        let record = RecordReader(explainer, source, extractor, batch)
        found.append(try record.explanation(of: index))
      }
    }
    return found
  }

  private static func covers(
    _ record: RecordBatch.Record, _ line: UInt64, in batch: RecordBatch
  ) -> Bool {
    guard record.line < line else { return record.line == line }
    let start = Int(record.rawOffset)
    let raw = batch.bytes.elements[start..<start + Int(record.rawCount)]
    // A record of this many bytes cannot reach the line: most are told without counting.
    guard line - record.line <= UInt64(raw.count) else { return false }
    let breaks = raw.dropLast().count { $0 == UInt8(ascii: "\n") }
    return record.line + UInt64(breaks) >= line
  }
}

/// Takes one record of a batch through normalization and keeps what is to be said of it.
private struct RecordReader {
  private let explainer: Explainer
  private let source: Int
  private let batch: RecordBatch
  private let names: SourceNames

  init(_ explainer: Explainer, _ source: Int, _ extractor: Extractor, _ batch: RecordBatch) {
    self.explainer = explainer
    self.source = source
    self.batch = batch
    names = SourceNames(extractor: extractor, sources: [explainer.sources[source].name])
  }

  func explanation(of index: Int) throws -> RecordExplanation {
    let record = batch.records[index]
    var explanation = RecordExplanation(
      source: names.source(of: batch), path: names.path(of: batch),
      line: Int(clamping: record.line), element: names.element(of: record, cell: nil, in: batch),
      account: "")
    explanation.isCorrected = batch.corrected.elements.contains(UInt32(index))
    let first = Int(record.firstCell)
    for cell in first..<first + Int(record.cellCount) {
      explanation.cells.append(.init(kind: kind(cell), field: field(cell), value: text(cell)))
    }
    explanation.trace = try trace(of: record)
    try addOutcome(of: record, to: &explanation)
    return explanation
  }

  /// Every number cell after each rule, read with the cells that belong to it.
  private func trace(of record: RecordBatch.Record) throws -> [RecordExplanation.Step] {
    var settings = explainer.normalization[source].cells
    settings.keepsTrace = true
    let inspector = try CellInspector(settings)
    let cells = RecordCells()
    explainer.normalization[source].columns.withUnsafeBufferPointer {
      cells.gather(record, in: batch, fields: $0)
    }
    let bytes = { (cell: Int32) in cell < 0 ? nil : batch.bytes(of: batch.cells[Int(cell)]) }
    var steps: [RecordExplanation.Step] = []
    for position in 0..<cells.count(of: .number) {
      let cell = cells.cell(of: .number, at: position)
      let findings = inspector.read(
        batch.bytes(of: batch.cells[Int(cell)]),
        extensionCell: bytes(cells.extensionCell(ofNumberAt: position, in: batch)),
        areaCode: bytes(cells.areaCodeCell(ofNumberAt: position)),
        locality: bytes(cells.localityCell(ofNumberAt: position)))
      steps += findings.trace.map {
        .init(
          kind: kind(Int(cell)), field: field(Int(cell)), name: $0.rule, value: $0.value)
      }
    }
    return steps
  }

  /// Normalizes the record alone, by itself in a batch of the same bytes.
  private func addOutcome(
    of record: RecordBatch.Record, to explanation: inout RecordExplanation
  ) throws {
    let normalizer = try Normalizer(settings: explainer.normalization[source])
    let normalized = NormalizedBatch()
    let alone = RecordBatch()
    alone.bytes.append(contentsOf: UnsafeBufferPointer(batch.bytes.elements))
    alone.cells.append(contentsOf: UnsafeBufferPointer(batch.cells.elements))
    alone.records.append(record)
    var next = 0
    var counts = RecordCounts()
    while next < 1 {
      normalized.removeAll()
      next = normalizer.normalize(alone, from: 0, into: normalized)
      counts += normalized.counts
      add(normalized, of: alone, to: &explanation)
    }
    explanation.account =
      counts.used > 0
      ? "used"
      : counts.rejected > 0 ? "rejected" : counts.inapplicable > 0 ? "inapplicable" : "blank"
  }

  private func add(
    _ normalized: NormalizedBatch, of alone: RecordBatch, to explanation: inout RecordExplanation
  ) {
    let note = { (offset: UInt32, count: UInt32) in
      String(
        decoding: normalized.bytes.elements[Int(offset)..<Int(offset) + Int(count)],
        as: UTF8.self)
    }
    for index in 0..<normalized.repairs.count {
      let repair = normalized.repairs[index]
      explanation.repairs.append(
        .init(
          kind: kind(Int(repair.cell)), field: field(Int(repair.cell)), name: repair.kind.code,
          value: note(repair.afterOffset, repair.afterCount)))
    }
    for index in 0..<normalized.rejections.count {
      let rejection = normalized.rejections[index]
      let more = note(rejection.noteOffset, rejection.noteCount)
      explanation.rejections.append(
        .init(
          kind: rejection.cell.map { kind(Int($0)) },
          field: rejection.cell.map { field(Int($0)) } ?? "", name: rejection.reason.code,
          value: rejection.reason.hint(noting: more), column: Int(rejection.column)))
    }
    explanation.total += normalized.candidates.count
    for candidate in normalized.candidates.elements
    where explanation.candidates.count < Explainer.mostNumbers {
      explanation.candidates.append(
        .init(
          number: candidate.number, action: candidate.action.name,
          label: String(decoding: normalized.label(of: candidate, in: alone), as: UTF8.self)))
    }
  }

  private func kind(_ cell: Int) -> Field {
    explainer.normalization[source].columns[Int(batch.cells[cell].column)]
  }

  private func field(_ cell: Int) -> String { names.field(of: batch.cells[cell], in: batch) }

  private func text(_ cell: Int) -> String {
    String(decoding: batch.bytes(of: batch.cells[cell]), as: UTF8.self)
  }
}
