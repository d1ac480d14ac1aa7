internal import Extraction
internal import NumberingPlans
internal import Records

/// A first source for one export, from its beginning.
struct SourceSketch {
  /// Bytes of the export that are looked at, unpacked.
  static let bytesLookedAt = 1 << 18

  /// The export as the user named it.
  let export: String
  /// The exports that the source reads, as the user named them.
  private(set) var exports: [String]
  /// How it is read, without columns.
  private(set) var source: Pipeline.Source
  /// Its text.
  let text: String
  /// Sets of columns that it may have: one of a CSV file, one for each repeated element of XML.
  private let tables: [Table]

  private struct Table {
    /// Path of the record elements; nil for CSV.
    var record: String?
    var columns: [SketchColumn]
  }

  /// Reads the beginning of an export and finds out how it is written.
  ///
  /// Throws `PipelineSketch.Failure` for what cannot be read or is no text.
  init(of export: String, reference: String) throws(PipelineSketch.Failure) {
    self.export = export
    exports = [export]
    let beginning = try Self.beginning(of: export)
    guard let (text, encoding) = EncodingGuess.decode(beginning.bytes[...]) else {
      throw PipelineSketch.Failure(
        path: export, problem: "is no text. Unpack it, or name its character set by hand.")
    }
    self.text = text
    source = Pipeline.Source(name: Self.name(of: export), paths: [reference], columns: [])
    if text.drop(while: \.isWhitespace).hasPrefix("<") {
      // Its cells stand one behind the other, without a name that tells one column from the next.
      if text.prefix(4000).contains("urn:schemas-microsoft-com:office:spreadsheet") {
        throw PipelineSketch.Failure(
          path: export,
          problem:
            "is the workbook of a spreadsheet (expected CSV or XML). Save the sheet as CSV in "
            + "UTF-8.")
      }
      source.format = .xml
      // The declaration names the character set; the pipeline need not.
      if !text.prefix(200).contains("encoding=") { source.encoding = encoding }
      tables = XMLSketch(text).records.map { Table(record: $0.path, columns: $0.columns) }
      if tables.isEmpty {
        throw PipelineSketch.Failure(
          path: export, problem: "no element is repeated. Is this an export?")
      }
    } else {
      let sketch = CSVSketch(text, isCut: beginning.isCut)
      source.encoding = encoding
      source.delimiter = sketch.delimiter
      source.wideDelimiter = sketch.wideDelimiter
      source.quote = sketch.quote
      source.hasHeader = sketch.hasHeader
      source.skipLines = sketch.skipLines
      tables = [Table(record: nil, columns: sketch.columns)]
    }
  }

  /// The regions whose plans know the numbers of the columns that may hold any.
  var region: RegionGuess {
    let columns = tables.flatMap(\.columns)
    let ranked = columns.map { column -> (column: SketchColumn, score: Double) in
      let isFax = ColumnWords.fit(column.name, .fax) > 0
      let name = ColumnWords.fit(column.name, .phone) - 0.5 * ColumnWords.fit(column.name, .noPhone)
      return (column, isFax ? 0 : column.phoneLook + name)
    }
    let best = ranked.filter { $0.score > 0.2 }.sorted { $0.score > $1.score }.prefix(1)
    let row = best.first?.column.cells.count
    let areas = columns.filter { column in
      column.cells.count == row && column.selector != best.first?.column.selector
        && ColumnChoice.mayHoldAreaCodes(column)
    }
    let table = tables.first { table in
      table.columns.contains { $0.selector == best.first?.column.selector && $0.cells.count == row }
    }
    return RegionGuess(
      phones: best.map(\.column), areaCodes: Array(areas.prefix(2)),
      table: table?.columns ?? [], text: text)
  }

  /// What the columns hold for a region: the choice, with the path of the record elements.
  ///
  /// Throws `PipelineSketch.Failure` where no column gives numbers.
  mutating func choose(
    region: String, revealed: Bool
  ) throws(PipelineSketch.Failure) -> ColumnChoice {
    guard let plan = NumberingPlan.plan(region: region),
      let inspector = PhoneTrial.inspector(of: region)
    else { throw PipelineSketch.Failure.unknown(region: region) }
    let prefix = "+\(plan.callingCode)"
    var best: (table: Table, choice: ColumnChoice, worth: Double)?
    for table in tables {
      let choice = ColumnChoice(
        table.columns, inspector: inspector, prefix: prefix, revealed: revealed)
      guard let trial = choice.trial else { continue }
      // A record with a name in it is worth more than one that is closer to the number.
      let label = choice.labelScore.map { 1 + max(-0.5, min(1, $0)) } ?? 0
      let worth = Double(trial.numbers) * (1 + label)
      if worth > best?.worth ?? 0 { best = (table, choice, worth) }
    }
    guard let best else { throw noPhone() }
    source.record = best.table.record
    source.columns = best.choice.columns
    source.dateFormat = best.choice.dateFormat
    if !source.maps(.label), !source.maps(.action) { source.action = .block }
    return best.choice
  }

  private func noPhone() -> PipelineSketch.Failure {
    let seen = tables.first?.columns.prefix(30).map(\.title) ?? []
    return PipelineSketch.Failure(
      path: export,
      problem: "no column looks like phone numbers (found: \(seen.joined(separator: ", "))). "
        + "Write the pipeline by hand; docs/pipeline-file.md describes it.")
  }

  /// Whether another export is written alike, so that one source can read both.
  func isLike(_ other: SourceSketch) -> Bool {
    var (mine, others) = (source, other.source)
    (mine.name, others.name, mine.paths, others.paths) = ("", "", [], [])
    return mine == others
  }

  /// Reads one more export that is written alike.
  mutating func add(_ other: SourceSketch) {
    source.paths += other.source.paths
    exports += other.exports
  }

  /// Gives the source another name.
  mutating func rename(_ name: String) { source.name = name }

  // MARK: Reading

  private static func beginning(
    of path: String
  ) throws(PipelineSketch.Failure) -> ExportBeginning {
    do throws(ExtractionError) {
      let beginning = try ExportBeginning(of: path, atMost: bytesLookedAt)
      if !beginning.bytes.isEmpty { return beginning }
    } catch {
      throw PipelineSketch.Failure(
        path: path, problem: "\(error.problem). \(error.remedy)", isUsage: true)
    }
    throw PipelineSketch.Failure(
      path: path, problem: "is empty. Give an export with some records.")
  }

  /// The file's name without folder and suffixes, as a name.
  private static func name(of path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let stem = file.prefix { $0 != "." }
    let name = stem.map { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" ? $0 : "-" }
    let isName = name.contains { $0.isLetter || $0.isNumber }
    return isName ? String(name.prefix(40)) : "export"
  }
}
