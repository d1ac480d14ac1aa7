/// What Normalization made of one record batch: candidates, rejections, repairs and the account.
///
/// It belongs to one worker at a time, is reused, and is read together with the `RecordBatch` it
/// was made from, into which records, cells and most labels point.
public final class NormalizedBatch {
  @usableFromInline
  struct Contents: ~Copyable {
    @usableFromInline var candidates = ElementBuffer<Candidate>(minimumCapacity: 1 << 10)
    @usableFromInline var rejections = ElementBuffer<Rejection>()
    @usableFromInline var repairs = ElementBuffer<Repair>()
    @usableFromInline var bytes = ElementBuffer<UInt8>(minimumCapacity: 1 << 14)
    @usableFromInline var counts = RecordCounts()

    @usableFromInline
    init() {}
  }

  // Behind a pointer, because a stored property of a class costs a run-time check of exclusive
  // access whenever another room touches it, several times per record.
  @usableFromInline let contents: UnsafeMutablePointer<Contents>

  /// The numbers proposed, in the order of their records.
  @inlinable
  public var candidates: ElementBuffer<Candidate> {
    @inline(__always) _read { yield contents.pointee.candidates }
    @inline(__always) _modify { yield &contents.pointee.candidates }
  }
  /// The cells that yield no entry, in the order of their records.
  @inlinable
  public var rejections: ElementBuffer<Rejection> {
    @inline(__always) _read { yield contents.pointee.rejections }
    @inline(__always) _modify { yield &contents.pointee.rejections }
  }
  /// The corrections made, in the order of their records.
  @inlinable
  public var repairs: ElementBuffer<Repair> {
    @inline(__always) _read { yield contents.pointee.repairs }
    @inline(__always) _modify { yield &contents.pointee.repairs }
  }
  /// Labels that had to be cleaned, and the notes of rejections and repairs; at most 2 GiB.
  @inlinable
  public var bytes: ElementBuffer<UInt8> {
    @inline(__always) _read { yield contents.pointee.bytes }
    @inline(__always) _modify { yield &contents.pointee.bytes }
  }
  /// The account of this batch's records.
  @inlinable
  public var counts: RecordCounts {
    @inline(__always) _read { yield contents.pointee.counts }
    @inline(__always) _modify { yield &contents.pointee.counts }
  }

  /// Creates an empty batch.
  public init() {
    contents = .allocate(capacity: 1)
    contents.initialize(to: Contents())
  }

  deinit {
    contents.deinitialize(count: 1)
    contents.deallocate()
  }

  /// The label's bytes of a candidate, valid until either batch is changed.
  @inlinable @inline(__always)
  public func label(
    of candidate: Candidate, in records: RecordBatch
  ) -> UnsafeBufferPointer<UInt8> {
    let start = Int(candidate.labelOffset)
    let range = start..<start + Int(candidate.labelCount)
    return candidate.labelIsCleaned
      ? UnsafeBufferPointer(rebasing: bytes.elements[range])
      : UnsafeBufferPointer(rebasing: records.bytes.elements[range])
  }

  /// Forgets everything and keeps the memory.
  public func removeAll() {
    candidates.removeAll()
    rejections.removeAll()
    repairs.removeAll()
    bytes.removeAll()
    counts = RecordCounts()
  }
}

/// One number that a record proposes for the directory.
public struct Candidate: BitwiseCopyable {
  /// Country calling code, national significant number and extension digits; 1 … Int64.max - 1.
  public var number: Int64
  /// Milliseconds since 1970-01-01T00:00Z of the record's `updated`; `Int64.min` when missing.
  public var updated: Int64
  /// 0-based index of the record in its batch.
  public var record: UInt32
  /// Where the label lies, in the normalized batch if `labelIsCleaned`, else in the record batch.
  public var labelOffset: UInt32
  /// Length of the label in UTF-8 bytes, 1 … 65 534 on identify, 0 otherwise.
  public var labelCount: UInt16
  /// Number of leading digits of `number` that are the base: all of them without an extension.
  public var baseDigits: UInt8
  /// What the record asks for.
  public var action: Action
  /// Whether the bytes of the label lie in the normalized batch.
  public var labelIsCleaned: Bool
  /// Whether this is the entry of a representative number that the pipeline asked for; a record
  /// that names the number explicitly wins over it.
  public var isRepresentative: Bool
  /// Whether the number without extension is valid by its numbering plan.
  public var isValid: Bool

  /// Creates a candidate.
  @inlinable
  public init(
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
public struct Rejection: BitwiseCopyable {
  /// Why.
  public var reason: RejectionReason
  /// 0-based index of the record in its batch.
  public var record: UInt32
  /// 0-based index of the cell in the batch's `cells`; nil where the whole record is meant.
  public var cell: UInt32?
  /// 1-based Unicode scalar within the cell at which the trouble starts; 1 for the whole cell.
  public var column: UInt32
  /// What belongs to this case in the hint (both readings, say), in `NormalizedBatch.bytes`.
  public var noteOffset: UInt32
  /// Length of the note in bytes; 0 for none.
  public var noteCount: UInt32

  /// Creates a rejection.
  @inlinable
  public init(
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
public struct Repair: BitwiseCopyable {
  /// The rule that made it.
  public var kind: RepairKind
  /// 0-based index of the record in its batch.
  public var record: UInt32
  /// 0-based index of the cell in the batch's `cells`.
  public var cell: UInt32
  /// What the number reads after the correction, in `NormalizedBatch.bytes`.
  public var afterOffset: UInt32
  /// Length of that text in bytes.
  public var afterCount: UInt32

  /// Creates a repair.
  @inlinable
  public init(
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
public struct RecordCounts: Equatable, Sendable, BitwiseCopyable {
  /// All records read.
  public var read = 0
  /// Records that gave at least one candidate.
  public var used = 0
  /// Records that gave none and at least one rejection.
  public var rejected = 0
  /// Records with a disabled status or outside their validity window.
  public var inapplicable = 0
  /// Empty lines, repeated headers, records whose mapped cells are all empty.
  public var blank = 0
  /// Invisible characters taken out of labels.
  public var charactersRemovedFromLabels = 0
  /// `updated` cells that could not be read and count as oldest.
  public var unreadableUpdates = 0
  /// What wildcards, ranges and runs of lines stand for.
  public var expansion = ExpansionCounts()

  /// Creates an empty account.
  public init() {}

  /// Whether every record read is accounted for.
  public var balances: Bool { read == used + rejected + inapplicable + blank }

  /// Adds another account to this one.
  public static func += (sum: inout RecordCounts, more: RecordCounts) {
    sum.read += more.read
    sum.used += more.used
    sum.rejected += more.rejected
    sum.inapplicable += more.inapplicable
    sum.blank += more.blank
    sum.charactersRemovedFromLabels += more.charactersRemovedFromLabels
    sum.unreadableUpdates += more.unreadableUpdates
    sum.expansion += more.expansion
  }
}

/// What wildcards, ranges and runs of lines stand for, before the plan leaves any number out.
public struct ExpansionCounts: Equatable, Sendable, BitwiseCopyable {
  /// Cells and ranges that are expanded.
  public var cells = 0
  /// Numbers that they stand for.
  public var numbers = 0
  /// Cells and ranges of which something is over the budget: rejected as `range-too-large`.
  public var cellsOverBudget = 0
  /// Numbers that those would be; `Int.max` where they are more.
  public var numbersOverBudget = 0

  /// Creates an empty account.
  public init() {}

  /// Whether there was nothing to expand.
  public var isEmpty: Bool { cells == 0 && cellsOverBudget == 0 }

  /// Adds a cell that stands for this many numbers within the budget and over it.
  public mutating func add(numbers count: Int, overBudget: Int) {
    if count > 0 {
      cells += 1
      numbers += count
    }
    if overBudget > 0 {
      cellsOverBudget += 1
      let sum = numbersOverBudget.addingReportingOverflow(overBudget)
      numbersOverBudget = sum.overflow ? Int.max : sum.partialValue
    }
  }

  /// Adds another account to this one.
  public static func += (sum: inout ExpansionCounts, more: ExpansionCounts) {
    sum.cells += more.cells
    sum.numbers += more.numbers
    sum.cellsOverBudget += more.cellsOverBudget
    let over = sum.numbersOverBudget.addingReportingOverflow(more.numbersOverBudget)
    sum.numbersOverBudget = over.overflow ? Int.max : over.partialValue
  }
}
