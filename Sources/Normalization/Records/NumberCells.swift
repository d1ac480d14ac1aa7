import Records

/// Reads the number cells and ranges of one record, one after the other, in portions.
///
/// A range may give millions of numbers; they come out in portions of `portion`, so that a normalized
/// batch stays small.
struct NumberCells: ~Copyable {
  /// A stretch of the numbers of the cell that was read last.
  struct Portion {
    /// 0-based index of the first number, for `number(at:)`.
    var start: Int
    /// How many numbers; 0 when the cell gave none.
    var count: Int
    /// Whether the cell had a rejection; told once per cell.
    var gaveRejection: Bool
  }

  private static let portion = 1 << 14

  private let reader: CellReader
  private let result = CellResult()
  /// The next number cell, then the next range, by position in the record.
  private var next = 0
  /// Number cells and ranges of the record.
  private var end = 0
  /// The next number of `result` to give.
  private var given = 0
  private var hasRepresentative = false

  init(reader: CellReader) { self.reader = reader }

  /// Starts a record.
  @inline(__always)
  mutating func begin(_ cells: borrowing RecordCells) {
    next = 0
    end = cells.count(of: .number) + Self.ranges(cells)
    given = 0
    hasRepresentative = false
    result.removeAll()
  }

  /// A number of the last portion.
  @inline(__always)
  func number(at index: Int) -> ReadNumber { result.numbers.base[index] }

  /// True once per record.
  mutating func claimRepresentative() -> Bool {
    defer { hasRepresentative = true }
    return !hasRepresentative
  }

  /// Whether `next` would look at something more of this record.
  @inline(__always)
  var hasMore: Bool { given < result.numbers.count || next < end || result.range != nil }

  /// How many ranges the record has: one with only one end counts.
  @inline(__always)
  private static func ranges(_ cells: borrowing RecordCells) -> Int {
    max(cells.count(of: .first), cells.count(of: .last))
  }

  /// The next portion of numbers; nil when the record has no more cells to read.
  ///
  /// Rejections and repairs of a cell are appended to `out` when it is read.
  @inline(__always)
  mutating func next(
    _ cells: borrowing RecordCells, of batch: RecordBatch, into out: NormalizedBatch,
    record: UInt32
  ) -> Portion? {
    if given < result.numbers.count || result.range != nil {
      return portion(gaveRejection: false)
    }
    while next < cells.count(of: .number) {
      let position = next
      next += 1
      let cell = cells.cell(of: .number, at: position)
      let text = batch.bytes(of: batch.cells.base[Int(cell)])
      if text.isEmptyCell { continue }
      let places = Places(
        number: cell, extensionDigits: cells.extensionCell(ofNumberAt: position, in: batch),
        areaCode: cells.areaCodeCell(ofNumberAt: position),
        locality: cells.localityCell(ofNumberAt: position))
      reader.read(
        text, extensionCell: Self.text(places.extensionDigits, batch),
        areaCode: Self.text(places.areaCode, batch), locality: Self.text(places.locality, batch),
        into: result)
      return take(places, into: out, record: record)
    }
    return nextRange(cells, of: batch, into: out, record: record)
  }

  /// The numbers of the next range; nil when none is left.
  @inline(never)
  private mutating func nextRange(
    _ cells: borrowing RecordCells, of batch: RecordBatch, into out: NormalizedBatch,
    record: UInt32
  ) -> Portion? {
    while next - cells.count(of: .number) < Self.ranges(cells) {
      let position = next - cells.count(of: .number)
      next += 1
      let first = cells.cell(of: .first, at: position)
      let last = cells.cell(of: .last, at: position)
      let firstText = Self.text(first, batch)
      let lastText = Self.text(last, batch)
      if firstText == nil && lastText == nil { continue }
      given = 0
      result.removeAll()
      guard let firstText, let lastText else {
        let missing = firstText == nil ? first : last
        let present = firstText == nil ? last : first
        out.rejections.append(
          Rejection(
            reason: .missingNumber, record: record,
            cell: UInt32(missing >= 0 ? missing : present), column: 1))
        return Portion(start: 0, count: 0, gaveRejection: true)
      }
      let places = Places(
        number: first, areaCode: cells.areaCodeCell(ofNumberAt: position),
        locality: cells.localityCell(ofNumberAt: position), first: first, last: last)
      reader.readRange(
        first: firstText, last: lastText, areaCode: Self.text(places.areaCode, batch),
        locality: Self.text(places.locality, batch), into: result)
      return take(places, into: out, record: record)
    }
    return nil
  }

  /// Copies the rejections and repairs of the cell just read and starts giving its numbers.
  @inline(__always)
  private mutating func take(
    _ places: Places, into out: NormalizedBatch, record: UInt32
  ) -> Portion {
    given = 0
    let gaveRejection = result.rejections.count > 0
    if gaveRejection { copyRejections(places, into: out, record) }
    if result.cost > 0 || result.costOverBudget > 0 { countExpansion(in: out) }
    if result.repairs.count > 0 { copyRepairs(places, into: out, record) }
    return portion(gaveRejection: gaveRejection)
  }

  /// Adds what the expansions of the last cell cost to the counts of the batch.
  @inline(never)
  private func countExpansion(in out: NormalizedBatch) {
    out.counts.expansion.add(
      numbers: Int(result.cost), overBudget: Int(result.costOverBudget))
  }

  /// The next numbers of the cell that was read last.
  @inline(__always)
  private mutating func portion(gaveRejection: Bool) -> Portion {
    if given == result.numbers.count, result.range != nil, result.takeMore(Self.portion) {
      given = 0
    }
    let count = min(result.numbers.count - given, Self.portion)
    let portion = Portion(start: given, count: count, gaveRejection: gaveRejection)
    given += count
    return portion
  }

  /// Hands the rejections of the last cell on, with the record and the cell that they are of.
  private func copyRejections(_ places: Places, into out: NormalizedBatch, _ record: UInt32) {
    for index in 0..<result.rejections.count {
      let found = result.rejections[index]
      let note = copy(found.noteOffset, found.noteCount, into: out)
      out.rejections.append(
        Rejection(
          reason: found.reason, record: record, cell: places.cell(of: found.role),
          column: found.column, noteOffset: note, noteCount: found.noteCount))
    }
  }

  /// Hands its repairs on in the same way.
  private func copyRepairs(_ places: Places, into out: NormalizedBatch, _ record: UInt32) {
    for index in 0..<result.repairs.count {
      let made = result.repairs[index]
      let after = copy(made.afterOffset, made.afterCount, into: out)
      out.repairs.append(
        Repair(
          kind: made.kind, record: record, cell: UInt32(places.number), afterOffset: after,
          afterCount: made.afterCount))
    }
  }

  /// Copies text of the result to the batch, and says where it begins there.
  private func copy(_ offset: UInt32, _ count: UInt32, into out: NormalizedBatch) -> UInt32 {
    let start = UInt32(out.bytes.count)
    let range = Int(offset)..<Int(offset) + Int(count)
    out.bytes.append(
      contentsOf: UnsafeBufferPointer(rebasing: result.bytes.elements[range]))
    return start
  }

  /// The bytes of a cell that holds something; nil without one.
  @inline(__always)
  private static func text(_ cell: Int32, _ batch: RecordBatch) -> UnsafeBufferPointer<UInt8>? {
    guard cell >= 0 else { return nil }
    let text = batch.bytes(of: batch.cells.base[Int(cell)])
    return text.isEmptyCell ? nil : text
  }
}

/// The cells that were read together, by their role; -1 for none.
private struct Places {
  var number: Int32
  var extensionDigits: Int32 = -1
  var areaCode: Int32 = -1
  var locality: Int32 = -1
  var first: Int32 = -1
  var last: Int32 = -1

  /// The cell that played a role, the number cell when none did.
  func cell(of role: CellRole) -> UInt32 {
    let place =
      switch role {
      case .number: number
      case .extensionDigits: extensionDigits
      case .areaCode: areaCode
      case .locality: locality
      case .first: first
      case .last: last
      }
    return UInt32(place >= 0 ? place : number)
  }
}
