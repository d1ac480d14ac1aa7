import Records

/// Checks what a source asks for without looking at its files.
enum SourceCheck {
  /// Everything that is wrong with one source.
  static func problems(of source: SourceDescription) -> [ExtractionError] {
    let place = FilePlace(source: source.name, path: "")
    var errors: [ExtractionError] = []
    if source.columns.isEmpty {
      errors.append(place.configuration("no column is mapped", "Name columns under `columns`."))
    }
    if !(1...(1 << 30)).contains(source.maxRecordInBytes) {
      errors.append(
        place.configuration(
          "max_record is \(source.maxRecordInBytes) (expected 1 to 1073741824)",
          "Correct `max_record`."))
    }
    for column in source.columns { errors += problems(of: column, source, place) }
    switch source.format {
    case .csv(let options): errors += problems(of: options, place)
    case .xml(let options):
      if let problem = XMLPath.problem(ofRecordPath: options.recordPath) {
        errors.append(
          place.configuration(problem, "Write `record` as /Export/Lines/Line or //Line."))
      }
    }
    return errors
  }

  private static func problems(
    of column: MappedColumn, _ source: SourceDescription, _ place: FilePlace
  ) -> [ExtractionError] {
    let field = column.field.rawValue
    var isCSV = true
    if case .xml = source.format { isCSV = false }
    switch column.selector {
    case .name(let name) where CSVHeader.trimmed(name).isEmpty, .path(let name) where name.isEmpty:
      return [place.configuration("the column name of `\(field)` is empty", "Name the column.")]
    case .position(let position) where isCSV && !(1...100_000).contains(position):
      return [
        place.configuration(
          "column \(position) of `\(field)` (expected 1 to 100000)", "Positions start at 1.")
      ]
    case .position where !isCSV:
      return [
        place.configuration(
          "`\(field)` is mapped by position (expected a path)",
          "Write a path from the record, such as @did or Owner/Name.")
      ]
    case .name(let name) where isCSV:
      if case .csv(let options) = source.format, !options.hasHeader {
        return [
          place.configuration(
            "`\(field)` is mapped to '\(name)', but the files have no header",
            "Map the column by its 1-based position.")
        ]
      }
      return []
    case .path(let path) where !isCSV, .name(let path) where !isCSV:
      guard let problem = XMLPath.problem(ofColumnPath: path) else { return [] }
      return [place.configuration(problem, "Write a path such as @did, Owner/Name or key(number).")]
    default: return []
    }
  }

  private static func problems(of options: CSVOptions, _ place: FilePlace) -> [ExtractionError] {
    var errors: [ExtractionError] = []
    let reserved: Set<UInt8> = [0, 0x0A, 0x0D]
    if options.delimiter >= 0x80 || reserved.contains(options.delimiter) {
      errors.append(
        place.configuration(
          "the delimiter is byte \(options.delimiter) (expected an ASCII character)",
          "Correct `delimiter`."))
    }
    if let quote = options.quote,
      quote >= 0x80 || reserved.contains(quote) || quote == options.delimiter || quote == 0x20
        || quote == 0x09
    {
      errors.append(
        place.configuration(
          "the quote is byte \(quote) (expected an ASCII character, not blank, not the delimiter)",
          "Correct `quote`."))
    }
    if options.skipLines < 0 {
      errors.append(
        place.configuration(
          "skip_lines is \(options.skipLines) (expected 0 or more)", "Correct `skip_lines`."))
    }
    return errors
  }

  /// The standard input can be read only once.
  static func repeatedInput(_ sources: [SourceDescription]) -> [ExtractionError] {
    let users = sources.flatMap { source in source.files.filter { $0 == "-" }.map { _ in source } }
    guard users.count > 1, let last = users.last else { return [] }
    return [
      FilePlace(source: last.name, path: "-").configuration(
        "the standard input is named \(users.count) times (expected once)",
        "Give the other data as files.")
    ]
  }
}
