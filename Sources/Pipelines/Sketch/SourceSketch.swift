internal import Extraction
internal import Normalization
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
  private var tables: [Table]
  /// What a person must know of the source, in words.
  private(set) var warnings: [String] = []
  /// What its filters leave out, in words, and those that hold in each country.
  private(set) var notesOfFilters: [String] = []
  /// Columns that may say which records are in force, in words.
  private(set) var hints: [String] = []
  private var ownFilters: [Pipeline.Filter] = []

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
      if sketch.width > sketch.columns.count {
        warnings.append(
          "only the first \(sketch.columns.count) of \(sketch.width) columns were looked at.")
      }
    }
  }

  /// The regions whose plans know the numbers of the columns that may hold any.
  var region: RegionGuess { RegionGuess(PhoneCandidates(tables.map(\.columns)), text: text) }

  /// The export as a source for each country, where a column names several and the numbers are written
  /// without calling codes; as it is otherwise.
  ///
  /// The country of most records comes first.
  func byCountry() -> [SourceSketch] {
    guard tables.count == 1, let country = CountryColumn(tables[0].columns), country.only == nil,
      country.countries.count <= CountryColumn.most,
      let phone = PhoneCandidates(tables.map(\.columns)).columns.first?.column,
      phone.share({ $0.hasPrefix("+") || $0.hasPrefix("00") }) < 0.8
    else { return [self] }
    var parts = country.countries.map { one in
      var part = self
      let rows = Set(
        country.column.cells.indices.filter { one.spellings.contains(country.column.cells[$0]) })
      part.tables[0].columns = tables[0].columns.map { $0.keeping(rows) }
      part.source.region = one.region
      part.source.filters = [
        Pipeline.Filter(selector: country.column.selector, values: one.spellings)
      ]
      part.rename("\(source.name)-\(one.region.lowercased())")
      return part
    }
    let empty = country.column.cells.count - country.column.filled.count
    if !country.unknown.isEmpty || empty > 0 {
      let some = Set(country.unknown).sorted().prefix(3).map {
        SketchText.quoted($0, revealed: false)
      }
      parts[0].warnings.append(
        "\(country.unknown.count + empty) records are read by no source: \"\(country.column.title)\" is empty "
          + "or names no country" + (some.isEmpty ? "." : " (\(some.joined(separator: ", "))).")
      )
    }
    return parts
  }

  /// Whether it reads the records of one country alone.
  var isOfOneCountry: Bool { source.region != nil }

  /// Takes the columns that were chosen for another country of the same export.
  mutating func adopt(_ other: SourceSketch) {
    source.record = other.source.record
    source.columns = other.source.columns
    source.dateFormat = other.source.dateFormat
    source.action = other.source.action
    source.filters += other.ownFilters
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
    if let parts = numberInParts(inspector, prefix: prefix) { throw parts }
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
    guard let best else { throw noPhone(in: region) }
    if let mixed = faxesAmong(best.choice.columns, of: best.table) { throw mixed }
    source.record = best.table.record
    source.columns = best.choice.columns
    source.dateFormat = best.choice.dateFormat
    let left = RecordFilters(
      best.table.columns, mapped: source.columns, closed: best.choice.closedStatuses)
    (ownFilters, notesOfFilters, hints) = (left.filters, left.notes, left.hints)
    warnings += left.warning.map { [$0] } ?? []
    source.filters += ownFilters
    if !source.maps(.label), !source.maps(.action) { source.action = .block }
    return best.choice
  }

  /// What is wrong where an element beside each number says which of them are faxes: no path tells them
  /// apart.
  private func faxesAmong(
    _ columns: [Pipeline.Column], of table: Table
  ) -> PipelineSketch.Failure? {
    for case .path(let path) in columns.filter({ $0.field == .number }).map(\.selector) {
      guard let slash = path.lastIndex(of: "/"), !path.hasSuffix("]") else { continue }
      let kinds = table.columns.filter { column in
        column.path != path && column.path.hasPrefix(path[...slash])
          && column.share { cell in
            cell.split(separator: "\n").contains { NumberKind(String($0)) == .fax }
          }
            >= 0.1
      }
      guard let kind = kinds.first else { continue }
      return PipelineSketch.Failure(
        path: export,
        problem: "\(path) holds phones and faxes, and only \(kind.path) beside it says which "
          + "(expected an attribute, or elements of their own). Have the supplier write the kind so."
      )
    }
    return nil
  }

  private func noPhone(in region: String?) -> PipelineSketch.Failure {
    let columns = tables.first?.columns.prefix(30) ?? []
    let seen = columns.map { $0.isRuledOut ? "\($0.title) (other numbers)" : $0.title }
    return PipelineSketch.Failure(
      path: export,
      problem: "no column looks like phone numbers of "
        + (region ?? "any region") + " (found: \(seen.joined(separator: ", "))). "
        + (region == nil ? "Give --region" : "Give another --region")
        + ", or write the pipeline by hand; docs/pipeline-file.md describes it.")
  }

  /// What is wrong where no plan knows any column.
  var withoutNumbers: PipelineSketch.Failure { noPhone(in: nil) }

  /// What to say where a number lies in three columns and none of them is one.
  private func numberInParts(
    _ inspector: CellInspector, prefix: String
  ) -> PipelineSketch.Failure? {
    let phones = PhoneCandidates(tables.map(\.columns))
    guard phones.columns.first?.isJoined == true,
      let parts = tables.lazy.compactMap({ SplitNumber($0.columns) }).first,
      PhoneTrial(parts.joined, by: inspector, prefix: prefix).usedShare >= 0.8
    else { return nil }
    return PipelineSketch.Failure(
      path: export,
      problem: "the numbers lie in three columns (found: "
        + "\(parts.titles.joined(separator: ", "))), which no source reads as one. "
        + "Join them in one column of the export, or the last two, and map the first as area_code.")
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

  /// The same export read for other columns.
  func reading(_ columns: [Pipeline.Column]) -> SourceSketch {
    var other = self
    other.source.columns = columns
    return other
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
