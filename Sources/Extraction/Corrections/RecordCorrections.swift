internal import Records
internal import Synchronization

/// What cells of some records of a source shall say: by the record's whole text, as it was rejected.
///
/// A record that reads differently in any byte (carriage returns aside, which spreadsheets change) is
/// another one, and stays as it is. Any number of threads may apply them at once. Memory: the texts.
package final class RecordCorrections: Sendable {
  /// One cell of one record.
  package struct Correction: Sendable, Equatable {
    /// The record as rejects.csv has it.
    package var record: [UInt8]
    /// The column, by its name, position or path.
    package var field: String
    /// What the cell shall say.
    package var value: [UInt8]

    /// Creates a correction.
    package init(record: [UInt8], field: String, value: [UInt8]) {
      self.record = record
      self.field = field
      self.value = value
    }
  }

  /// What was found of a correction; sums over the records that read so.
  package struct Outcome: Sendable, Equatable {
    /// Records whose cell says something else now.
    package var changed = 0
    /// Records whose cell said so before.
    package var alike = 0
    /// Records whose cell says the same but for zeros in front, which a spreadsheet took.
    package var withoutZeros = 0
    /// Records that hold the column more than once.
    package var repeated = 0
    /// Records of which another row wants something else; they stay as they are.
    package var contradicted = 0
    /// Records of a source that reads no column of that name.
    package var withoutColumn = 0

    /// Creates the outcome of nothing.
    package init() {}

    /// Records that read as the correction says.
    package var found: Int {
      changed + alike + withoutZeros + repeated + contradicted + withoutColumn
    }

    /// Adds what another thread found.
    package static func += (sum: inout Outcome, more: Outcome) {
      sum.changed += more.changed
      sum.alike += more.alike
      sum.withoutZeros += more.withoutZeros
      sum.repeated += more.repeated
      sum.contradicted += more.contradicted
      sum.withoutColumn += more.withoutColumn
    }
  }

  private let corrections: [Correction]
  /// By the hash of the record: 0-based places, ascending.
  private let places: [UInt64: [Int]]
  /// Bytes of the records: most others are told from them without a look at their text.
  private let lengths: Set<Int>
  private let state: Mutex<[Outcome]>
  /// Of an XML record, a correction of what an earlier one made of it holds too.
  private static let mostSteps = 8

  /// Prepares corrections; of several that want one cell to be different things none holds.
  package init(_ corrections: [Correction]) {
    self.corrections = corrections.map {
      Correction(record: Self.comparable($0.record), field: $0.field, value: $0.value)
    }
    var places: [UInt64: [Int]] = [:]
    for (place, correction) in self.corrections.enumerated() {
      places[Self.hash(correction.record), default: []].append(place)
    }
    self.places = places
    lengths = Set(self.corrections.map(\.record.count))
    state = Mutex(Array(repeating: Outcome(), count: corrections.count))
  }

  /// What was found so far, in the order of the corrections.
  package var outcomes: [Outcome] { state.withLock { $0 } }

  /// Corrects the records of a batch; notes those whose cells say something else now.
  func apply(to batch: RecordBatch, _ texts: RecordTexts) {
    var found: [(Int, Outcome)] = []
    for index in 0..<batch.records.count
    where batch.records[index].state == .cells && mayBeCorrected(batch.records[index], in: batch) {
      var isChanged = false
      for _ in 0..<Self.mostSteps {
        let text = Self.comparable(texts.text(of: batch.records[index], in: batch))
        let matching = (places[Self.hash(text)] ?? []).filter { corrections[$0].record == text }
        var outcomes = correct(index, of: batch, by: matching, texts)
        let changes = outcomes.contains { $0.1.changed > 0 }
        // What an earlier row of the same cell asked for is no longer to be seen.
        if isChanged { outcomes.removeAll { $0.1.changed == 0 } }
        found += outcomes
        isChanged = isChanged || changes
        if !changes || !texts.followCells { break }
      }
      if isChanged { batch.corrected.append(UInt32(index)) }
    }
    if found.isEmpty { return }
    state.withLock { sums in for (place, outcome) in found { sums[place] += outcome } }
  }

  /// Whether a record has as many bytes as one of the corrected ones, carriage returns aside.
  private func mayBeCorrected(_ record: RecordBatch.Record, in batch: RecordBatch) -> Bool {
    let count = Int(record.rawCount)
    if count == 0 || lengths.contains(count) || lengths.contains(count - 1) { return true }
    let start = Int(record.rawOffset)
    return batch.bytes.elements[start..<start + count].contains(0x0D)
  }

  /// Corrects a record by all rows that mean it; every row is judged by the record as it was, so that
  /// one that nobody touched takes nothing back.
  private func correct(
    _ index: Int, of batch: RecordBatch, by matching: [Int], _ texts: RecordTexts
  ) -> [(Int, Outcome)] {
    var outcomes = matching.map { ($0, outcome(index, of: batch, by: corrections[$0], texts)) }
    for (row, outcome) in outcomes.enumerated() where outcome.1.changed > 0 {
      let correction = corrections[outcome.0]
      let rivals = outcomes.indices.filter {
        corrections[outcomes[$0].0].field == correction.field
          && outcomes[$0].1.changed + outcomes[$0].1.contradicted > 0
      }
      if rivals.contains(where: { corrections[outcomes[$0].0].value != correction.value }) {
        outcomes[row].1 = Outcome()
        outcomes[row].1.contradicted = 1
      } else if rivals.first == row {
        write(correction, into: index, of: batch, texts)
      }
    }
    return outcomes
  }

  private static func cells(
    of record: RecordBatch.Record, in batch: RecordBatch
  ) -> [RecordBatch.Cell] {
    let first = Int(record.firstCell)
    return (first..<first + Int(record.cellCount)).map { batch.cells[$0] }
  }

  /// What a correction would do to a record; changes nothing.
  private func outcome(
    _ index: Int, of batch: RecordBatch, by correction: Correction, _ texts: RecordTexts
  ) -> Outcome {
    var outcome = Outcome()
    let columns = texts.columns(named: correction.field)
    if columns.isEmpty {
      outcome.withoutColumn = 1
      return outcome
    }
    let cells = Self.cells(of: batch.records[index], in: batch)
    let former = columns.map { column in cells.filter { $0.column == column } }
    if former.contains(where: { $0.count > 1 }) {
      outcome.repeated = 1
      return outcome
    }
    let old = former.first?.first.map { Array(batch.bytes(of: $0)) } ?? []
    if old == correction.value {
      outcome.alike = 1
      return outcome
    }
    if Self.isWithoutZeros(correction.value, old) {
      outcome.withoutZeros = 1
      return outcome
    }
    outcome.changed = 1
    return outcome
  }

  private func write(
    _ correction: Correction, into index: Int, of batch: RecordBatch, _ texts: RecordTexts
  ) {
    let columns = texts.columns(named: correction.field)
    var record = batch.records[index]
    let cells = Self.cells(of: record, in: batch)
    let offset = UInt32(batch.bytes.count)
    correction.value.withUnsafeBufferPointer { batch.bytes.append(contentsOf: $0) }
    record.firstCell = UInt32(batch.cells.count)
    let new = columns.map {
      RecordBatch.Cell(offset: offset, count: UInt32(correction.value.count), column: $0)
    }
    let kept = cells.filter { !columns.contains($0.column) }
    for cell in (kept + new).sorted(by: { $0.column < $1.column }) { batch.cells.append(cell) }
    record.cellCount = UInt32(kept.count + new.count)
    batch.records.base[index] = record
  }

  /// Whether a cell is what a spreadsheet makes of another one that it takes for a number.
  private static func isWithoutZeros(_ cell: [UInt8], _ former: [UInt8]) -> Bool {
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    let rest = former.drop { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: "+") }
    return rest.count < former.count && !rest.isEmpty && rest.allSatisfy(isDigit)
      && rest.elementsEqual(cell)
  }

  /// A record without what a spreadsheet changes: carriage returns, and line ends at the end.
  private static func comparable(_ record: [UInt8]) -> [UInt8] {
    var text = record
    if text.contains(0x0D) { text.removeAll { $0 == 0x0D } }
    while text.last == 0x0A { text.removeLast() }
    return text
  }

  private static func hash(_ text: [UInt8]) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }
}

extension RecordCorrections: Equatable {
  package static func == (left: RecordCorrections, right: RecordCorrections) -> Bool {
    left.corrections == right.corrections
  }
}

/// The texts of records as rejects.csv has them, and the names of their columns.
struct RecordTexts: Sendable {
  private let names: [String]
  /// Whether the text of a record is made of its cells, as of XML, which keeps no other.
  let followCells: Bool

  /// The texts of a source's records; `names` are those of its columns, constants behind them.
  init(names: [String], followCells: Bool) {
    self.names = names
    self.followCells = followCells
  }

  /// The indices of the columns of a name.
  func columns(named name: String) -> [UInt32] {
    names.indices.filter { names[$0] == name }.map { UInt32($0) }
  }

  /// The text of a record; its cells as `name=value` where the format keeps no text.
  func text(of record: RecordBatch.Record, in batch: RecordBatch) -> [UInt8] {
    if record.rawCount > 0 {
      let start = Int(record.rawOffset)
      return Array(batch.bytes.elements[start..<start + Int(record.rawCount)])
    }
    var text: [UInt8] = []
    for index in Int(record.firstCell)..<Int(record.firstCell) + Int(record.cellCount) {
      let cell = batch.cells[index]
      if !text.isEmpty { text += "; ".utf8 }
      text += names[Int(cell.column)].utf8
      text.append(UInt8(ascii: "="))
      text += batch.bytes(of: cell)
    }
    return text
  }
}
