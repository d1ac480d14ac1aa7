package import Extraction
internal import Records

extension PipelineFile {
  /// The sources as Extraction reads them, with their files found.
  ///
  /// - Throws: All globs that match nothing and all files that a source names twice.
  package func sourceDescriptions() throws(PipelineErrors) -> [SourceDescription] {
    try sourceDescriptions(correctedBy: corrections())
  }

  /// The same with corrections that were read before.
  func sourceDescriptions(
    correctedBy corrections: RunCorrections?
  ) throws(PipelineErrors) -> [SourceDescription] {
    let files = try sourceFiles()
    return zip(pipeline.sources, files).map { source, files in
      let files = source.isOfCorrections ? [] : files
      var description = SourceDescription(
        name: source.name, files: files, format: Self.format(of: source),
        encoding: source.encoding, columns: Self.columns(of: source),
        maxRecordInBytes: source.maximumRecordInBytes)
      description.filters = source.filters.map {
        RowFilter(selector: Self.selector($0.selector), values: $0.values)
      }
      description.constants = source.constants.map { ConstantCell(field: $0.field, text: $0.text) }
      description.formulaGuard = source.isFromSpreadsheet ? source.formulaGuard : nil
      description.doubts = source.doubts
      description.corrections = corrections?.table(of: source.name)
      description.root = root?.path
      description.timeoutInSeconds = source.timeoutInSeconds
      return description
    }
  }

  private static func format(of source: Pipeline.Source) -> SourceFormat {
    switch source.format {
    case .csv:
      .csv(options(of: source))
    case .rejects: .csv(CSVOptions(hasHeader: false))
    case .xml: .xml(XMLOptions(recordPath: source.record ?? "/*/*"))
    }
  }

  private static func options(of source: Pipeline.Source) -> CSVOptions {
    var options = CSVOptions(
      delimiter: source.delimiter, quote: source.quote, hasHeader: source.hasHeader,
      skipLines: source.skipLines, ragged: policy(source.ragged))
    options.wideDelimiter = source.wideDelimiter.map { Array(String($0).utf8) } ?? []
    return options
  }

  private static func policy(_ ragged: Pipeline.Source.Ragged) -> RaggedPolicy {
    switch ragged {
    case .ignore: .ignore
    case .warn: .count
    case .reject: .reject
    }
  }

  /// Corrections have no records of their own, and so a column that is never read.
  private static func columns(of source: Pipeline.Source) -> [MappedColumn] {
    source.isOfCorrections
      ? [MappedColumn(field: .number, selector: .position(1))] : source.columns.map(column)
  }

  private static func column(_ column: Pipeline.Column) -> MappedColumn {
    MappedColumn(field: column.field, selector: selector(column.selector))
  }

  private static func selector(_ selector: Pipeline.Column.Selector) -> ColumnSelector {
    switch selector {
    case .name(let name): .name(name)
    case .position(let position): .position(position)
    case .path(let path): .path(path)
    }
  }
}
