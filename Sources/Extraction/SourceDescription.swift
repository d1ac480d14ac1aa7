package import Records

/// How a mapped column is found in a record.
package enum ColumnSelector: Sendable, Equatable {
  /// CSV: the header cell with this text, compared without the blanks around it.
  case name(String)
  /// CSV: the 1-based position among the cells.
  case position(Int)
  /// XML: a path relative to the record; see `XMLColumnPath`.
  case path(String)
}

/// A column of the source and the field it fills; several columns may fill the same field.
package struct MappedColumn: Sendable, Equatable {
  /// What the column holds.
  package let field: Field
  /// Where it is.
  package let selector: ColumnSelector

  /// Creates a mapped column.
  package init(field: Field, selector: ColumnSelector) {
    self.field = field
    self.selector = selector
  }
}

/// What becomes of records that have more or fewer cells than the header.
package enum RaggedPolicy: Sendable, Equatable {
  /// They are read, and nothing is said.
  case ignore
  /// They are read and counted.
  case count
  /// They are rejected.
  case reject
}

/// How a CSV file is written.
package struct CSVOptions: Sendable, Equatable {
  /// The ASCII byte between cells; the default is a comma.
  package var delimiter: UInt8
  /// The character between cells where it is none of ASCII, in UTF-8; empty otherwise.
  ///
  /// Such files are read front to back, and `delimiter` is not asked.
  package var wideDelimiter: [UInt8] = []
  /// The ASCII byte around quoted cells; nil for files without quoting.
  package var quote: UInt8?
  /// Whether the first record names the columns.
  package var hasHeader: Bool
  /// Number of physical lines before the header that are passed over.
  package var skipLines: Int
  /// What becomes of records that have more or fewer cells than the header.
  package var ragged: RaggedPolicy = .count
  /// Sends every record through libcsv, also those that are read without it; same result, slower.
  package var strictLibCSV: Bool

  /// Creates options; the defaults are RFC 4180 with a header.
  package init(
    delimiter: UInt8 = 0x2C, quote: UInt8? = 0x22, hasHeader: Bool = true, skipLines: Int = 0,
    ragged: RaggedPolicy = .count, strictLibCSV: Bool = false
  ) {
    self.delimiter = delimiter
    self.quote = quote
    self.hasHeader = hasHeader
    self.skipLines = skipLines
    self.ragged = ragged
    self.strictLibCSV = strictLibCSV
  }
}

/// Where the records of an XML file are.
package struct XMLOptions: Sendable, Equatable {
  /// Path of the record elements: `/Export/Lines/Line`, or `//Line` at any depth.
  package var recordPath: String
  /// Sends every record through libxml2, also plain ones; same result, slower.
  package var strictLibXML2: Bool

  /// Creates options.
  package init(recordPath: String, strictLibXML2: Bool = false) {
    self.recordPath = recordPath
    self.strictLibXML2 = strictLibXML2
  }
}

/// The format of a source's files.
package enum SourceFormat: Sendable, Equatable {
  case csv(CSVOptions)
  case xml(XMLOptions)
}

/// One source of a pipeline: files of the same format and columns.
package struct SourceDescription: Sendable, Equatable {
  /// The name under which messages and reports mention it.
  package var name: String
  /// Paths in reading order, globs already resolved; `-` is the standard input.
  package var files: [String]
  /// How the files are written.
  package var format: SourceFormat
  /// An iconv name; nil: byte order mark, XML declaration, else UTF-8.
  package var encoding: String?
  /// The columns to keep; all others are passed over.
  package var columns: [MappedColumn]
  /// Largest record (CSV) or text (XML) in bytes of UTF-8; 1 … 1 GiB.
  package var maxRecordInBytes: Int
  /// How long opening a file, and each wait for a byte of it, may take; 1 second or more.
  package var timeoutInSeconds = 3600
  /// The folder in which every file must lie, without links on its way; nil for anywhere.
  package var root: String?
  /// What takes back the apostrophes that keep cells from being formulas; nil: they are text.
  package var formulaGuard: FormulaGuard?
  /// Columns that decide whether a record is read.
  package var filters: [RowFilter] = []
  /// What every record says beside its columns.
  package var constants: [ConstantCell] = []
  /// What cells of some of its records shall say; nil where nobody corrected any.
  package var corrections: RecordCorrections?
  /// What becomes of doubtful exports, where it is not what usually becomes of them.
  package var doubts: [ExportDoubt: ExportDoubt.Answer] = [:]

  /// Creates a description; the default record limit is 1 MiB.
  package init(
    name: String, files: [String], format: SourceFormat, encoding: String? = nil,
    columns: [MappedColumn], maxRecordInBytes: Int = 1 << 20
  ) {
    self.name = name
    self.files = files
    self.format = format
    self.encoding = encoding
    self.columns = columns
    self.maxRecordInBytes = maxRecordInBytes
  }
}

/// One file of the run.
package struct ExtractedFile: Sendable, Equatable {
  /// The path as given; `-` is the standard input.
  package let path: String
  /// 0-based index of its source.
  package let source: Int
}
