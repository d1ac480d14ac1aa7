package import Records

extension Extractor {
  /// What a report calls a mapped column: its header name, 1-based position or path.
  package func fieldName(ofColumn column: Int, inSource source: Int) -> String {
    let mapped = sources[source].columns.count - sources[source].filters.count
    if column >= mapped { return "\(sources[source].constants[column - mapped].field.rawValue)" }
    return switch sources[source].columns[column].selector {
    case .name(let name), .path(let name): name
    case .position(let position): String(position)
    }
  }

  /// How records of a source read in rejects.csv.
  func texts(ofSource source: Int) -> RecordTexts {
    let description = sources[source]
    let mapped = description.columns.count - description.filters.count
    let names = (0..<mapped + description.constants.count).map {
      fieldName(ofColumn: $0, inSource: source)
    }
    guard case .xml = description.format else {
      return RecordTexts(names: names, followCells: false)
    }
    return RecordTexts(names: names, followCells: true)
  }

  /// Whether the records of a source are elements of XML.
  package func hasElements(inSource source: Int) -> Bool {
    if case .xml = sources[source].format { true } else { false }
  }

  /// Path of an XML record, or of one of its columns: `/Export/Lines/Line[17]/Owner/Name`.
  ///
  /// The index counts the records of the file, over all parents. Nil for CSV.
  package func elementPath(
    of record: RecordBatch.Record, column: Int?, inSource source: Int
  ) -> String? {
    guard case .xml(let options) = sources[source].format else { return nil }
    let path = "\(options.recordPath)[\(record.ordinal)]"
    guard let column else { return path }
    let name = fieldName(ofColumn: column, inSource: source)
    return name == "." ? path : "\(path)/\(name)"
  }
}
