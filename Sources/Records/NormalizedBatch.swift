/// What Normalization made of one record batch: candidates, rejections, repairs and the account.
///
/// It belongs to one worker at a time, is reused, and is read together with the `RecordBatch` it
/// was made from, into which records, cells and most labels point.
package final class NormalizedBatch {
  /// The numbers proposed, in the order of their records.
  package var candidates = ElementBuffer<Candidate>(minimumCapacity: 1 << 10)
  /// The cells that yield no entry, in the order of their records.
  package var rejections = ElementBuffer<Rejection>()
  /// The corrections made, in the order of their records.
  package var repairs = ElementBuffer<Repair>()
  /// Labels that had to be cleaned, and the notes of rejections and repairs; at most 2 GiB.
  package var bytes = ElementBuffer<UInt8>(minimumCapacity: 1 << 14)
  /// The account of this batch's records.
  package var counts = RecordCounts()

  /// Creates an empty batch.
  package init() {}

  /// The label's bytes of a candidate, valid until either batch is changed.
  @inline(__always)
  package func label(
    of candidate: Candidate, in records: RecordBatch
  ) -> UnsafeBufferPointer<UInt8> {
    let start = Int(candidate.labelOffset)
    let range = start..<start + Int(candidate.labelCount)
    return candidate.labelIsCleaned
      ? UnsafeBufferPointer(rebasing: bytes.elements[range])
      : UnsafeBufferPointer(rebasing: records.bytes.elements[range])
  }

  /// Forgets everything and keeps the memory.
  package func removeAll() {
    candidates.removeAll()
    rejections.removeAll()
    repairs.removeAll()
    bytes.removeAll()
    counts = RecordCounts()
  }
}

/// One number that a record proposes for the directory.
package struct Candidate: BitwiseCopyable {
  /// Country calling code, national significant number and extension digits; 1 … Int64.max - 1.
  package var number: Int64
  /// Milliseconds since 1970-01-01T00:00Z of the record's `updated`; `Int64.min` when missing.
  package var updated: Int64
  /// 0-based index of the record in its batch.
  package var record: UInt32
  /// Where the label lies, in the normalized batch if `labelIsCleaned`, else in the record batch.
  package var labelOffset: UInt32
  /// Length of the label in UTF-8 bytes, 1 … 65 534 on identify, 0 otherwise.
  package var labelCount: UInt16
  /// Number of leading digits of `number` that are the base: all of them without an extension.
  package var baseDigits: UInt8
  /// What the record asks for.
  package var action: Action
  /// Whether the bytes of the label lie in the normalized batch.
  package var labelIsCleaned: Bool
  /// Whether this is the entry of a representative number that the pipeline asked for; a record
  /// that names the number explicitly wins over it.
  package var isRepresentative: Bool
  /// Whether the number without extension is valid by its numbering plan.
  package var isValid: Bool

  /// Creates a candidate.
  package init(
    number: Int64, updated: Int64, record: UInt32, labelOffset: UInt32, labelCount: UInt16,
    baseDigits: UInt8, action: Action, labelIsCleaned: Bool, isRepresentative: Bool, isValid: Bool
  ) {
    self.number = number
    self.updated = updated
    self.record = record
    self.labelOffset = labelOffset
    self.labelCount = labelCount
    self.baseDigits = baseDigits
    self.action = action
    self.labelIsCleaned = labelIsCleaned
    self.isRepresentative = isRepresentative
    self.isValid = isValid
  }
}

/// A cell that yields no entry, as data.
package struct Rejection: BitwiseCopyable {
  /// Why.
  package var reason: RejectionReason
  /// 0-based index of the record in its batch.
  package var record: UInt32
  /// 0-based index of the cell in the batch's `cells`; nil where the whole record is meant.
  package var cell: UInt32?
  /// 1-based Unicode scalar within the cell at which the trouble starts; 1 for the whole cell.
  package var column: UInt32
  /// What belongs to this case in the hint (both readings, say), in `NormalizedBatch.bytes`.
  package var noteOffset: UInt32
  /// Length of the note in bytes; 0 for none.
  package var noteCount: UInt32

  /// Creates a rejection.
  package init(
    reason: RejectionReason, record: UInt32, cell: UInt32?, column: UInt32, noteOffset: UInt32 = 0,
    noteCount: UInt32 = 0
  ) {
    self.reason = reason
    self.record = record
    self.cell = cell
    self.column = column
    self.noteOffset = noteOffset
    self.noteCount = noteCount
  }
}

/// A documented correction of a cell that still gave a candidate.
package struct Repair: BitwiseCopyable {
  /// The rule that made it.
  package var kind: RepairKind
  /// 0-based index of the record in its batch.
  package var record: UInt32
  /// 0-based index of the cell in the batch's `cells`.
  package var cell: UInt32
  /// What the number reads after the correction, in `NormalizedBatch.bytes`.
  package var afterOffset: UInt32
  /// Length of that text in bytes.
  package var afterCount: UInt32

  /// Creates a repair.
  package init(
    kind: RepairKind, record: UInt32, cell: UInt32, afterOffset: UInt32, afterCount: UInt32
  ) {
    self.kind = kind
    self.record = record
    self.cell = cell
    self.afterOffset = afterOffset
    self.afterCount = afterCount
  }
}

/// The account of records: read = used + rejected + inapplicable + blank.
package struct RecordCounts: Equatable, Sendable, BitwiseCopyable {
  /// All records read.
  package var read = 0
  /// Records that gave at least one candidate.
  package var used = 0
  /// Records that gave none and at least one rejection.
  package var rejected = 0
  /// Records with a disabled status or outside their validity window.
  package var inapplicable = 0
  /// Empty lines, repeated headers, records whose mapped cells are all empty.
  package var blank = 0
  /// Invisible characters taken out of labels.
  package var charactersRemovedFromLabels = 0
  /// `updated` cells that could not be read and count as oldest.
  package var unreadableUpdates = 0

  /// Creates an empty account.
  package init() {}

  /// Whether every record read is accounted for.
  package var balances: Bool { read == used + rejected + inapplicable + blank }

  /// Adds another account to this one.
  package static func += (sum: inout RecordCounts, more: RecordCounts) {
    sum.read += more.read
    sum.used += more.used
    sum.rejected += more.rejected
    sum.inapplicable += more.inapplicable
    sum.blank += more.blank
    sum.charactersRemovedFromLabels += more.charactersRemovedFromLabels
    sum.unreadableUpdates += more.unreadableUpdates
  }
}
