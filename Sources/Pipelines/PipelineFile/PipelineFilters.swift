internal import Extraction
package import Records

extension Pipeline {
  /// A column whose text decides whether a record is read.
  package struct Filter: Equatable, Sendable {
    /// How it is found.
    package var selector: Column.Selector
    /// The texts with which a record is read.
    package var values: [String]
  }

  /// A text that stands in a field of every record.
  package struct Constant: Equatable, Sendable {
    /// What it says.
    package var field: Field
    /// The text.
    package var text: String
  }
}

extension PipelineKeys {
  /// Fields that a constant may fill, in the order of the documents.
  static let constantFields: [Field] = [.number, .label, .areaCode, .locality]

  /// `constants` of a source.
  static let constants = KeySection(
    keys: constantFields.map { field in
      KeyDeclaration(
        field.rawValue, .text(field == .label ? .label : .anything), summary(ofConstant: field))
    })

  private static func summary(ofConstant field: Field) -> String {
    switch field {
    case .number: "The representative number of every record, whose columns have its extension."
    case .label: "The label of every record."
    case .areaCode: "The area code of every record."
    default: "The city or address of every record."
    }
  }
}

extension PipelineReader {
  /// The constants of a source.
  static func constants(_ reader: SectionReader) -> [Pipeline.Constant] {
    PipelineKeys.constantFields.compactMap { field in
      reader.text(field.rawValue).map { Pipeline.Constant(field: field, text: $0) }
    }
  }

  /// The filters of a source, in the order of their columns.
  static func filters(
    _ reader: SectionReader, format: Pipeline.Source.Format
  ) -> [Pipeline.Filter] {
    (reader.textsBySelector("where") ?? []).map { column, values in
      let selector: Pipeline.Column.Selector =
        if format == .xml {
          .path(column.text)
        } else if column.isNumber, let position = Int(column.text), position > 0 {
          .position(position)
        } else { .name(column.text) }
      if case .path(let path) = selector, !XMLPaths.isColumnPath(path) {
        reader.report(
          "where names \"\(path.prefix(60))\" (expected a path from the record)",
          advice: "Write a path such as @status or State/Name.", at: "where")
      }
      if case .name(let name) = selector, format == .csv, reader.flag("header") == false {
        reader.report(
          "where names \"\(name.prefix(60))\" but the file has no header",
          advice: "Give 1-based positions, or delete `header: false`.", at: "where")
      }
      return Pipeline.Filter(selector: selector, values: values)
    }
  }

  /// Reports constants that contradict columns, or that need one.
  static func checkConstants(
    of source: Pipeline.Source, _ reader: SectionReader, _ columns: SectionReader
  ) {
    for constant in source.constants where columns.has(constant.field.rawValue) {
      reader.report(
        "the source has a constant \(constant.field.rawValue) and maps a column to it",
        advice: "Keep one of them.", at: "constants")
    }
    let hasNumber = source.constants.contains { $0.field == .number }
    if hasNumber && !columns.has(Field.extensionDigits.rawValue) {
      reader.report(
        "the source has a constant number and maps no extension, so that all records are one number",
        advice: "Map `extension`.", at: "constants")
    }
  }
}

extension Pipeline.Source {
  /// Filters and constants as they are written; none where there are none.
  var shapeDocument: [(key: String, value: DocumentValue)] {
    var members: [(key: String, value: DocumentValue)] = []
    if !constants.isEmpty {
      members.append(
        ("constants", .mapping(constants.map { ($0.field.rawValue, .text($0.text)) })))
    }
    if !filters.isEmpty {
      members.append(
        ("where", .mapping(filters.map { ($0.selector.text, .texts($0.values)) })))
    }
    return members
  }
}

extension Pipeline.Column.Selector {
  /// The selector as a key of a mapping; a name of digits alone would read as a position there.
  fileprivate var text: String {
    switch self {
    case .name(let name), .path(let name): name
    case .position(let position): String(position)
    }
  }
}
