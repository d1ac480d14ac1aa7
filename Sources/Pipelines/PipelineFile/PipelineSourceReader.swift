internal import Extraction
internal import Records

extension PipelineReader {
  /// The source in a mapping; with placeholders where something was wrong and reported.
  static func source(_ reader: SectionReader) -> Pipeline.Source {
    let format = reader.choice("format", of: Pipeline.Source.Format.self) ?? .csv
    let columnsReader = reader.section("columns")
    var source = Pipeline.Source(
      name: reader.text("name") ?? "", paths: reader.texts("path") ?? [],
      columns: columnsReader.map { columns($0, format: format) } ?? [])
    source.format = format
    if let encoding = reader.text("encoding"), encoding != "auto" { source.encoding = encoding }
    if let text = reader.text("delimiter"), let byte = SingleByte.delimiter(text) {
      source.delimiter = byte
      source.hasDelimiter = format == .rejects
    } else if let text = reader.text("delimiter") {
      source.wideDelimiter = WideCharacter.delimiter(text)
    }
    if let text = reader.text("quote"), let quote = SingleByte.quote(text) { source.quote = quote }
    source.hasHeader = reader.flag("header") ?? source.hasHeader
    source.skipLines = reader.integer("skip_lines") ?? source.skipLines
    source.record = reader.text("record")
    source.region = reader.text("region")
    source.rank = reader.integer("rank") ?? source.rank
    source.action = reader.choice("action", of: ActionName.self)?.action
    if let size = reader.text("max_record").flatMap(ByteSize.init) {
      source.maximumRecordInBytes = size.bytes
    }
    if let limit = reader.text("timeout").flatMap(TimeLimit.init) {
      source.timeoutInSeconds = limit.seconds
    }
    if let doubts = reader.section("doubts") {
      for doubt in ExportDoubt.allCases {
        source.doubts[doubt] = doubts.choice(doubt.rawValue, of: ExportDoubt.Answer.self)
      }
    }
    source.isRequired = reader.flag("required") ?? source.isRequired
    source.fewestRecords = reader.integer("min_records") ?? source.fewestRecords
    source.words = reader.section("words").map(words) ?? source.words
    source.gate = reader.section("gate").map(sourceGate) ?? source.gate
    source.timezone = reader.text("timezone") ?? source.timezone
    source.dateFormat =
      reader.choice("date_format", of: Pipeline.Source.DateFormat.self) ?? source.dateFormat
    source.ragged = reader.choice("ragged", of: Pipeline.Source.Ragged.self) ?? source.ragged
    source.isFromSpreadsheet = reader.flag("spreadsheet") ?? source.isFromSpreadsheet
    source.labelSeparator = reader.text("label_separator") ?? source.labelSeparator
    source.constants = reader.section("constants").map(constants) ?? []
    source.filters = filters(reader, format: format)
    checkShape(of: source, reader)
    if let columnsReader, format != .rejects { checkColumns(of: source, reader, columnsReader) }
    return source
  }

  private static func columns(
    _ reader: SectionReader, format: Pipeline.Source.Format
  ) -> [Pipeline.Column] {
    Field.allCases.flatMap { field in
      (reader.selectors(field.rawValue) ?? []).compactMap { written in
        if format == .xml { return Pipeline.Column(field, .path(written.text)) }
        guard written.isNumber else { return Pipeline.Column(field, .name(written.text)) }
        guard let position = Int(written.text), (1...100_000).contains(position) else {
          reader.report(
            "column position \(written.text.prefix(20)) is out of range (expected 1 … 100000)",
            advice: "Positions count from 1; put quotes around a header name.", at: field.rawValue)
          return nil
        }
        return Pipeline.Column(field, .position(position))
      }
    }
  }

  /// Reports keys that contradict one another within the source.
  private static func checkShape(of source: Pipeline.Source, _ reader: SectionReader) {
    switch source.format {
    case .xml:
      if source.record == nil && !reader.has("record") {
        reader.report(
          "the source has format xml and no record",
          advice: "Add `record: /Root/Element`, the path of the record elements.", at: "format")
      }
      for column in source.columns {
        guard case .path(let path) = column.selector, !XMLPaths.isColumnPath(path) else { continue }
        reader.report(
          "columns.\(column.field.rawValue) is \"\(path.prefix(60))\" (expected a path from the record)",
          advice: "Write a path such as @did, Owner/Name or key(number).", at: "columns")
      }
      for key in ["delimiter", "quote", "header", "skip_lines", "ragged", "spreadsheet"]
      where reader.has(key) {
        reader.report("\(key) has no meaning in xml", advice: "Delete it.", at: key)
      }
    case .csv:
      if reader.has("record") {
        reader.report(
          "record has no meaning in csv", advice: "Delete it, or set `format: xml`.", at: "record")
      }
    case .rejects:
      if source.wideDelimiter != nil {
        reader.report(
          "delimiter is no character of ASCII, as reports and spreadsheets write it",
          advice: "Delete it: comma, semicolon and tab are told apart.", at: "delimiter")
      }
      let known = [
        "name", "path", "format", "encoding", "delimiter", "spreadsheet", "timeout", "required",
      ]
      for key in PipelineKeys.source.keys.map(\.name) where !known.contains(key) && reader.has(key)
      {
        reader.report(
          "\(key) has no meaning in rejects, whose records are those of other sources",
          advice: "Delete it.", at: key)
      }
    }
    if !source.hasHeader {
      for column in source.columns {
        guard case .name(let name) = column.selector else { continue }
        reader.report(
          "column \"\(name.prefix(60))\" is named but the file has no header",
          advice: "Give 1-based positions, or delete `header: false`.", at: "columns")
      }
    }
    if source.isFromSpreadsheet, !source.formulaGuard.isUsable {
      reader.report(
        "spreadsheet is set and quote or delimiter is an apostrophe",
        advice: "Export the file with other ones.", at: "spreadsheet")
    }
    if source.quote == source.delimiter {
      reader.report(
        "quote and delimiter are the same character", advice: "Change one of them.", at: "quote")
    }
  }

  private static func checkColumns(
    of source: Pipeline.Source, _ reader: SectionReader, _ columns: SectionReader
  ) {
    checkConstants(of: source, reader, columns)
    // A column that is written but wrong has been reported already.
    func maps(_ field: Field) -> Bool {
      columns.has(field.rawValue) || source.constants.contains { $0.field == field }
    }
    let hasRange = maps(.first) && maps(.last)
    if maps(.first) != maps(.last) {
      reader.report(
        "columns maps only one end of a range", advice: "Map both first and last.", at: "columns")
    } else if !maps(.number) && !hasRange {
      reader.report(
        "columns maps no number", advice: "Map number, or first and last of a range.",
        at: "columns")
    }
    if source.action != nil && maps(.action) {
      reader.report(
        "the source has a constant action and maps an action column", advice: "Keep one of them.",
        at: "action")
    }
    let mayIdentify = source.action == nil || source.action == .identify
    if mayIdentify && !maps(.action) && !maps(.label) {
      reader.report(
        "columns maps no label, which entries to identify need",
        advice: "Map label, or set `action: block` or `action: remove`.", at: "columns")
    }
    let severalAllowed: Set<Field> = [.number, .locality, .label, .extensionDigits]
    for field in Field.allCases where !severalAllowed.contains(field) {
      if source.columns.filter({ $0.field == field }).count > 1 {
        reader.report(
          "columns.\(field.rawValue) names several columns",
          advice: "Only number, extension, label and locality may; name one.", at: "columns")
      }
    }
  }

  /// The words for actions in a pipeline file.
  private enum ActionName: String {
    case identify, block, remove

    var action: Action {
      switch self {
      case .identify: .identify
      case .block: .block
      case .remove: .remove
      }
    }
  }
}
