package import Records

/// Turns the records of one source into candidates, repairs and rejections.
///
/// One per worker and source; not safe to share between threads. For every record, in this order:
/// blank; disabled status or outside its window (inapplicable, whatever else is wrong); action;
/// label (only where the action needs one); then each number cell and each range. A record that
/// gives a candidate is used, one that gives none has at least one rejection, so the account of
/// `NormalizedBatch.counts` balances once all records of a batch are through. Takes no memory per
/// record beyond what the batches grow.
package final class Normalizer {
  /// Candidates in a normalized batch from which on `normalize` stops early.
  package static let candidatesPerBatch = 1 << 16
  /// Rejections and repairs from which on it stops early.
  private static let findingsPerBatch = 1 << 11

  private let fields: UnsafeMutableBufferPointer<Field>
  private let representativeLabel: [UInt8]
  /// Joins the labels of several columns; nil where one column holds the label.
  private let labelJoint: LabelJoint?
  @exclusivity(unchecked) private var gate: RecordGate
  private let cells = RecordCells()
  @exclusivity(unchecked) private var numbers: NumberCells
  /// Where to go on in the record at which the last call stopped; nil at a record's beginning.
  @exclusivity(unchecked) private var interrupted: OpenRecord?

  /// What is known of the record whose numbers are being read.
  private struct OpenRecord {
    var record: UInt32
    var action: Action
    var updated: Int64
    var hasCandidate = false
    var hasRejection = false
  }

  /// Where the label of a record lies, or that it has none to give.
  private struct PlacedLabel {
    var offset: UInt32 = 0
    var count: UInt16 = 0
    var isCleaned = false
  }

  /// Prepares a normalizer.
  ///
  /// - Throws: `NormalizationSettingsError`, `CellSettingsError`.
  package init(settings: NormalizationSettings) throws {
    representativeLabel = try Self.bytes(ofLabel: settings.representativeLabel)
    labelJoint = LabelJoint(columns: settings.columns, separator: settings.labelSeparator)
    gate = try RecordGate(settings)
    numbers = NumberCells(reader: try CellReader(settings: settings.cells))
    fields = .allocate(capacity: settings.columns.count)
    _ = fields.initialize(from: settings.columns)
  }

  deinit { fields.deallocate() }

  /// The label of representative numbers as phones show it.
  private static func bytes(ofLabel label: String?) throws(NormalizationSettingsError) -> [UInt8] {
    guard let label else { return [] }
    var buffer = ElementBuffer<UInt8>()
    var removed = 0
    let outcome = Array(label.utf8).withUnsafeBufferPointer {
      LabelCleaner.rewrite($0, into: &buffer, removed: &removed)
    }
    guard case .cleaned = outcome else { throw .unusableRepresentativeLabel }
    return Array(buffer.elements)
  }

  /// Appends what the records from `record` on give, and returns the index from which to go on.
  ///
  /// Returns the number of records in the batch when all are through, or earlier once `out` holds
  /// `candidatesPerBatch`, or some thousand rejections and repairs: then hand `out` on, empty it and call again with the returned index. The
  /// index may be that of a record whose numbers are not all out yet.
  package func normalize(
    _ batch: RecordBatch, from record: Int, into out: NormalizedBatch
  ) -> Int {
    gate.resetCounts()
    var representative: UInt32?
    let count = batch.records.count
    var index = record
    while index < count {
      if out.candidates.count >= Self.candidatesPerBatch { break }
      if out.rejections.count &+ out.repairs.count >= Self.findingsPerBatch { break }
      let isThrough = normalizeRecord(index, of: batch, into: out, &representative)
      if !isThrough { break }
      index += 1
    }
    out.counts.unreadableUpdates += gate.unreadableUpdates
    return index
  }

  /// Whether all numbers of the record are out.
  private func normalizeRecord(
    _ index: Int, of batch: RecordBatch, into out: NormalizedBatch, _ representative: inout UInt32?
  ) -> Bool {
    let record = batch.records.base[index]
    var open: OpenRecord
    if interrupted != nil, let former = takeInterrupted(at: UInt32(index)) {
      open = former
    } else {
      out.counts.read &+= 1
      guard let begun = begin(record, at: UInt32(index), of: batch, into: out) else { return true }
      open = begun
    }
    guard let label = placeLabel(for: open, of: batch, into: out) else {
      out.counts.rejected += 1
      return true
    }
    while numbers.hasMore,
      let read = numbers.next(cells, of: batch, into: out, record: open.record)
    {
      if read.gaveRejection { open.hasRejection = true }
      if read.count > 0 {
        emit(read, of: open, label, into: out, &representative)
        open.hasCandidate = true
      }
      if out.candidates.count >= Self.candidatesPerBatch && numbers.hasMore {
        interrupted = open
        return false
      }
    }
    close(open, into: out)
    return true
  }

  /// The record at which the last call stopped, if this is it.
  @inline(never)
  private func takeInterrupted(at index: UInt32) -> OpenRecord? {
    defer { interrupted = nil }
    return interrupted?.record == index ? interrupted : nil
  }

  /// Everything before the label; nil when the record is accounted for already.
  @inline(__always)
  private func begin(
    _ record: RecordBatch.Record, at index: UInt32, of batch: RecordBatch,
    into out: NormalizedBatch
  ) -> OpenRecord? {
    switch record.state {
    case .blank:
      out.counts.blank += 1
      return nil
    case .excluded:
      out.counts.inapplicable += 1
      return nil
    case .rejected(let reason):
      out.rejections.append(Rejection(reason: reason, record: index, cell: nil, column: 1))
      out.counts.rejected += 1
      return nil
    case .cells:
      break
    }
    cells.gather(record, in: batch, fields: UnsafeBufferPointer(fields))
    guard cells.holdsAnything(in: batch) else {
      out.counts.blank += 1
      return nil
    }
    numbers.begin(cells)
    switch gate.judge(cells, in: batch) {
    case .open(let action, let updated):
      return OpenRecord(record: index, action: action, updated: updated)
    case .inapplicable:
      out.counts.inapplicable += 1
    case .refused(let reason, let cell, let otherCell):
      for cell in [cell, otherCell] where cell >= 0 {
        out.rejections.append(
          Rejection(reason: reason, record: index, cell: UInt32(cell), column: 1))
      }
      out.counts.rejected += 1
    }
    return nil
  }

  /// The record's label, empty for actions that need none; nil when the record is rejected for it.
  @inline(__always)
  private func placeLabel(
    for open: OpenRecord, of batch: RecordBatch, into out: NormalizedBatch
  ) -> PlacedLabel? {
    guard open.action == .identify else { return PlacedLabel() }
    var outcome = LabelCleaner.Outcome.empty
    var start = 0
    var removed = 0
    let filled = cells.filledCell(of: .label, in: batch)
    if filled >= 0, let labelJoint {
      outcome = labelJoint.label(cells, in: batch, into: &out.bytes, removed: &removed)
    } else if filled >= 0 {
      let cell = batch.cells.base[Int(filled)]
      start = Int(cell.offset)
      outcome = LabelCleaner.clean(batch.bytes(of: cell), into: &out.bytes, removed: &removed)
    }
    // A label that is placed once more for the rest of its record was counted the first time.
    if !open.hasCandidate && !open.hasRejection {
      out.counts.charactersRemovedFromLabels += removed
    }
    switch outcome {
    case .unchanged(let offset, let count):
      return PlacedLabel(offset: UInt32(start + offset), count: UInt16(count))
    case .cleaned(let offset, let count):
      return PlacedLabel(offset: UInt32(offset), count: UInt16(count), isCleaned: true)
    case .empty, .tooLong:
      let place = filled >= 0 ? filled : cells.cell(of: .label, at: 0)
      out.rejections.append(
        Rejection(
          reason: outcome == .tooLong ? .labelTooLong : .emptyLabel, record: open.record,
          cell: place < 0 ? nil : UInt32(place), column: 1))
      return nil
    }
  }

  /// Appends the candidates of one portion of numbers.
  @inline(__always)
  private func emit(
    _ read: NumberCells.Portion, of open: OpenRecord, _ label: PlacedLabel,
    into out: NormalizedBatch, _ representative: inout UInt32?
  ) {
    if read.count > 1, representativeLabel.isEmpty || open.action != .identify {
      return emitRow(read, of: open, label, into: out)
    }
    for index in read.start..<read.start + read.count {
      let number = numbers.number(at: index)
      out.candidates.append(
        Candidate(
          number: number.number, updated: open.updated, record: open.record,
          labelOffset: label.offset, labelCount: label.count, baseDigits: number.baseDigits,
          action: open.action, labelIsCleaned: label.isCleaned, isRepresentative: false,
          isValid: number.isValid))
      if number.extensionDigits > 0 && !representativeLabel.isEmpty && open.action == .identify
        && numbers.claimRepresentative()
      {
        emitRepresentative(of: number, open, into: out, &representative)
      }
    }
  }

  /// Appends the candidates of a portion of several numbers without representative ones.
  @inline(never)
  private func emitRow(
    _ read: NumberCells.Portion, of open: OpenRecord, _ label: PlacedLabel,
    into out: NormalizedBatch
  ) {
    out.candidates.reserve(additional: read.count)
    let place = out.candidates.base + out.candidates.count
    var candidate = Candidate(
      number: 0, updated: open.updated, record: open.record, labelOffset: label.offset,
      labelCount: label.count, baseDigits: 0, action: open.action,
      labelIsCleaned: label.isCleaned, isRepresentative: false, isValid: false)
    for index in 0..<read.count {
      let number = numbers.number(at: read.start &+ index)
      candidate.number = number.number
      candidate.baseDigits = number.baseDigits
      candidate.isValid = number.isValid
      place[index] = candidate
    }
    out.candidates.commit(additional: read.count)
  }

  /// Appends the candidate for the representative number: the number without its extension.
  private func emitRepresentative(
    of number: ReadNumber, _ open: OpenRecord, into out: NormalizedBatch,
    _ representative: inout UInt32?
  ) {
    if representative == nil {
      representative = UInt32(out.bytes.count)
      representativeLabel.withUnsafeBufferPointer { out.bytes.append(contentsOf: $0) }
    }
    var base = number.number
    for _ in 0..<number.extensionDigits { base /= 10 }
    out.candidates.append(
      Candidate(
        number: base, updated: open.updated, record: open.record,
        labelOffset: representative ?? 0, labelCount: UInt16(representativeLabel.count),
        baseDigits: number.baseDigits, action: .identify, labelIsCleaned: true,
        isRepresentative: true, isValid: number.isValid))
  }

  /// Accounts for a record whose cells are all read.
  @inline(__always)
  private func close(_ open: OpenRecord, into out: NormalizedBatch) {
    if open.hasCandidate {
      out.counts.used &+= 1
    } else {
      closeUnused(open, into: out)
    }
  }

  /// Rejects a record that gave nothing, unless a cell said why.
  @inline(never)
  private func closeUnused(_ open: OpenRecord, into out: NormalizedBatch) {
    if !open.hasRejection {
      let place = cells.cell(of: .number, at: 0)
      out.rejections.append(
        Rejection(
          reason: .missingNumber, record: open.record, cell: place < 0 ? nil : UInt32(place),
          column: 1))
    }
    out.counts.rejected += 1
  }
}
