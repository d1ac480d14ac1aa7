internal import Extraction
internal import Normalization

/// A mapping of the pipeline file: its keys in the order in which documents show them.
struct KeySection: Sendable {
  /// The keys.
  let keys: [KeyDeclaration]

  /// The declaration of a key; nil when the section does not know it.
  subscript(name: String) -> KeyDeclaration? { keys.first { $0.name == name } }
}

/// One key of the pipeline file.
///
/// The walker, the JSON Schema and the table in docs/pipeline-file.md are made from these
/// declarations, so that they cannot disagree.
struct KeyDeclaration: Sendable {
  /// The key as written.
  let name: String
  /// What may stand behind it.
  let kind: ValueKind
  /// Whether it must be there.
  let isRequired: Bool
  /// What holds when it is not there, as written in documents; nil when required or nothing.
  let defaultText: String?
  /// What it means, as a sentence.
  let summary: String
  /// Another key with which this one need not be there when it says so; nil: that does not matter.
  var requiredUnless: (key: String, says: String)?

  /// Declares a key.
  init(
    _ name: String, _ kind: ValueKind, required: Bool = false, default defaultText: String? = nil,
    _ summary: String, unless: (key: String, says: String)? = nil
  ) {
    requiredUnless = unless
    self.name = name
    self.kind = kind
    self.isRequired = required
    self.defaultText = defaultText
    self.summary = summary
  }
}

/// What may stand behind a key.
indirect enum ValueKind: Sendable {
  /// A scalar as written, of a certain form.
  case text(TextForm)
  /// A whole number.
  case integer(ClosedRange<Int>)
  /// `true`, `false`, `on`, `off`, `yes` or `no`.
  case flag
  /// One of some words.
  case choice([String])
  /// How a column is found: a name, a 1-based position or an XML path.
  case selector
  /// A list, or one element instead of a list of one.
  case list(ValueKind, atLeast: Int, atMost: Int = .max)
  /// A mapping with declared keys.
  case section(KeySection)
  /// A mapping from some words to flags.
  case flags([String])
  /// A mapping from columns to the texts of their cells.
  case textsBySelector
  /// A share; or a mapping from some words to shares.
  case shares([String])
}

/// A form that the text of a scalar must have.
struct TextForm: Sendable {
  /// What is expected, for messages and documents: "a day such as 2026-11-21".
  let expected: String
  /// A regular expression for editors that is never stricter than `accepts`; nil for any text.
  let pattern: String?
  /// Whether a text has the form.
  let accepts: @Sendable (String) -> Bool

  /// Any text that is not empty.
  static let anything = TextForm(expected: "a text", pattern: "\\S") { text in
    text.contains { !$0.isWhitespace }
  }

  /// A label that a phone can show.
  static let label = TextForm(
    expected: "a text that shows something, at most \(LabelCleaner.longestInBytes) bytes",
    pattern: "\\S"
  ) { LabelCleaner.canShow($0) }

  /// The path of the record elements of an XML file.
  static let recordPath = TextForm(
    expected: "a path such as /Export/Lines/Line or //Line", pattern: "^/"
  ) { XMLPaths.isRecordPath($0) }

  /// A cell as an export holds it, empty ones included.
  static let cell = TextForm(expected: "the text of a cell", pattern: nil) { _ in true }

  /// A name that can be a folder's.
  static let name = TextForm(
    expected: "a name of letters, digits, '-', '_' and '.', at most 100 bytes",
    pattern: "^[^\\s/\\\\.][^\\s/\\\\]*$"
  ) { text in
    !text.hasPrefix(".") && text.utf8.count <= 100
      && text.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) } && !text.isEmpty
  }

  /// A day.
  static let day = TextForm(
    expected: "a day such as 2026-11-21", pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
  ) { CalendarDay($0) != nil }

  /// A day, or that of the run.
  static let dayOrToday = TextForm(
    expected: "a day such as 2026-11-21, or today",
    pattern: "^([0-9]{4}-[0-9]{2}-[0-9]{2}|today)$"
  ) { $0 == today || CalendarDay($0) != nil }

  /// Stands for the day of the run.
  static let today = "today"

  /// A share.
  static let percentage = TextForm(
    expected: "a share from 0% to 100% such as 5%", pattern: "^[0-9]{1,3}(\\.[0-9]{1,4})? *%$"
  ) { Percentage($0) != nil }

  /// How many times as much.
  static let multiple = TextForm(
    expected: "how many times as much, from 1x to 1000x, such as 3x or 1.5x",
    pattern: "^[0-9]{1,4}(\\.[0-9]{1,2})?[xX×]$"
  ) { Multiple($0) != nil }

  /// An amount of memory for one record.
  static let recordSize = TextForm(
    expected: "a size from 64 bytes to 1 GiB such as 1 MiB",
    pattern: "^[0-9]+ *([KkMmGg][Ii]?)?[Bb]?$"
  ) { text in ByteSize(text).map { (64...1 << 30).contains($0.bytes) } ?? false }

  /// An amount of bytes for a whole run.
  static let amount = TextForm(
    expected: "a size of 1 KiB or more such as 256 MiB",
    pattern: "^[0-9]+ *([KkMmGg][Ii]?)?[Bb]?$"
  ) { text in ByteSize(text).map { $0.bytes >= 1 << 10 } ?? false }

  /// How long something may take.
  static let timeLimit = TextForm(
    expected: "a time from 1s to 7 days such as 90s, 15m or 2h", pattern: "^[0-9]+ *[DdHhMmSs]?$"
  ) { text in TimeLimit(text).map { $0.seconds <= 7 * 86_400 } ?? false }

  /// How long something holds.
  static let validity = TextForm(
    expected: "a time from 1m to 366 days such as 90m, 20h or 7d", pattern: "^[0-9]+ *[DdHhMmSs]?$"
  ) { text in TimeLimit(text).map { $0.seconds >= 60 } ?? false }

  /// The bundle identifier of an app extension.
  static let bundleIdentifier = TextForm(
    expected: "a bundle identifier such as net.example.lookup",
    pattern: "^[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+$"
  ) { text in
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return text.utf8.count <= 240 && parts.count > 1
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x2D
          }
      }
  }

  /// The URL of a token issuer: since iOS 26.4 a port or a trailing slash breaks the lookup.
  static let issuer = TextForm(
    expected: "a URL such as https://issuer.example.net/issue, without port and trailing slash",
    pattern: "^https://[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*$"
  ) { text in
    let scheme = "https://"
    guard text.hasPrefix(scheme) else { return false }
    let parts = text.dropFirst(scheme.count).split(
      separator: "/", omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      !part.isEmpty
        && part.utf8.allSatisfy { byte in
          (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
            || "-._~".utf8.contains(byte)
        }
    }
  }

  /// A region of the numbering plans.
  static let region = TextForm(
    expected: "a region code such as TW", pattern: "^[A-Z]{2}$"
  ) { PipelineVocabulary.isRegion($0) }

  /// A time zone.
  static let timezone = TextForm(
    expected: "a time zone such as UTC, +08:00 or Asia/Taipei", pattern: "\\S"
  ) { PipelineVocabulary.isTimezone($0) }

  /// A character set.
  static let encoding = TextForm(
    expected: "auto or a name that iconv knows, such as Big5", pattern: "\\S"
  ) { $0 == "auto" || PipelineVocabulary.isEncoding($0) }

  /// One character between fields.
  static let delimiter = TextForm(
    expected: "one sign such as ; or ；, or tab",
    pattern: "^([ !#-~\\t]|tab|\\\\t|[^\\x00-\\x9f])$"
  ) { SingleByte.delimiter($0) != nil || WideCharacter.delimiter($0) != nil }

  /// One byte around fields.
  static let quote = TextForm(
    expected: "one ASCII character, or none", pattern: "^([ -~]|none)$"
  ) { SingleByte.quote($0) != nil }

  /// Digits of a directory number.
  static let directoryNumber = TextForm(
    expected: "the digits of a directory number", pattern: "^[1-9][0-9]{0,18}$"
  ) { Int64($0).map { $0 > 0 } ?? false }
}

/// Reads the keys whose value is one character that ASCII lacks.
enum WideCharacter {
  /// What a delimiter beyond ASCII may be: a sign or a blank, nothing that words and numbers are made of.
  static func delimiter(_ text: String) -> Unicode.Scalar? {
    guard text.unicodeScalars.count == 1, let scalar = text.unicodeScalars.first,
      scalar.value >= 0xA0, scalar.value != 0xFFFD
    else { return nil }
    switch scalar.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol,
      .modifierSymbol, .otherSymbol, .spaceSeparator:
      return scalar
    default: return nil
    }
  }
}

/// Reads the keys whose value is one byte.
enum SingleByte {
  /// The byte of a delimiter; nil when the text is neither one character nor `tab`.
  static func delimiter(_ text: String) -> UInt8? {
    if text == "tab" || text == "\\t" { return UInt8(ascii: "\t") }
    guard let byte = only(text), byte != UInt8(ascii: "\"") else { return nil }
    return byte
  }

  /// The byte of a quote, `.some(nil)` for `none`; nil when the text is neither.
  static func quote(_ text: String) -> UInt8?? {
    if text == "none" { return .some(nil) }
    return only(text).map { .some($0) }
  }

  /// How a delimiter is written.
  static func text(ofDelimiter byte: UInt8) -> String {
    byte == UInt8(ascii: "\t") ? "tab" : String(UnicodeScalar(byte))
  }

  private static func only(_ text: String) -> UInt8? {
    guard text.utf8.count == 1, let byte = text.utf8.first,
      byte == UInt8(ascii: "\t") || (0x20...0x7E).contains(byte)
    else { return nil }
    return byte
  }
}
