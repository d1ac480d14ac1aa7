/// Why a cell yields no entry: a closed list, documented in docs/reasons.md.
///
/// The raw value is for memory only and may change; `code` is the stable name in reports.
public enum RejectionReason: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  // Found by Extraction.
  case badQuoting
  case undecodable
  case recordTooLong
  case ragged
  // Found in the record.
  case missingNumber
  case emptyLabel
  case labelTooLong
  case unknownAction
  case badDate
  // Found in the phone cell.
  case ambiguous
  case badExtension
  case date
  case email
  case faxNumber
  case hours
  case impossibleLength
  case innerLineOnly
  case junk
  case missingAreaCode
  case pattern
  case placeholder
  case rangeTooLarge
  case refusedType
  case scientificNotation
  case tooLong
  case unknownCallingCode
  case unassigned
  case url

  /// The stable kebab-case name used in reports and documents.
  public var code: String {
    switch self {
    case .badQuoting: "bad-quoting"
    case .undecodable: "undecodable"
    case .recordTooLong: "record-too-long"
    case .ragged: "ragged"
    case .missingNumber: "missing-number"
    case .emptyLabel: "empty-label"
    case .labelTooLong: "label-too-long"
    case .unknownAction: "unknown-action"
    case .badDate: "bad-date"
    case .ambiguous: "ambiguous"
    case .badExtension: "bad-extension"
    case .date: "date"
    case .email: "email"
    case .faxNumber: "fax-number"
    case .hours: "hours"
    case .impossibleLength: "impossible-length"
    case .innerLineOnly: "inner-line-only"
    case .junk: "junk"
    case .missingAreaCode: "missing-area-code"
    case .pattern: "pattern"
    case .placeholder: "placeholder"
    case .rangeTooLarge: "range-too-large"
    case .refusedType: "refused-type"
    case .scientificNotation: "scientific-notation"
    case .tooLong: "too-long"
    case .unknownCallingCode: "unknown-calling-code"
    case .unassigned: "unassigned"
    case .url: "url"
    }
  }

  /// What would fix the cell, as one sentence for the person who keeps the export.
  public var hint: String {
    switch self {
    case .badQuoting: "Close the quote, or double a quote that belongs to the text."
    case .undecodable: "Name the file's character set with `encoding`, or mend these bytes."
    case .recordTooLong: "Look for an unclosed quote or element, or raise `max_record`."
    case .ragged: "Give the record as many cells as the header; quote a delimiter that is text."
    case .missingNumber: "Fill in the number."
    case .emptyLabel: "Fill in the label: an entry to identify needs one."
    case .labelTooLong: "Shorten the label to at most 65534 bytes of UTF-8."
    case .unknownAction: "Use identify, block or remove, or map this spelling with `actions`."
    case .badDate: "Write the date as YYYY-MM-DD, or set `date_format`."
    case .ambiguous: "The cell can be read in more than one way; write each number in full."
    case .badExtension: "Write the extension as digits that fit behind the number."
    case .date: "The cell holds a date; a spreadsheet may have converted the number."
    case .email: "Move the e-mail address to a column of its own."
    case .faxNumber: "The cell holds only a fax number; fill in the phone number."
    case .hours: "Move the opening hours to a column of its own."
    case .impossibleLength: "No number of the region has this many digits; check for a lost digit."
    case .innerLineOnly: "Only an inner line is given; add the representative number."
    case .junk: "The cell holds no phone number."
    case .missingAreaCode:
      "Add the area code, or map a column of area codes (`area_code`) or of cities (`locality`)."
    case .pattern: "Wildcards and patterns are not numbers; list the numbers or map a range."
    case .placeholder: "Leave the cell empty, or fill in the number."
    case .rangeTooLarge: "The range is over the expansion budget; raise it or split the range."
    case .refusedType: "The pipeline refuses numbers of this type; see `normalize.refuse`."
    case .scientificNotation:
      "A spreadsheet rounded the number; export the column as text and take the number from there."
    case .tooLong: "Number and extension together exceed the largest directory number."
    case .unknownCallingCode: "No country has this calling code; check the prefix."
    case .unassigned: "The numbering plan does not assign this number; check its digits."
    case .url: "Move the address to a column of its own."
    }
  }

  /// What would fix a cell of which something more is known.
  ///
  /// The note stands in brackets behind the hint; that of `junk` stands alone, for it says what the
  /// cell holds that is no number.
  public func hint(noting note: String) -> String {
    if note.isEmpty { return hint }
    return self == .junk ? note : "\(hint) (\(note))"
  }
}
