package import Extraction
internal import Records

extension PipelineFile {
  /// The sources as Extraction reads them, with their files found.
  ///
  /// - Throws: All globs that match nothing and all files that a source names twice.
  package func sourceDescriptions() throws(PipelineErrors) -> [SourceDescription] {
    let files = try sourceFiles()
    return zip(pipeline.sources, files).map { source, files in
      var description = SourceDescription(
        name: source.name, files: files, format: Self.format(of: source),
        encoding: source.encoding, columns: source.columns.map(Self.column),
        maxRecordInBytes: source.maximumRecordInBytes)
      description.filters = source.filters.map {
        RowFilter(selector: Self.selector($0.selector), values: $0.values)
      }
      description.constants = source.constants.map { ConstantCell(field: $0.field, text: $0.text) }
      description.formulaGuard = source.isFromSpreadsheet ? source.formulaGuard : nil
      description.doubts = source.doubts
      description.root = root
      description.timeoutInSeconds = source.timeoutInSeconds
      return description
    }
  }

  private static func format(of source: Pipeline.Source) -> SourceFormat {
    switch source.format {
    case .csv:
      .csv(
        CSVOptions(
          delimiter: source.delimiter, quote: source.quote, hasHeader: source.hasHeader,
          skipLines: source.skipLines, ragged: policy(source.ragged)))
    case .xml: .xml(XMLOptions(recordPath: source.record ?? "/*/*"))
    }
  }

  private static func policy(_ ragged: Pipeline.Source.Ragged) -> RaggedPolicy {
    switch ragged {
    case .ignore: .ignore
    case .warn: .count
    case .reject: .reject
    }
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
