internal import Extraction
internal import Records

/// The lines that one record batch adds to rejects.csv and repairs.csv.
///
/// A worker fills a sheet while it holds the batch, because the lines quote the batch's bytes; the
/// spool puts the sheets back in the order of the input.
final class ReportSheet {
  /// Lines of rejects.csv.
  @exclusivity(unchecked) var rejects = ElementBuffer<UInt8>(minimumCapacity: 1 << 12)
  /// Lines of repairs.csv.
  @exclusivity(unchecked) var repairs = ElementBuffer<UInt8>(minimumCapacity: 1 << 12)
  /// The groups of the worker that fills the sheet, who lends them; nil where nobody asks for any.
  @exclusivity(unchecked) var groups: RejectionGroups?
  /// The rows of rejects.csv that stand for groups.
  @exclusivity(unchecked) private(set) var rows: [RejectionGroups.Row] = []

  /// The header of rejects.csv.
  static let rejectsHeader =
    "source,path,line,column,byte_offset,element,field,reason,value,hint,record\n"
  /// The header of repairs.csv.
  static let repairsHeader =
    "source,path,line,byte_offset,element,field,repair,before,after\n"
  /// Most bytes of a record's raw text that a line quotes.
  static let mostBytesOfRecord = 4096

  /// Bytes from which on a sheet is handed over before its batch has ended.
  private static let longInBytes = 512 << 10
  /// Memory beyond which an empty sheet is not kept for another batch, and beyond which it is not among
  /// the first few: where many records are rejected, new memory for each batch takes longer than its lines.
  private static let keptInBytes = 256 << 10
  /// The lines of a block, all of them rejections, take 1 MiB; what the other report holds comes on top.
  private static let keptOfFewInBytes = (2 << 20) + (64 << 10)
  private static let few = 4

  /// Source and path of the file that was quoted last, as the first fields of a line.
  @exclusivity(unchecked) private var place = ElementBuffer<UInt8>(minimumCapacity: 256)
  @exclusivity(unchecked) private var placed = (source: -1, file: -1)
  /// Whether what was placed last is XML, whose records are named by elements.
  @exclusivity(unchecked) private var hasElements = false
  /// The name of the column that was quoted last, as a field.
  @exclusivity(unchecked) private var name = ElementBuffer<UInt8>(minimumCapacity: 64)
  @exclusivity(unchecked) private var named = (source: -1, column: -1)

  /// Bytes of all lines.
  var bytes: Int { rejects.count + repairs.count }
  /// Whether the lines are so many that they should be written before more are added.
  var isLong: Bool { bytes > Self.longInBytes }
  /// Whether the sheet, emptied, is worth keeping beside so many others.
  func isWorthKeeping(beside others: Int) -> Bool {
    rejects.capacity + repairs.capacity
      <= (others < Self.few ? Self.keptOfFewInBytes : Self.keptInBytes)
  }

  /// Forgets the lines and keeps the memory.
  func removeAll() {
    placed = (-1, -1)
    named = (-1, -1)
    rows.removeAll(keepingCapacity: true)
    rejects.removeAll()
    repairs.removeAll()
  }

  /// Adds the lines of what was made of a batch.
  func add(
    _ normalized: NormalizedBatch, of batch: RecordBatch, names: SourceNames
  ) {
    for index in 0..<normalized.rejections.count {
      addRejection(normalized.rejections[index], normalized, batch, names)
    }
    for index in 0..<normalized.repairs.count {
      addRepair(normalized.repairs[index], normalized, batch, names)
    }
  }

  private func addRejection(
    _ rejection: Rejection, _ normalized: NormalizedBatch, _ batch: RecordBatch,
    _ names: SourceNames
  ) {
    let record = batch.records[Int(rejection.record)]
    let cell = rejection.cell.map { batch.cells[Int($0)] }
    if groups != nil { group(rejection, cell, batch, names) }
    var line = CSVLine()
    placeLine(in: batch, names)
    line.fields(written: UnsafeBufferPointer(place.elements), to: &rejects)
    line.field(record.line, to: &rejects)
    line.field(rejection.column, to: &rejects)
    line.field(record.byteOffset, to: &rejects)
    if hasElements {
      line.field(names.element(of: record, cell: cell, in: batch), to: &rejects)
    } else {
      line.emptyField(to: &rejects)
    }
    nameColumn(of: cell, in: batch, names)
    line.fields(written: UnsafeBufferPointer(name.elements), to: &rejects)
    line.fields(written: codes[Int(rejection.reason.rawValue)], to: &rejects)
    if let cell {
      line.field(batch.bytes(of: cell), to: &rejects)
    } else {
      line.emptyField(to: &rejects)
    }
    if rejection.noteCount > 0 {
      line.field(hint(of: rejection, in: normalized), to: &rejects)
    } else {
      line.fields(written: hints[Int(rejection.reason.rawValue)], to: &rejects)
    }
    addRecord(record, batch, names, &line)
    line.end(in: &rejects)
  }

  /// Counts a rejection whose line is written next.
  private func group(
    _ rejection: Rejection, _ cell: RecordBatch.Cell?, _ batch: RecordBatch, _ names: SourceNames
  ) {
    let value = cell.map { batch.bytes(of: $0) } ?? UnsafeBufferPointer(start: nil, count: 0)
    let row = groups?.add(
      reason: codes[Int(rejection.reason.rawValue)], value: value, of: batch, names,
      offset: rejects.count)
    if let row { rows.append(row) }
  }

  /// By the raw value of a reason: its code and its hint, as fields.
  private static let everyCode = RejectionReason.allCases.map { field($0.code) }
  private static let everyHint = RejectionReason.allCases.map { field($0.hint) }
  // At hand: a static property is asked whether it is there each time.
  private let codes = ReportSheet.everyCode
  private let hints = ReportSheet.everyHint

  /// A field that is written as often as there are rejections; lives as long as the program.
  private static func field(_ text: String) -> WrittenFields {
    var line = CSVLine()
    var bytes = ElementBuffer<UInt8>(minimumCapacity: 128)
    line.field(text, to: &bytes)
    return WrittenFields(UnsafeBufferPointer(bytes.elements))
  }

  private func placeLine(in batch: RecordBatch, _ names: SourceNames) {
    if placed == (batch.source, batch.file) { return }
    placed = (batch.source, batch.file)
    place.removeAll()
    var line = CSVLine()
    line.field(names.source(of: batch), to: &place)
    line.field(names.path(of: batch), to: &place)
    hasElements = names.hasElements(in: batch)
  }

  private func nameColumn(
    of cell: RecordBatch.Cell?, in batch: RecordBatch, _ names: SourceNames
  ) {
    let column = cell.map { Int($0.column) } ?? -1
    if named == (batch.source, column) { return }
    named = (batch.source, column)
    name.removeAll()
    var line = CSVLine()
    line.field(names.field(of: cell, in: batch), to: &name)
  }

  private func hint(of rejection: Rejection, in normalized: NormalizedBatch) -> String {
    let start = Int(rejection.noteOffset)
    let note = normalized.bytes.elements[start..<start + Int(rejection.noteCount)]
    return rejection.reason.hint(noting: String(decoding: note, as: UTF8.self))
  }

  /// The raw text; where the format keeps none (XML), the cells as `name=value`.
  private func addRecord(
    _ record: RecordBatch.Record, _ batch: RecordBatch, _ names: SourceNames,
    _ line: inout CSVLine
  ) {
    if record.rawCount > 0 {
      let start = Int(record.rawOffset)
      let raw = UnsafeBufferPointer(
        rebasing: batch.bytes.elements[start..<start + Int(record.rawCount)])
      line.field(Self.firstPart(of: raw), to: &rejects)
      return
    }
    let first = Int(record.firstCell)
    let cells = (first..<first + Int(record.cellCount)).map { batch.cells[$0] }
    let text = cells.map {
      "\(names.field(of: $0, in: batch))=\(String(decoding: batch.bytes(of: $0), as: UTF8.self))"
    }.joined(separator: "; ")
    var bytes = text
    bytes.withUTF8 { line.field(Self.firstPart(of: $0), to: &rejects) }
  }

  /// At most `mostBytesOfRecord` bytes, cut at a character's border.
  static func firstPart(of text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    guard text.count > mostBytesOfRecord else { return text }
    var end = mostBytesOfRecord
    while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
    return UnsafeBufferPointer(rebasing: text[..<end])
  }

  private func addRepair(
    _ repair: Repair, _ normalized: NormalizedBatch, _ batch: RecordBatch, _ names: SourceNames
  ) {
    let record = batch.records[Int(repair.record)]
    let cell = batch.cells[Int(repair.cell)]
    let start = Int(repair.afterOffset)
    var line = CSVLine()
    placeLine(in: batch, names)
    line.fields(written: UnsafeBufferPointer(place.elements), to: &repairs)
    line.field(record.line, to: &repairs)
    line.field(record.byteOffset, to: &repairs)
    if hasElements {
      line.field(names.element(of: record, cell: cell, in: batch), to: &repairs)
    } else {
      line.emptyField(to: &repairs)
    }
    nameColumn(of: cell, in: batch, names)
    line.fields(written: UnsafeBufferPointer(name.elements), to: &repairs)
    line.field(repair.kind.code, to: &repairs)
    line.field(batch.bytes(of: cell), to: &repairs)
    line.field(
      UnsafeBufferPointer(
        rebasing: normalized.bytes.elements[start..<start + Int(repair.afterCount)]),
      to: &repairs)
    line.end(in: &repairs)
  }
}
