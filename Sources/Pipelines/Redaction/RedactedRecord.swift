internal import Records

/// A record as cells of text that pseudonyms can take the place of, and the pipeline that reads it.
struct RedactedRecord {
  /// A cell and what it holds.
  struct Cell {
    var field: Field
    var text: CellText
  }

  /// The pipeline, with a single source whose columns are those of the cells.
  var pipeline: Pipeline
  /// The cells in the order of the export.
  var cells: [Cell]
  /// Whether the record has a cell more than its header.
  var isRagged = false

  /// The line of `export` on which the record starts, 1-based.
  static let line = 2
  /// The export's name beside the pipeline file.
  static let exportName = "export.csv"

  /// The smallest pipeline with the settings of a source that cells may depend on.
  init(_ record: RecordExplanation, of pipeline: Pipeline, source: Pipeline.Source) {
    self.pipeline = Self.pipeline(of: pipeline, source: source)
    cells = record.cells.map { Cell(field: $0.kind, text: CellText($0.value)) }
    isRagged = record.rejections.contains { $0.name == RejectionReason.ragged.code }
    // Of a record that does not fit its header nothing is known but that.
    if cells.isEmpty { cells = [.number, .label].map { Cell(field: $0, text: CellText("")) } }
  }

  private static func pipeline(of pipeline: Pipeline, source: Pipeline.Source) -> Pipeline {
    var only = Pipeline.Source(name: "redacted", paths: [exportName], columns: [])
    only.region = nil
    only.action = source.action
    only.words = source.words
    only.timezone = source.timezone
    only.dateFormat = source.dateFormat
    only.ragged = source.ragged
    only.labelSeparator = source.labelSeparator
    var small = Pipeline(
      name: "redacted", region: pipeline.region(of: source), sources: [only],
      slots: Pipeline.Slots(identifiers: ["com.example.directory"]))
    small.asOf = pipeline.asOf
    small.actions = pipeline.actions
    small.statuses = pipeline.statuses
    small.words = pipeline.words
    small.normalize = pipeline.normalize
    small.representativeLabel = pipeline.representativeLabel
    return small
  }

  /// The pipeline file: what differs from the defaults, and what may not be left out.
  var pipelineText: String {
    var whole = pipeline
    whole.sources[0].columns = columns.map { Pipeline.Column($0.field, .name($0.name)) }
    let bare = Pipeline(
      name: "", sources: [Pipeline.Source(name: "", paths: [], columns: [])],
      slots: Pipeline.Slots(identifiers: []))
    guard case .mapping(var defaults) = bare.document else { return "" }
    defaults.removeAll { $0.key == "version" }
    return whole.document.without(.mapping(defaults)).yaml() + "\n"
  }

  /// The export: a header and the record.
  var export: String {
    var buffer = ElementBuffer<UInt8>(minimumCapacity: 1 << 10)
    var header = CSVLine()
    for column in columns { header.field(column.name, to: &buffer) }
    header.end(in: &buffer)
    var line = CSVLine()
    for cell in cells { line.field(cell.text.text, to: &buffer) }
    if isRagged { line.emptyField(to: &buffer) }
    line.end(in: &buffer)
    return String(decoding: buffer.elements, as: UTF8.self)
  }

  /// A column for each cell, named after what it holds.
  private var columns: [(field: Field, name: String)] {
    var seen: [Field: Int] = [:]
    return cells.map { cell in
      let count = (seen[cell.field] ?? 0) + 1
      seen[cell.field] = count
      return (cell.field, cell.field.rawValue + (count > 1 ? "_\(count)" : ""))
    }
  }
}

extension DocumentValue {
  /// The members that are not the same in `defaults`, however deep.
  fileprivate func without(_ defaults: DocumentValue) -> DocumentValue {
    switch (self, defaults) {
    case (.mapping(let members), .mapping(let others)):
      .mapping(
        members.compactMap { member in
          guard let other = others.first(where: { $0.key == member.key })?.value else {
            return (member.key, member.value.withoutEmptyLists)
          }
          return other.json() == member.value.json()
            ? nil : (member.key, member.value.without(other))
        })
    case (.list(let values), .list(let others)) where values.count == others.count:
      .list(zip(values, others).map { $0.without($1) })
    default: self
    }
  }

  /// The members of a mapping that say something.
  private var withoutEmptyLists: DocumentValue {
    guard case .mapping(let members) = self else { return self }
    return .mapping(
      members.filter { member in
        if case .list(let values) = member.value { return !values.isEmpty }
        return true
      })
  }
}
