internal import Display
internal import Extraction
internal import Records

/// The corrections of a run: which rows can be used, and what came of each.
package struct RunCorrections: Sendable {
  /// What became of a row.
  enum State: String {
    /// The cell of its record says what it says.
    case applied
    /// Nobody changed it.
    case untouched
    /// Its record no longer reads as it did when it was rejected.
    case stale
    /// It cannot be used.
    case unusable
  }

  /// Bytes that all of them may hold.
  static let mostBytes = 64 << 20
  /// Rows of a state that are named in a summary; corrections.csv has all.
  private static let mostNamed = 20

  let rows: [CorrectionRow]
  /// Why a row cannot be used, by its place; nil: it can.
  private let problems: [String?]
  /// What a spreadsheet seems to have done to the value of a row, by its place.
  private let damages: [SpreadsheetDamage?]
  /// By the name of their source, and which rows stand in each.
  private let tables: [String: (table: RecordCorrections, rows: [Int])]

  /// Sorts rows by the sources of a pipeline.
  init(_ rows: [CorrectionRow], of pipeline: Pipeline) {
    let names = pipeline.sources.filter { !$0.isOfCorrections }.map(\.name)
    let problems = rows.map { Self.problem(with: $0, among: names) }
    let damages = rows.map { SpreadsheetDamage(of: $0, in: pipeline) }
    var tables: [String: (table: RecordCorrections, rows: [Int])] = [:]
    for name in names {
      let places = rows.indices.filter { problems[$0] == nil && rows[$0].source == name }
      guard !places.isEmpty else { continue }
      let table = RecordCorrections(
        places.map {
          .init(
            record: rows[$0].record, field: rows[$0].field, value: rows[$0].value,
            isDamaged: damages[$0] != nil)
        })
      tables[name] = (table, places)
    }
    self.rows = rows
    self.problems = problems
    self.damages = damages
    self.tables = tables
  }

  /// What a source's records are corrected by.
  func table(of source: String) -> RecordCorrections? { tables[source]?.table }

  private static func problem(with row: CorrectionRow, among sources: [String]) -> String? {
    if !sources.contains(row.source) {
      let phrase = NearestName.phrase(for: row.source, among: sources)
      // In a row that a spreadsheet has shifted it may be a number.
      let name = Masking.masked(String(row.source.prefix(60)))
      return "it is of the source \"\(name)\" \(phrase). Correct `source`."
    }
    if row.record.isEmpty || row.record.count > ReportSheet.mostBytesOfRecord - 4 {
      return "it does not hold its whole record. Correct the record in its export."
    }
    if row.field.isEmpty {
      return "it is of a whole record, not of a cell. Correct the record in its export."
    }
    return nil
  }

  /// What became of each row, and what to say of it; asked when everything was read.
  private func verdicts() -> [(state: State, words: String?)] {
    var verdicts = problems.map { (state: State.unusable, words: $0) }
    for (table, places) in tables.values {
      for (place, outcome) in zip(places, table.outcomes) {
        verdicts[place] = Self.verdict(of: rows[place], outcome, damages[place])
      }
    }
    return verdicts
  }

  private static func verdict(
    of row: CorrectionRow, _ outcome: RecordCorrections.Outcome, _ damage: SpreadsheetDamage?
  ) -> (state: State, words: String?) {
    if outcome.contradicted > 0 {
      return (
        .unusable,
        "another row wants \(row.field) of the same record to be something else. Leave one of them."
      )
    }
    if outcome.withoutColumn > 0 {
      return (
        .unusable,
        "its source reads no column \(row.field). Correct `field`, or take the row out."
      )
    }
    if outcome.changed > 0 { return (.applied, nil) }
    if let damage, outcome.damaged > 0 || outcome.found == 0 && !row.seemsUntouched {
      return (.unusable, damage.sentence)
    }
    if outcome.withoutZeros > 0 {
      return (
        .unusable,
        "a spreadsheet has taken the zeros in front of its value. Import `value` as text."
      )
    }
    if outcome.repeated > 0 {
      return (
        .unusable,
        "its record has the column \(row.field) more than once. Correct the record in its export."
      )
    }
    if outcome.found > 0 || row.seemsUntouched { return (.untouched, nil) }
    return (
      .stale,
      "\(row.origin) no longer reads as it did when it was rejected. Look at the record, and take "
        + "the row out or correct it anew."
    )
  }

  /// Rows by what became of them.
  func counts() -> [String: Int] {
    verdicts().reduce(into: ["rows": rows.count]) { $0[$1.state.rawValue, default: 0] += 1 }
  }

  /// What a person should look at: rows that were corrected and have no effect, by name.
  func warnings() -> [String] {
    var lines: [String] = []
    var left = 0
    for (row, verdict) in zip(rows, verdicts()) {
      guard let words = verdict.words else { continue }
      if lines.count < Self.mostNamed {
        lines.append("\(row.place) is \(verdict.state.rawValue): \(words)")
      } else {
        left += 1
      }
    }
    if left > 0 { lines.append("\(left) more corrections have no effect: corrections.csv.") }
    return lines
  }

  /// The header of corrections.csv.
  static let header = "path,line,state,source,origin_path,origin_line,field,reason,why\n"

  /// Writes a line for each row.
  func write(to file: ReportFile) throws {
    var buffer = ElementBuffer<UInt8>(minimumCapacity: 1 << 12)
    for (row, verdict) in zip(rows, verdicts()) {
      buffer.removeAll()
      var line = CSVLine()
      for text in [
        row.file, "\(row.line)", verdict.state.rawValue, row.source, row.path, row.pathLine,
        row.field, row.reason, verdict.words ?? "",
      ] {
        line.field(text, to: &buffer)
      }
      line.end(in: &buffer)
      try file.add(UnsafeBufferPointer(buffer.elements))
    }
  }
}
