internal import Records
internal import Threads

/// What cells of some records of a source shall say: by the record's whole text, as it was rejected.
///
/// A record that reads differently in any byte is another one, and stays as it is; but spreadsheets change
/// how lines end and cut blanks at both ends, so these are not compared. Any number of threads may apply them at once. Memory: the texts.
package final class RecordCorrections: Sendable {
  /// One cell of one record.
  package struct Correction: Sendable, Equatable {
    /// The record as rejects.csv has it.
    package var record: [UInt8]
    /// The column, by its name, position or path.
    package var field: String
    /// What the cell shall say.
    package var value: [UInt8]
    /// Whether a spreadsheet seems to have made the value, so that only a cell that says so already fits.
    package var isDamaged: Bool

    /// Creates a correction.
    package init(record: [UInt8], field: String, value: [UInt8], isDamaged: Bool = false) {
      self.record = record
      self.field = field
      self.value = value
      self.isDamaged = isDamaged
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
    /// Records that stay as they are, because a spreadsheet has damaged the value.
    package var damaged = 0
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
      changed + alike + withoutZeros + damaged + repeated + contradicted + withoutColumn
    }

    /// Adds what another thread found.
    package static func += (sum: inout Outcome, more: Outcome) {
      sum.changed += more.changed
      sum.alike += more.alike
      sum.withoutZeros += more.withoutZeros
      sum.damaged += more.damaged
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
  private let state: Locked<[Outcome]>
  /// Of an XML record, a correction of what an earlier one made of it holds too.
  private static let mostSteps = 8

  /// Prepares corrections; of several that want one cell to be different things none holds.
  package init(_ corrections: [Correction]) {
    self.corrections = corrections.map { correction in
      var correction = correction
      correction.record = Self.comparable(correction.record)
      return correction
    }
    var places: [UInt64: [Int]] = [:]
    for (place, correction) in self.corrections.enumerated() {
      places[Self.hash(correction.record), default: []].append(place)
    }
    self.places = places
    lengths = Set(self.corrections.map(\.record.count))
    state = Locked(Array(repeating: Outcome(), count: corrections.count))
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

  /// Whether a record has as many bytes as one of the corrected ones, as far as they are compared.
  private func mayBeCorrected(_ record: RecordBatch.Record, in batch: RecordBatch) -> Bool {
    if record.rawCount == 0 { return true }
    let start = Int(record.rawOffset)
    let text = batch.bytes.elements[start..<start + Int(record.rawCount)]
    return lengths.contains(Self.withoutOuterBlanks(text).count) || text.contains(0x0D)
  }

  /// Corrects a record by all rows that mean it; every row is judged by the record as it was, so that
  /// one that nobody touched takes nothing back.
  private func correct(
    _ index: Int, of batch: RecordBatch, by matching: [Int], _ texts: RecordTexts
  ) -> [(Int, Outcome)] {
    var outcomes = matching.map { ($0, outcome(index, of: batch, by: corrections[$0], texts)) }
    // By column, what the first row wants, and whether all others want the same.
    var wanted: [String: (row: Int, isAgreed: Bool)] = [:]
    for (row, outcome) in outcomes.enumerated() where outcome.1.changed > 0 {
      let correction = corrections[outcome.0]
      guard let first = wanted[correction.field]?.row else {
        wanted[correction.field] = (row, true)
        continue
      }
      if corrections[outcomes[first].0].value != correction.value {
        wanted[correction.field]?.isAgreed = false
      }
    }
    for (row, outcome) in outcomes.enumerated() where outcome.1.changed > 0 {
      let correction = corrections[outcome.0]
      guard let (first, isAgreed) = wanted[correction.field] else { continue }
      if !isAgreed {
        outcomes[row].1 = Outcome()
        outcomes[row].1.contradicted = 1
      } else if first == row {
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
    if Self.comparable(old) == Self.comparable(correction.value) {
      outcome.alike = 1
      return outcome
    }
    if correction.isDamaged {
      outcome.damaged = 1
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

  /// Whether a cell is what a spreadsheet makes of another one that it takes for a number: without zeros
  /// and signs in front, and perhaps in groups of three.
  private static func isWithoutZeros(_ cell: [UInt8], _ former: [UInt8]) -> Bool {
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    let old = comparable(former)
    let rest = old.drop { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: "+") }
    guard rest.count < old.count, rest.allSatisfy(isDigit) else { return false }
    let new = comparable(cell)
    if rest.isEmpty { return new.elementsEqual("0".utf8) && old.count > 1 }
    let marks = new.filter { !isDigit($0) }
    let areGroups = Set(marks).count <= 1 && marks.allSatisfy { ",. ".utf8.contains($0) }
    return areGroups && rest.elementsEqual(new.filter(isDigit))
  }

  /// A text without what a spreadsheet changes: how lines end, and blanks at both ends.
  private static func comparable(_ record: [UInt8]) -> [UInt8] {
    let text = withoutOuterBlanks(record[...])
    guard text.contains(0x0D) else { return Array(text) }
    var output: [UInt8] = []
    output.reserveCapacity(text.count)
    for (place, byte) in text.enumerated() {
      if byte != 0x0D {
        output.append(byte)
      } else if text[text.startIndex + place + 1] != 0x0A {
        output.append(0x0A)
      }
    }
    return output
  }

  /// The text between blanks, tabs and line ends; U+00A0 and U+3000 are blanks too.
  private static func withoutOuterBlanks<Text: BidirectionalCollection>(
    _ text: Text
  ) -> Text.SubSequence where Text.Element == UInt8, Text.SubSequence == Text {
    var rest = text
    while true {
      if let first = rest.first, isBlank(first) {
        rest = rest.dropFirst()
      } else if let last = rest.last, isBlank(last) {
        rest = rest.dropLast()
      } else if let blank = wideBlanks.first(where: { rest.starts(with: $0) }) {
        rest = rest.dropFirst(blank.count)
      } else if let blank = wideBlanks.first(where: { rest.suffix($0.count).elementsEqual($0) }) {
        rest = rest.dropLast(blank.count)
      } else {
        return rest
      }
    }
  }

  /// U+00A0 and U+3000 in UTF-8.
  private static let wideBlanks: [[UInt8]] = [[0xC2, 0xA0], [0xE3, 0x80, 0x80]]

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
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
