internal import Extraction
internal import Records

/// The keys of the pipeline file, section by section.
enum PipelineKeys {
  /// The pipeline file itself.
  static let pipeline = KeySection(keys: [
    KeyDeclaration("version", .integer(1...1), required: true, "Version of this format."),
    KeyDeclaration(
      "name", .text(.name), required: true,
      "Name of the pipeline and of its default output folder."),
    KeyDeclaration(
      "region", .text(.region),
      "Region of national numbers; required where a source names none."),
    KeyDeclaration(
      "as_of", .text(.dayOrToday),
      "Day against which validity windows are judged; here or as `--as-of`, required as soon as a "
        + "source maps `valid_from` or `valid_to`. `today` is the day of the run in UTC."),
    KeyDeclaration(
      "sources", .list(.section(source), atLeast: 1, atMost: 1000), required: true,
      "The exports to read."),
    KeyDeclaration(
      "actions", .section(actions), "Spellings of actions beside identify, block and remove."),
    KeyDeclaration("statuses", .section(statuses), "Spellings of statuses."),
    KeyDeclaration(
      "words", .section(words), "Words of phone cells, beside those of the rules."),
    KeyDeclaration("normalize", .section(normalize), "How cells become numbers."),
    KeyDeclaration("merge", .section(merge), "How records that name the same number compete."),
    KeyDeclaration(
      "representative", .section(representative),
      "Asks for one more entry per representative number."),
    KeyDeclaration(
      "protect", .list(.text(.anything), atLeast: 0), default: "the region's emergency numbers",
      "Numbers that may never be blocked, beside the emergency numbers."),
    KeyDeclaration("slots", .section(slots), required: true, "Where entries go."),
    KeyDeclaration("chunks", .section(chunks), "How lists are cut into files."),
    KeyDeclaration(
      "formats", .list(.choice(Pipeline.Format.allCases.map(\.rawValue)), atLeast: 0),
      default: "[tsv]", "Renderings; tsv is always written."),
    KeyDeclaration(
      "live_lookup", .section(liveLookup),
      "The data sets of Live Caller ID Lookup, where formats asks for live-lookup."),
    KeyDeclaration("deltas", .section(deltas), "What a delta may cost."),
    KeyDeclaration(
      "packed", .flag, default: "on",
      "Whether each chunk and delta gets a packed twin, which phones fetch in its place."),
    KeyDeclaration(
      "generations", .integer(0...1000), default: "7",
      "Former generations that are kept, each with a delta to the new one."),
    KeyDeclaration(
      "reports", .integer(1...100_000), default: "30",
      "Reports that are kept, one of each run, refused ones too."),
    KeyDeclaration(
      "allow_empty", .flag, default: "no",
      "Whether a directory without a single entry may be published."),
    KeyDeclaration(
      "continues", .flag, default: "no",
      "Whether phones hold an earlier directory: a build that does not find it published, and is given "
        + "no `--least-sequence`, is refused."),
    KeyDeclaration(
      "waivers", .list(.section(waiver), atLeast: 0),
      "Rejections that may stay for now: counted apart, and no gate asks about them."),
    KeyDeclaration(
      "gate", .section(gate), "Limits above which a build refuses to publish, or warns."),
    KeyDeclaration(
      "limits", .section(limits), "What a run may come to at most; more ends it with exit code 1."),
    KeyDeclaration(
      "freshness", .section(freshness),
      "How long a night's directory may be believed, and when to ask again."),
    KeyDeclaration("sign", .section(sign), "Where the private Ed25519 key lies; one of the two."),
    KeyDeclaration(
      "tests", .list(.section(test), atLeast: 0), "Cells and what must come of them."),
  ])

  /// A file of tests beside a pipeline.
  static let testFile = KeySection(keys: [
    KeyDeclaration("version", .integer(1...1), required: true, "Version of this format."),
    KeyDeclaration(
      "tests", .list(.section(test), atLeast: 1), required: true,
      "Cells and what must come of them."),
  ])

  /// An element of `sources`.
  static let source = KeySection(keys: [
    KeyDeclaration("name", .text(.name), required: true, "Name of the source in reports."),
    KeyDeclaration(
      "path", .list(.text(.anything), atLeast: 1), required: true,
      "Files or globs, relative to this file; globs in name order, `.gz` and `.zip` read directly, `-` is "
        + "standard input."),
    KeyDeclaration(
      "format", .choice(Pipeline.Source.Format.allCases.map(\.rawValue)), default: "csv",
      "How the files are written; rejects is a rejects.csv with corrected cells."),
    KeyDeclaration(
      "encoding", .text(.encoding), default: "auto",
      "Character set; auto takes the byte order mark, else UTF-8."),
    KeyDeclaration(
      "delimiter", .text(.delimiter), default: "\",\"", "Character between two fields (csv)."),
    KeyDeclaration(
      "quote", .text(.quote), default: "'\"'", "Character around quoted fields, or none (csv)."),
    KeyDeclaration(
      "header", .flag, default: "true", "Whether the first record names the columns (csv)."),
    KeyDeclaration(
      "skip_lines", .integer(0...1_000_000), default: "0", "Lines in front of the header (csv)."),
    KeyDeclaration(
      "record", .text(.recordPath), "Path of the record elements; required for xml."),
    KeyDeclaration(
      "columns", .section(columns), "What the columns hold; required, but not for rejects.",
      unless: ("format", says: "rejects")),
    KeyDeclaration(
      "constants", .section(constants), "What every record says beside its columns."),
    KeyDeclaration(
      "where", .textsBySelector,
      "Columns with the texts with which a record is read; any other record is inapplicable."),
    KeyDeclaration("region", .text(.region), "Region of national numbers in this source."),
    KeyDeclaration(
      "rank", .integer(-1_000_000...1_000_000), default: "0",
      "Precedence in `merge`; the higher wins."),
    KeyDeclaration(
      "action", .choice(["identify", "block", "remove"]),
      "What every record asks for, where no column says it."),
    KeyDeclaration(
      "max_record", .text(.recordSize), default: "1 MiB", "Largest record in bytes."),
    KeyDeclaration(
      "timeout", .text(.timeLimit), default: "1h",
      "How long opening a file, and each wait for a byte of it, may take; a source that takes "
        + "longer ends the run."),
    KeyDeclaration(
      "doubts", .section(doubts), "What becomes of exports that can be read, but look wrong."),
    KeyDeclaration(
      "required", .flag, default: "yes",
      "Whether a path that matches no file is an error; a source that is not required may be missing."
    ),
    KeyDeclaration(
      "min_records", .integer(0...1_000_000_000), default: "0",
      "Fewest records that are not blank; with fewer a build refuses to publish."),
    KeyDeclaration(
      "words", .section(words), "Words of this source's phone cells, beside the pipeline's."),
    KeyDeclaration(
      "gate", .section(sourceGate), "Limits of this source alone, beside those of the pipeline."),
    KeyDeclaration(
      "timezone", .text(.timezone), default: "UTC", "Zone of dates without an offset."),
    KeyDeclaration(
      "date_format", .choice(Pipeline.Source.DateFormat.allCases.map(\.rawValue)), default: "iso",
      "iso reads ISO 8601 with - or /; roc reads 115/01/31, dmy 31.01.2026, mdy 01/31/2026."),
    KeyDeclaration(
      "ragged", .choice(Pipeline.Source.Ragged.allCases.map(\.rawValue)), default: "warn",
      "What becomes of records with more or fewer cells than the header (csv): read, read and told "
        + "of, or rejected."),
    KeyDeclaration(
      "spreadsheet", .flag, default: "no",
      "Whether the file comes of rejects --for-spreadsheet: apostrophes in front of what could be a "
        + "formula are taken back (csv)."),
    KeyDeclaration(
      "label_separator", .text(.cell), default: "\" \"",
      "What stands between the parts of a label that several columns hold."),
  ])

  /// `doubts` of a source.
  static let doubts = KeySection(
    keys: ExportDoubt.allCases.map { doubt in
      KeyDeclaration(
        doubt.rawValue, .choice(ExportDoubt.Answer.allCases.map(\.rawValue)),
        default: doubt.usualAnswer.rawValue, summary(of: doubt))
    })

  private static func summary(of doubt: ExportDoubt) -> String {
    switch doubt {
    case .repeated: "A file that holds the same bytes as another one of the run."
    case .older:
      "The newest file of the source is older than in the last run that published or changed nothing."
    case .partial:
      "A file whose name ends with .part, .partial, .filepart, .crdownload, .download, .inprogress, "
        + ".tmp or .aria2, or beside which one with .part, .partial, .filepart or .aria2 lies."
    case .unterminated: "A CSV file whose last line has no line end."
    }
  }

  /// `columns` of a source: the fields, each with one column or several.
  static let columns = KeySection(
    keys: Field.allCases.map { field in
      KeyDeclaration(field.rawValue, .list(.selector, atLeast: 1, atMost: 100), summary(of: field))
    })

  /// `actions`.
  static let actions = KeySection(
    keys: ["identify", "block", "remove"].map { action in
      KeyDeclaration(
        action, .list(.text(.anything), atLeast: 0), default: "[]", "Spellings of \(action).")
    })

  /// `statuses`.
  static let statuses = KeySection(keys: [
    KeyDeclaration(
      "disabled", .list(.text(.anything), atLeast: 0), default: "[]",
      "Spellings that put a record out of service.")
  ])

  /// `normalize`.
  static let normalize = KeySection(keys: [
    KeyDeclaration(
      "validate", .choice(Pipeline.Normalizing.Validation.allCases.map(\.rawValue)),
      default: "plan", "Which check a number must pass: the plan, its length, or none."),
    KeyDeclaration(
      "extension_width", .integer(0...10), default: "0",
      "Shorter extensions are padded with zeros in front; 0 pads none."),
    KeyDeclaration(
      "refuse", .list(.choice(PipelineVocabulary.numberTypes), atLeast: 0), default: "[]",
      "Types of numbers that are refused."),
    KeyDeclaration(
      "rules", .flags(PipelineVocabulary.rules), "Rules switched on or off, by their code."),
    KeyDeclaration(
      "expansion_budget", .integer(1...10_000_000), default: "10000",
      "Most numbers that the range or wildcards of one cell may become."),
  ])

  /// `merge`.
  static let merge = KeySection(keys: [
    KeyDeclaration(
      "prefer",
      .list(.choice(Pipeline.Merging.Preference.allCases.map(\.rawValue)), atLeast: 0),
      default: "[rank, updated]", "The order of comparisons before the content decides."),
    KeyDeclaration(
      "both", .choice(Pipeline.Merging.Both.allCases.map(\.rawValue)), default: "winner",
      "What becomes of a number that both lists ask for: the winner's list, blocking, or both."),
  ])

  /// `representative`.
  static let representative = KeySection(keys: [
    KeyDeclaration("label", .text(.label), required: true, "Label of these entries.")
  ])

  /// `slots`.
  static let slots = KeySection(keys: [
    KeyDeclaration(
      "cap", .integer(1...1_999_999), default: "1500000",
      "Most entries of one slot, both lists together."),
    KeyDeclaration(
      "identifiers", .list(.text(.anything), atLeast: 1), required: true,
      "Bundle identifiers of the app extensions, one per slot, all different."),
  ])

  /// `chunks`.
  static let chunks = KeySection(keys: [
    KeyDeclaration(
      "target", .integer(1...10_000_000), default: "50000", "Mean number of entries in a chunk.")
  ])

  /// `deltas`.
  static let deltas = KeySection(keys: [
    KeyDeclaration(
      "max_share", .text(.percentage), default: "50%",
      "Largest size of a delta relative to the slot's full files.")
  ])

  /// `freshness`.
  static let freshness = KeySection(keys: [
    KeyDeclaration(
      "expires", .text(.validity), default: "7d",
      "From then on phones install the directory no more; what they have stays."),
    KeyDeclaration(
      "next", .text(.validity), default: "20h",
      "Before then phones do not ask again; not beyond `expires`."),
  ])

  /// `limits`.
  static let limits = KeySection(keys: [
    KeyDeclaration(
      "report", .text(.amount), default: "256 MiB",
      "Size of rejects.csv, repairs.csv and conflicts.csv together."),
    KeyDeclaration(
      "inflated", .text(.amount), default: "16 GiB",
      "Size of all compressed exports together, once they are inflated."),
    KeyDeclaration(
      "expansions", .integer(1...1_000_000_000), default: "what the slots hold",
      "Numbers that wildcards, ranges and runs of lines stand for in all."),
  ])

  /// `sign`.
  static let sign = KeySection(keys: [
    KeyDeclaration(
      "key", .text(.anything), "File with the private key, relative to this file."),
    KeyDeclaration(
      "environment", .text(.anything), "Environment variable that holds the private key."),
  ])

  /// An element of `tests`.
  static let test = KeySection(keys: [
    KeyDeclaration("cell", .text(.cell), required: true, "The phone cell."),
    KeyDeclaration("extension", .text(.cell), "The extension cell beside it."),
    KeyDeclaration("area_code", .text(.cell), "The area code cell beside it."),
    KeyDeclaration("locality", .text(.cell), "The locality cell beside it."),
    KeyDeclaration(
      "source", .text(.name), default: "the first", "The source whose settings are used."),
    KeyDeclaration("region", .text(.region), "Region instead of the source's."),
    KeyDeclaration(
      "directory", .list(.text(.directoryNumber), atLeast: 0), "The directory numbers in order."),
    KeyDeclaration(
      "e164", .list(.text(.anything), atLeast: 0), "The E.164 forms in order."),
    KeyDeclaration(
      "reason", .list(.choice(PipelineVocabulary.reasons), atLeast: 0),
      "Codes of the rejections in order."),
    KeyDeclaration(
      "repairs", .list(.choice(PipelineVocabulary.repairs), atLeast: 0),
      "Codes of the repairs in order."),
  ])

  private static func summary(of field: Field) -> String {
    switch field {
    case .number: "The phone cell; several columns may hold one."
    case .extensionDigits:
      "The telephone extension, with or without a marker; of several columns the first that is filled."
    case .label: "The text that the phone shows; those of several columns are joined."
    case .action: "Identify, block or remove."
    case .status: "Whether the line is in service."
    case .updated: "Last change; newer wins."
    case .validFrom: "First day on which the record holds."
    case .validTo: "Last day on which the record holds."
    case .areaCode: "The area code where it is kept apart."
    case .locality: "City or address that tells the area code."
    case .first: "First number of a range."
    case .last: "Last number of a range, inclusive."
    }
  }
}
