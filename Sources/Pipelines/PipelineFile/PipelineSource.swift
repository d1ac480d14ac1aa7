package import Extraction
package import Records

extension Pipeline {
  /// One export: files of the same shape.
  package struct Source: Equatable, Sendable {
    /// How the files are written.
    package enum Format: String, CaseIterable, Sendable {
      /// Separated values.
      case csv
      /// An XML document with one element per record.
      case xml
      /// A rejects.csv whose cells somebody corrected: no records, but what those of other sources say.
      case rejects
    }

    /// What becomes of records with more or fewer cells than the header.
    package enum Ragged: String, CaseIterable, Sendable {
      /// They are read, and nothing is said.
      case ignore
      /// They are read; the run says how many there are.
      case warn
      /// They are rejected.
      case reject
    }

    /// How dates are written.
    package enum DateFormat: String, CaseIterable, Sendable {
      /// ISO 8601 with `-` or `/`.
      case iso
      /// Years of the Republic of China: 115/01/31.
      case roc
      /// Day, month, year: 31.01.2026.
      case dmy
      /// Month, day, year: 01/31/2026.
      case mdy
    }

    /// Name of the source in reports, unique in the pipeline.
    package var name: String
    /// Files or globs, relative to the pipeline file; `-` is standard input.
    package var paths: [String]
    /// How the files are written.
    package var format = Format.csv
    /// Name of the character set for iconv; nil for the byte order mark, else UTF-8.
    package var encoding: String?
    /// Byte between two fields, unless there is a wide one.
    package var delimiter = UInt8(ascii: ",")
    /// Character beyond ASCII between two fields; nil where it is one of ASCII.
    package var wideDelimiter: Unicode.Scalar?
    /// Whether corrections are read with it alone, and not with what spreadsheets write, too.
    package var hasDelimiter = false
    /// Byte around quoted fields; nil when quotes are data.
    package var quote: UInt8? = UInt8(ascii: "\"")
    /// Whether the first record names the columns.
    package var hasHeader = true
    /// Lines in front of the header; 0 … 1 000 000.
    package var skipLines = 0
    /// Path of the record elements; nil unless the format is XML.
    package var record: String?
    /// The mapped columns in the order of the file.
    package var columns: [Column]
    /// Columns that decide whether a record is read, in the order of their names.
    package var filters: [Filter] = []
    /// What every record says beside its columns.
    package var constants: [Constant] = []
    /// Region of national numbers; nil for the pipeline's.
    package var region: String?
    /// Precedence in `merge`; the higher wins.
    package var rank = 0
    /// What every record asks for; nil when a column says it, or for identify.
    package var action: Action?
    /// Largest record in bytes; 64 bytes … 1 GiB.
    package var maximumRecordInBytes = 1 << 20
    /// How long opening a file, and each wait for a byte of it, may take, in seconds.
    package var timeoutInSeconds = 3600
    /// What becomes of doubtful exports; the usual where none is given.
    package var doubts: [ExportDoubt: ExportDoubt.Answer] = [:]
    /// Whether a run without any of its files ends with an error.
    package var isRequired = true
    /// Fewest records that are not blank; 0 asks for none.
    package var fewestRecords = 0
    /// Words of its cells, beside those of the pipeline.
    package var words = Words()
    /// Its own limits, beside those of the pipeline.
    package var gate = SourceGate()
    /// Zone of dates without an offset: an IANA name or ±HH:MM.
    package var timezone = "UTC"
    /// How dates are written.
    package var dateFormat = DateFormat.iso
    /// What becomes of records with more or fewer cells than the header.
    package var ragged = Ragged.warn
    /// What stands between the parts of a label that several columns hold.
    package var labelSeparator = " "
    /// Whether apostrophes in front of formulas are none of its text: `rejects --for-spreadsheet`.
    package var isFromSpreadsheet = false

    /// Creates a source with the keys that have no default.
    package init(name: String, paths: [String], columns: [Column]) {
      self.name = name
      self.paths = paths
      self.columns = columns
    }

    /// Whether its files hold corrections of records of other sources.
    package var isOfCorrections: Bool { format == .rejects }

    /// What keeps a spreadsheet from taking its text for formulas.
    ///
    /// Of a wide delimiter the last byte counts: behind it a cell begins.
    package var formulaGuard: FormulaGuard {
      FormulaGuard(delimiter: wideDelimiter?.utf8.last ?? delimiter, quote: quote)
    }

    /// The character between two fields.
    var delimiterText: String {
      wideDelimiter.map(String.init) ?? SingleByte.text(ofDelimiter: delimiter)
    }

    /// Whether a column is mapped to the field, or a constant stands for it.
    package func maps(_ field: Field) -> Bool {
      columns.contains { $0.field == field } || constants.contains { $0.field == field }
    }
  }

  /// A column and what it holds; several may hold the same field.
  package struct Column: Equatable, Sendable {
    /// How a column is found.
    package enum Selector: Equatable, Sendable {
      /// By the name in the header.
      case name(String)
      /// By its 1-based position.
      case position(Int)
      /// By its path from the record element.
      case path(String)
    }

    /// What the column holds.
    package var field: Field
    /// How it is found.
    package var selector: Selector

    /// Creates a mapped column.
    package init(_ field: Field, _ selector: Selector) {
      self.field = field
      self.selector = selector
    }
  }
}

/// A cell and what must come of it, run by `callbook check`.
package struct PipelineTest: Equatable, Sendable {
  /// The phone cell.
  package var cell: String
  /// The extension cell beside it.
  package var extensionCell: String?
  /// The area code cell beside it.
  package var areaCode: String?
  /// The locality cell beside it.
  package var locality: String?
  /// Name of the source whose settings are used; nil for the first.
  package var source: String?
  /// Region instead of the source's.
  package var region: String?
  /// The directory numbers in order; nil when not tested.
  package var directory: [String]?
  /// The E.164 forms in order; nil when not tested.
  package var e164: [String]?
  /// Codes of the rejections in order; nil when not tested.
  package var reasons: [String]?
  /// Codes of the repairs in order; nil when not tested.
  package var repairs: [String]?
  /// The file that holds the test, as the user named it; empty when it was not read from one.
  package var file = ""
  /// 1-based line of the test in its file, 0 when it was not read from one.
  package var line = 0

  /// Creates a test of one cell that expects nothing yet.
  package init(cell: String) { self.cell = cell }
}
